"""Compiles the hot modules where that is possible; all else about the package is in pyproject.toml.

TRIARII_PURE=1 compiles none, TRIARII_NATIVE=1 tunes for this machine only, TRIARII_CFLAGS adds flags.
A wheel and a source archive hold the built app in the browser; TRIARII_WITHOUT_APP=1 makes those that do without.
With the same SOURCE_DATE_EPOCH the same tree gives the same bytes.
"""

import gzip
import os
import platform
import re
import runpy
import shutil
import sys
import tarfile
from pathlib import Path

from setuptools import Extension, setup
from setuptools.command.bdist_wheel import bdist_wheel
from setuptools.command.build_ext import build_ext
from setuptools.command.sdist import sdist

try:
    from Cython import __version__ as cython
    from Cython.Build import cythonize
except ImportError:
    cython = None

builds = runpy.run_path("src/triarii/builds.py")
# Fused floating point would let the compiled build differ from the text; -g0 makes the files five times smaller.
flags = ["-O3", "-g0", "-ffp-contract=off"]
if os.environ.get("TRIARII_NATIVE", "") not in ("", "0"):
    flags.append("-march=native")
elif platform.machine() in ("x86_64", "AMD64"):
    flags.append("-march=x86-64-v2")  # for popcount; more than that brought nothing
flags += os.environ.get("TRIARII_CFLAGS", "").split()
MICROSOFTS = ["/O2", "/fp:precise"]
"""What Microsoft's compiler takes instead: it knows none of the others, and fuses nothing by itself."""
directives = {
    "language_level": 3,
    "annotation_typing": False,
    "boundscheck": False,
    "wraparound": False,
    "cdivision": True,
    "initializedcheck": False,
}


class BuildHot(build_ext):
    """Leaves alone what was compiled from the present text; never leaves a file that was compiled from another one."""

    def build_extensions(self) -> None:
        command = getattr(self.compiler, "compiler_so", None)  # Microsoft's compiler keeps no such list
        has_compiler = not command or shutil.which(command[0])
        if self.compiler.compiler_type == "msvc":
            flags[:] = MICROSOFTS
        for ext in self.extensions:
            ext.extra_compile_args = flags
        self.missing = "Cython" if cython is None else "" if has_compiler else "C compiler"
        super().build_extensions()
        if self.missing and not all(builds["fresh"](ext.name) for ext in self.extensions):
            print(f"triarii: no {self.missing} found; all runs uncompiled, which works but is slow", file=sys.stderr)

    def build_extension(self, ext: Extension) -> None:
        text = builds["digest"](ext.name)
        stamp = f"{text} cython {cython} {' '.join(flags)}"
        target, beside = Path(self.get_ext_fullpath(ext.name)), Path("src", self.get_ext_filename(ext.name))
        for done in (target, beside):
            found = builds["stamp"](done) if done.exists() else ""
            if found.startswith(text) and (found == stamp or self.missing) and not self.force:
                target.parent.mkdir(parents=True, exist_ok=True)
                if done != target:
                    shutil.copy2(done, target)
                return
            if not found.startswith(text):  # should the compiler fail now, nothing made from an older text may stay
                done.unlink(missing_ok=True)
        if not self.missing:
            self.compile_hot(ext, stamp)

    def compile_hot(self, ext: Extension, stamp: str) -> None:
        mark = Path("build/stamps", ext.name + ".c")
        mark.parent.mkdir(parents=True, exist_ok=True)
        mark.write_text(f'const char triarii_build[] = "{builds["MARK"]}{stamp}";\n', encoding="utf-8")
        try:
            [made] = cythonize([ext], build_dir="build/c", force=True, quiet=True, compiler_directives=directives)
        except Exception as broken:  # a text that Cython refuses is our fault, never a reason to run on uncompiled
            sys.exit(f"triarii: Cython refuses {ext.name}: {broken}")
        ext.sources = [*made.sources, str(mark)]  # setuptools wants its own Extension back, so only these are taken
        super().build_extension(ext)


class WholeWheel(bdist_wheel):
    """Whoever installs a wheel has no Node to build the app with; an editable install never comes here."""

    def run(self) -> None:
        insist_on_app("a wheel", "wheel")
        super().run()


class WholeArchive(sdist):
    """The sources with the built app, so that Node is needed neither for this archive nor for a wheel from it."""

    def run(self) -> None:
        insist_on_app("a source archive", "sdist")
        super().run()

    def make_archive(self, base_name: str, format: str, root_dir=None, base_dir=None, **more) -> str:  # noqa: A002
        """The usual one would hold the time at which it was made, and who made it."""
        if format != "gztar":
            return super().make_archive(base_name, format, root_dir, base_dir, **more)
        made = f"{base_name}.tar.gz"
        date = os.environ.get("SOURCE_DATE_EPOCH")
        Path(made).parent.mkdir(parents=True, exist_ok=True)
        with (
            Path(made).open("wb") as file,
            gzip.GzipFile("", "wb", fileobj=file, mtime=int(date or 0)) as packed,
            tarfile.open(mode="w", fileobj=packed, format=tarfile.PAX_FORMAT) as tar,
        ):
            tar.add(base_dir, filter=lambda member: nobodys(member, date))
        return made


def nobodys(member: tarfile.TarInfo, date: str | None) -> tarfile.TarInfo:
    """A member of an archive without a trace of the machine it was packed on."""
    member.uid = member.gid = 0
    member.uname = member.gname = ""
    member.mode = 0o755 if member.isdir() else 0o644
    member.mtime = int(date or member.mtime)
    return member


def insist_on_app(what: str, target: str) -> None:
    """Ends the build with a sentence if what is to be made would lack the app."""
    missing = "" if os.environ.get("TRIARII_WITHOUT_APP", "") not in ("", "0") else missing_of_app()
    if missing:
        sys.exit(
            f"triarii: the app in the browser is not built ({missing} is missing), and {what} must hold it. "
            f"`make {target}` builds both; TRIARII_WITHOUT_APP=1 makes {what} without it."
        )


def missing_of_app() -> str:
    """The first file of the app that is not there: its page, or what its page names."""
    page = Path("src/triarii/server/app_files/index.html")
    if not page.is_file():
        return str(page)
    named = re.findall(r'(?:src|href)="\.?/([^"]+)"', page.read_text(encoding="utf-8"))
    return next((str(page.parent / name) for name in named if not (page.parent / name).is_file()), "")


wanted = () if builds["pure_wanted"]() else builds["HOT"]
setup(
    cmdclass={"bdist_wheel": WholeWheel, "build_ext": BuildHot, "sdist": WholeArchive},
    ext_modules=[
        Extension(name, [f"src/{name.replace('.', '/')}.py"], extra_compile_args=flags, optional=True)
        for name in wanted
    ],
)
