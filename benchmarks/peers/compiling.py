"""Compiles the peers with the very flags of our own hot modules, into build/peers."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from pathlib import Path

from benchmarks import figures
from triarii import builds

HERE = Path(__file__).parent
TARGET = figures.WORK / "peers"
SETUP = """
from setuptools import Extension, setup
from Cython.Build import cythonize
directives = dict(language_level=3, annotation_typing=False, boundscheck=False, wraparound=False, cdivision=True,
                  initializedcheck=False)
names = {names!r}
modules = [Extension(name, [name + ".py"], extra_compile_args={flags!r}) for name in names]
made = cythonize(modules, include_path=[{source!r}], compiler_directives=directives, quiet=True)
setup(name="peers", ext_modules=made)
"""


def flags() -> list[str]:
    """The flags that our own modules were built with, as their stamp tells."""
    extension = builds.extension(builds.HOT[0])
    assert extension is not None
    return re.findall(r"(?<= )-\S+", builds.stamp(extension))


def compile_peers() -> Path:
    """The folder to import `cities_cy_bb` (the prototype) and `bare` from."""
    shutil.rmtree(TARGET, ignore_errors=True)
    TARGET.mkdir(parents=True)
    for path in (*HERE.glob("prototype/*"), HERE / "bare.py", HERE / "bare.pxd"):
        shutil.copy(path, TARGET)
    script = SETUP.format(names=["cities_cy_bb", "bare"], flags=flags(), source=str(builds.ROOT))
    (TARGET / "setup.py").write_text(script, encoding="utf-8")
    subprocess.run(
        [sys.executable, "setup.py", "-q", "build_ext", "--inplace"], cwd=TARGET, check=True, capture_output=True
    )
    return TARGET
