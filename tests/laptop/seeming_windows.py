"""A program to run in a process of its own: imports every module of the site as if this were Windows.

The modules of the program, and no others, see a Python without what only other systems have: its modules cannot be
imported, its functions and constants are not there, and `os.name` and `sys.platform` are those of Windows. So whatever
is done at an import, and whatever a decision there leads to, is done as it would be there.
"""

import builtins
import json
import os
import pkgutil
import sys
from collections.abc import Mapping, Sequence
from importlib import import_module
from types import ModuleType
from typing import Any

OURS = ("scoring", "tarockclub", "tournaments")
MISSING_MODULES = {"fcntl", "pwd", "grp", "resource", "termios", "tty", "pty", "syslog", "readline", "curses", "posix"}
MISSING_NAMES = {
    "os": (
        "fork forkpty getuid geteuid getgid getegid setuid setsid killpg getpgid nice uname statvfs fstatvfs chown "
        "fchown lchown fchmod mkfifo openpty sched_getaffinity sync getloadavg wait O_NOFOLLOW O_DIRECTORY O_CLOEXEC "
        "ST_NOEXEC posix_fallocate fdatasync"
    ),
    "signal": "SIGHUP SIGKILL SIGUSR1 SIGUSR2 SIGCHLD SIGALRM SIG_BLOCK pthread_sigmask alarm setitimer pause",
    "socket": "AF_UNIX SO_REUSEPORT socketpair_unix CMSG_LEN",
    "time": "clock_gettime CLOCK_BOOTTIME CLOCK_MONOTONIC_RAW tzset",
    "sys": "getdlopenflags setdlopenflags",
}
INSTEAD: dict[str, dict[str, Any]] = {"os": {"name": "nt"}, "sys": {"platform": "win32"}}
WINDOWS_ONLY = {"subprocess": {"CREATE_NEW_PROCESS_GROUP": 0x200, "BELOW_NORMAL_PRIORITY_CLASS": 0x4000}}
WINDOWS_MODULES = {"winreg": ModuleType("winreg")}
_import = builtins.__import__


class SeemingModule(ModuleType):
    """A module of the library as it is on Windows."""

    def __init__(self, real: ModuleType) -> None:
        super().__init__(real.__name__)
        self.__dict__["_real"] = real

    def __getattr__(self, name: str) -> Any:
        own = INSTEAD.get(self.__name__, {}) | WINDOWS_ONLY.get(self.__name__, {})
        if name in own:
            return own[name]
        if name in MISSING_NAMES.get(self.__name__, "").split():
            raise AttributeError(f"module {self.__name__!r} has no attribute {name!r} on Windows")
        return getattr(self._real, name)

    def __setattr__(self, name: str, value: object) -> None:
        setattr(self._real, name, value)


SEEMING = {name: SeemingModule(import_module(name)) for name in (*MISSING_NAMES, *WINDOWS_ONLY)}


def import_on_windows(
    name: str,
    globals: Mapping[str, object] | None = None,  # noqa: A002 -- the names that Python gives them
    locals: Mapping[str, object] | None = None,  # noqa: A002
    fromlist: Sequence[str] | None = (),
    level: int = 0,
) -> ModuleType:
    """Import a module; for those of the program what Windows has."""
    asks = str((globals or {}).get("__name__") or "").partition(".")[0]
    if asks in OURS and level == 0:
        if name in MISSING_MODULES:
            raise ModuleNotFoundError(f"No module named {name!r} on Windows", name=name)
        if name in SEEMING or name in WINDOWS_MODULES:
            return SEEMING.get(name) or WINDOWS_MODULES[name]
    return _import(name, globals, locals, fromlist or (), level)


def list_modules() -> list[str]:
    """Return the names of all modules of the program, but for those that do something when they are imported."""
    found = []
    for top in OURS:
        package = import_module(top)
        found += [module.name for module in pkgutil.walk_packages(package.__path__, f"{top}.")]
    return [name for name in found if not name.endswith((".__main__", ".application"))]


def main() -> None:
    """Print how many modules were imported, and what those that could not be said."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tarockclub.settings")
    builtins.__import__ = import_on_windows
    import django

    django.setup(set_prefix=False)
    names, failed = list_modules(), {}
    for name in names:
        try:
            import_module(name)
        except Exception as error:  # noqa: BLE001 -- whatever it is, the test names it
            failed[name] = repr(error)
    seen = sum(isinstance(getattr(sys.modules.get(name), "os", None), SeemingModule) for name in names)
    print(json.dumps({"modules": len(names), "seeming": seen, "failed": failed}))


if __name__ == "__main__":
    main()
