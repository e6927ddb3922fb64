"""Lets our own modules see Python as it is on Windows, in this process and in all that it starts.

Whoever has this folder on PYTHONPATH runs it at the start. Only modules of triarii are shown another world: to them
the platform is Windows, and what only POSIX has is not there. The standard library and other packages see the real one:
they have their own ways there, which are not ours to try. `msvcrt` locks for real, by a call that takes bytes of an
open file as Microsoft's does.
"""

from __future__ import annotations

import builtins
import os
import struct
import sys
from collections.abc import Mapping
from types import ModuleType
from typing import Any

POSIX_MODULES = frozenset(
    ("fcntl", "grp", "posix", "pty", "pwd", "readline", "resource", "syslog", "termios", "tty", "uvloop", "httptools")
)
"""With the two packages that pyproject.toml leaves out there."""
POSIX_ONLY: Mapping[str, frozenset[str]] = {
    "os": frozenset(
        (
            *("O_CLOEXEC", "O_DIRECTORY", "O_NOCTTY", "O_NOFOLLOW", "O_NONBLOCK", "O_SYNC", "SCHED_BATCH", "WNOHANG"),
            *("chown", "fchmod", "fchown", "fork", "forkpty", "getegid", "geteuid", "getgid", "getloadavg", "getpgid"),
            *("getuid", "killpg", "lockf", "mkfifo", "nice", "openpty", "posix_spawn", "pread", "pwrite"),
            *("register_at_fork", "sched_getaffinity", "sched_param", "sched_setscheduler", "sendfile", "setpgid"),
            *("setsid", "setuid", "statvfs", "sysconf", "uname", "wait", "wait3", "wait4"),
        )
    ),
    "signal": frozenset(
        (
            *("ITIMER_PROF", "ITIMER_REAL", "SIGALRM", "SIGCHLD", "SIGHUP", "SIGKILL", "SIGPIPE", "SIGPROF", "SIGQUIT"),
            *("SIGUSR1", "SIGUSR2", "SIG_BLOCK", "SIG_SETMASK", "SIG_UNBLOCK", "alarm", "pause", "pthread_kill"),
            *("pthread_sigmask", "setitimer", "siginterrupt", "sigwait"),
        )
    ),
    "sys": frozenset(),
}
TOLD: Mapping[str, Mapping[str, object]] = {
    "os": {"name": "nt", "O_BINARY": 0},
    "signal": {"SIGBREAK": 21},
    "sys": {"platform": "win32"},
}


class Seen(ModuleType):
    """A module as it is on Windows; whatever is set goes to the real one."""

    def __init__(self, real: ModuleType) -> None:
        super().__init__(real.__name__)
        vars(self)["real"] = real

    def __getattr__(self, name: str) -> Any:
        own = self.__name__
        if name in POSIX_ONLY[own]:
            raise AttributeError(f"module {own!r} has no attribute {name!r} on Windows")
        return TOLD[own][name] if name in TOLD.get(own, ()) else getattr(vars(self)["real"], name)

    def __setattr__(self, name: str, value: object) -> None:
        setattr(vars(self)["real"], name, value)


seen: dict[str, Seen] = {}
real_import = builtins.__import__


def import_as_on_windows(name: str, *rest: Any, **more: Any) -> ModuleType:
    """As `__import__` takes it: the importing module's globals come next, by whichever way."""
    into: Mapping[str, Any] = (rest[0] if rest else more.get("globals")) or {}
    importer = str(into.get("__package__") or into.get("__name__") or "")
    if importer.partition(".")[0] != "triarii":
        return real_import(name, *rest, **more)
    if name in WINDOWS_MODULES:
        return WINDOWS_MODULES[name]
    if name.partition(".")[0] in POSIX_MODULES:
        raise ModuleNotFoundError(f"No module named {name!r} on Windows", name=name)
    found = real_import(name, *rest, **more)
    if found.__name__ in POSIX_ONLY:
        return seen.setdefault(found.__name__, Seen(found))
    return found


def locking(handle: int, mode: int, size: int) -> None:
    """Of `msvcrt`: takes bytes from the file's position on, or raises an OSError if another opening of it has one."""
    import fcntl

    assert mode == msvcrt.LK_NBLCK
    wanted = struct.pack("hhqqi", fcntl.F_WRLCK, os.SEEK_SET, os.lseek(handle, 0, os.SEEK_CUR), size, 0)
    fcntl.fcntl(handle, fcntl.F_OFD_SETLK, wanted)


msvcrt: Any = ModuleType("msvcrt")
msvcrt.LK_NBLCK = 2
msvcrt.locking = locking
WINDOWS_MODULES: Mapping[str, ModuleType] = {"msvcrt": msvcrt}
"""The standard library takes the first of these for a sign of Windows, so only we are given it."""
for missing in ("uvloop", "httptools"):
    sys.modules[missing] = None  # type: ignore[assignment]
builtins.__import__ = import_as_on_windows
