"""Stands in for the module `cython` where Cython is not installed: all that our hot files ask of it."""

from contextlib import AbstractContextManager, nullcontext

compiled = False
nogil: AbstractContextManager[None] = nullcontext()
gil: AbstractContextManager[None] = nullcontext()
