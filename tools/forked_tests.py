"""A plug-in of pytest that loads every test once and forks for each change of code that is asked of it.

pytest -p tools.forked_tests, with PACKAGE naming the package whose code is changed, and ASKED and TOLD the ends of two
pipes. A question is a line of JSON: the file, its text before and after, and the tests with the seconds that each took;
the answer is a line with an `Outcome` and the test that failed.

A changed function gets its new code in the child, wherever it is known by then: nothing is loaded again. What runs
while modules are loaded can't be changed so, and the answer says that.
"""

from __future__ import annotations

import gc
import importlib
import inspect
import json
import os
import pkgutil
import resource
import signal
from collections import Counter, defaultdict
from collections.abc import Generator, Iterator, Mapping
from enum import StrEnum
from types import CodeType, FunctionType
from typing import Any

import pytest
from _pytest import main as runner

PACKAGE = "TRIARII_FORKED_PACKAGE"
ASKED = "TRIARII_FORKED_ASKED"
TOLD = "TRIARII_FORKED_TOLD"
READY = "ready"
SPARE = 3
"""Seconds of a processor beyond three times what a test took, before it counts as hung: a child reads tables anew."""


class Outcome(StrEnum):
    """What came of a question."""

    PASSED = "passed"
    FAILED = "failed"
    HUNG = "hung"
    """A test computed far longer than it ever did; the system ended it."""
    RELOAD = "reload"
    """The change is one of what runs while modules are loaded, or a test is not among those loaded."""


def pytest_configure(config: pytest.Config) -> None:
    config.pluginmanager.register(ForkedTests(os.environ[PACKAGE], int(os.environ[ASKED]), int(os.environ[TOLD])))


class ForkedTests:
    """The parent of all children."""

    def __init__(self, package: str, asked: int, told: int) -> None:
        self.package, self.asked, self.told = package, asked, told
        self.takes: Mapping[str, float] = {}
        self.failed = ""

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        items = {item.nodeid: item for item in session.items}
        functions = self._functions()
        gc.collect()
        gc.freeze()  # children share what is never looked at again
        with os.fdopen(self.asked, encoding="utf-8") as asked, os.fdopen(self.told, "w", encoding="utf-8") as told:
            print(READY, file=told, flush=True)
            for line in asked:
                print(json.dumps(self._forked(session, items, functions, json.loads(line))), file=told, flush=True)
        return True

    def _functions(self) -> dict[str, list[FunctionType]]:
        """Every function of the package by its file, all modules loaded."""
        package = importlib.import_module(self.package)
        for module in pkgutil.walk_packages(package.__path__, f"{self.package}."):
            importlib.import_module(module.name)
        found: dict[str, list[FunctionType]] = defaultdict(list)
        for each in gc.get_objects():
            if isinstance(each, FunctionType):
                found[each.__code__.co_filename].append(each)
        return found

    def _forked(
        self,
        session: pytest.Session,
        items: Mapping[str, pytest.Item],
        functions: Mapping[str, list[FunctionType]],
        asked: Mapping[str, Any],
    ) -> tuple[Outcome, str]:
        heard, tell = os.pipe()
        child = os.fork()
        if child == 0:
            try:
                outcome = self._tried(session, items, functions, asked)
                os.write(tell, f"{outcome} {self.failed}".encode()[:500])
            finally:
                os._exit(0)
        os.close(tell)
        with os.fdopen(heard, "rb") as answer:
            said = answer.read().decode(errors="replace")
        code = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
        if code == -signal.SIGXCPU:
            return Outcome.HUNG, ""
        if not said:
            return Outcome.FAILED, f"the process ended with {code}"
        word, _, failed = said.partition(" ")
        return Outcome(word), failed

    def _tried(
        self,
        session: pytest.Session,
        items: Mapping[str, pytest.Item],
        functions: Mapping[str, list[FunctionType]],
        asked: Mapping[str, Any],
    ) -> Outcome:
        """In the child: change the code, run the tests."""
        self.takes = dict(asked["tests"])
        if not all(name in items for name in self.takes):
            return Outcome.RELOAD
        if asked["after"] != asked["before"]:
            changes = changed_code(asked["file"], asked["before"], asked["after"])
            known = [each for each in functions.get(asked["file"], ()) if each.__code__ in changes]
            if not known:
                return Outcome.RELOAD
            for function in known:
                function.__code__ = changes[function.__code__]
        session.items = [items[name] for name in self.takes]
        session.testscollected = len(session.items)
        try:
            runner.pytest_runtestloop(session)
        except session.Failed:
            return Outcome.FAILED
        return Outcome.FAILED if self.failed else Outcome.PASSED

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Generator[None, object, object]:
        used = resource.getrusage(resource.RUSAGE_SELF)
        most = int(used.ru_utime + used.ru_stime + 3 * self.takes[item.nodeid]) + SPARE
        resource.setrlimit(resource.RLIMIT_CPU, (most, resource.getrlimit(resource.RLIMIT_CPU)[1]))
        return (yield)

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.failed and not self.failed:
            self.failed = report.nodeid


def changed_code(file: str, before: str, after: str) -> dict[CodeType, CodeType]:
    """The code of the functions that differ, old and new; nothing where what runs while the module is loaded does."""
    old, new = (compile(text, file, "exec", dont_inherit=True) for text in (before, after))
    pairs = list(_pairs(old, new))
    if any(_own(old) != _own(new) and not _of_function(old) for old, new in pairs):
        return {}
    twins = Counter(old for old, _ in pairs)
    changes = {old: new for old, new in pairs if old != new and _of_function(old)}
    # Two texts that compile to the same code can't be told apart.
    return {} if any(twins[old] > 1 for old in changes) else changes


def _pairs(old: CodeType, new: CodeType) -> Iterator[tuple[CodeType, CodeType]]:
    """Code with the code inside of it, as it was and as it is."""
    yield old, new
    inner_old, inner_new = list(_inner(old)), list(_inner(new))
    if len(inner_old) == len(inner_new):
        for one, other in zip(inner_old, inner_new, strict=True):
            yield from _pairs(one, other)


def _inner(code: CodeType) -> Iterator[CodeType]:
    return (each for each in code.co_consts if isinstance(each, CodeType))


def _own(code: CodeType) -> tuple[object, ...]:
    """What a piece of code does, without what is inside of it."""
    constants = [(type(each), None if isinstance(each, CodeType) else each) for each in code.co_consts]
    return code.co_code, constants, code.co_names, code.co_varnames


def _of_function(code: CodeType) -> bool:
    """Neither the body of a module nor of a class, which run once."""
    return bool(code.co_flags & inspect.CO_OPTIMIZED)
