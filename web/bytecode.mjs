// Compiles the package for the Python of the browser, by that very Python: what it would else do at every start.
// It reads the archive that the package makes of itself (`python -m triarii.server.python_pack`) and leaves the
// bytecode of each file under the digest of its text, so that nothing is ever run that was made from another text.
import { mkdirSync, renameSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { buffer } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import { loadPyodide } from "pyodide";

const here = dirname(fileURLToPath(import.meta.url));
const target = join(here, "../src/triarii/server/app_files/python/bytecode.zip");

const COMPILE = `
import hashlib, pathlib, py_compile, zipfile
from py_compile import PycInvalidationMode

LONG_AGO = (1980, 1, 1, 0, 0, 0)
home = pathlib.Path("/pack")
with zipfile.ZipFile("/bytecode.zip", "w", zipfile.ZIP_STORED) as archive:
    for path in sorted(home.rglob("*.py")):
        name = hashlib.sha256(path.read_bytes()).hexdigest() + ".pyc"
        if name in archive.namelist():
            continue
        py_compile.compile(
            str(path),
            cfile="/made.pyc",
            dfile=str(path.relative_to(home)),
            doraise=True,
            optimize=2,
            invalidation_mode=PycInvalidationMode.UNCHECKED_HASH,
        )
        archive.writestr(zipfile.ZipInfo(name, LONG_AGO), pathlib.Path("/made.pyc").read_bytes())
`;

const pack = await buffer(process.stdin);
const python = await loadPyodide();
python.unpackArchive(new Uint8Array(pack).buffer, "zip", { extractDir: "/pack" });
python.runPython(COMPILE);
mkdirSync(dirname(target), { recursive: true });
writeFileSync(`${target}.new`, python.FS.readFile("/bytecode.zip"));
renameSync(`${target}.new`, target);
process.exit(0); // Pyodide keeps the process alive
