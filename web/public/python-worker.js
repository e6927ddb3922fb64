// The rules in the browser: a Python of WebAssembly that answers what the app else asks a server.
// It hears {id, method, path, body} and answers {id, status, text}; first it says {ready: true}, or what failed.
import { loadPyodide } from "./python/pyodide.mjs";

const HOME = "/home/pyodide/app";
const beside = (name) => new URL(name, import.meta.url).href;

const BEGIN = `
import sys
sys.path.insert(0, "${HOME}")
from triarii.offline import structs
structs.use()
from triarii.offline.host import answer
answer
`;

async function begin() {
  const rules = fetch(beside("./python/triarii.zip")).then((found) => {
    if (!found.ok) throw new Error(`triarii.zip: ${found.status}`);
    return found.arrayBuffer();
  });
  const python = await loadPyodide({
    indexURL: beside("./python/"),
    env: { TRIARII_PURE: "1", HOME: "/home/pyodide" },
  });
  python.unpackArchive(await rules, "zip", { extractDir: HOME });
  return python.runPython(BEGIN);
}

const begun = begin();
begun.then(
  () => postMessage({ ready: true }),
  (failed) => postMessage({ ready: false, why: String(failed).slice(-500) }),
);

addEventListener("message", async ({ data }) => {
  const { id, method, path, body } = data;
  try {
    const answer = await begun;
    const found = answer(method, path, body);
    const [status, text] = found.toJs();
    found.destroy();
    postMessage({ id, status, text });
  } catch (failed) {
    postMessage({ id, status: 500, text: JSON.stringify({ code: "fault", words: String(failed).slice(-300) }) });
  }
});
