"""Needs of tests beside the packages of Python: installed before tests are collected, or named when they have run."""

import ctypes
import shutil
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import NamedTuple

from tools import apt, npm, postgres

# The shell renders pages as the browser does; the browser itself would take twice the processor time for each page.
CHROMIUM = "/usr/bin/chromium-headless-shell"


class Need(NamedTuple):
    """One of them: what the tests are about, the packages of Debian, and how one sees that it is there."""

    tests: str
    packages: tuple[str, ...]
    is_there: Callable[[], bool]


def has_driver_library() -> bool:
    """Return whether the library is there that the node in Playwright's package asks for."""
    if sys.platform != "linux":
        return True
    try:
        ctypes.CDLL("libatomic.so.1")
    except OSError:
        return False
    return True


def _has_program(name: str) -> Callable[[], bool]:
    return lambda: shutil.which(name) is not None


SCRIPTS = Need("scripts under node", npm.PACKAGES, npm.has_node)
BROWSER = Need(
    "pages in a browser",
    ("chromium-headless-shell", "libatomic1", "fonts-dejavu-core", "fonts-noto-color-emoji"),
    lambda: shutil.which(CHROMIUM) is not None and has_driver_library(),
)
CERTIFICATES = Need("HTTPS", ("openssl",), _has_program("openssl"))
POSTGRES = Need("PostgreSQL", ("postgresql",), lambda: postgres.find_programs() is not None)
WORKBOOKS = Need("workbooks in LibreOffice", ("libreoffice-calc-nogui",), _has_program("soffice"))
# Letters as wide as Calibri's, so that a printed workbook has the lines and pages that Excel gives it.
CARLITO = Need(
    *("pages of workbooks", ("fonts-crosextra-carlito",)),
    lambda: Path("/usr/share/fonts/truetype/crosextra/Carlito-Regular.ttf").exists(),
)
POWER_CUTS = Need("power cuts", ("strace",), _has_program("strace"))
FIREFOX = Need("tables in Firefox", ("firefox-esr",), _has_program("firefox-esr"))
WEBKIT = Need(
    "tables in WebKit",
    ("webkit2gtk-driver", "xvfb"),
    lambda: shutil.which("WebKitWebDriver") is not None and shutil.which("Xvfb") is not None,
)

FOR_PAGES = (BROWSER, CERTIFICATES)
FOR_QUICK_TESTS = (SCRIPTS, *FOR_PAGES)
FOR_TESTS = (*FOR_QUICK_TESTS, POSTGRES)
FOR_HEAVY_TESTS = (*FOR_TESTS, WORKBOOKS, CARLITO, POWER_CUTS, FIREFOX, WEBKIT)


def provide(needs: Sequence[Need]) -> list[Need]:
    """Install what is not there, where that is allowed; return what is still missing, in CI with the reason."""
    missing = [need for need in needs if not need.is_there()]
    if missing and apt.may_install():
        _install(missing)
        missing = [need for need in needs if not need.is_there()]
    if SCRIPTS in needs and SCRIPTS not in missing and (reason := npm.install_modules()):
        print(f"== No tests of scripts under node: {reason}", file=sys.stderr, flush=True)
        missing.append(SCRIPTS)
    return missing


def name_missing(missing: Sequence[Need], target: str) -> None:
    """Say in three lines what was left out and which command brings it; nothing where all is there."""
    if missing:
        packages = [package for need in missing if not need.is_there() for package in need.packages]
        commands = [f"sudo apt-get install --no-install-recommends {' '.join(packages)}"] if packages else []
        commands += ["npm ci"] if SCRIPTS in missing and SCRIPTS.is_there() else []
        print(f"== LEFT OUT, because this machine lacks what they need: tests of {_join(missing)}.")
        print(f"== It comes with: {' && '.join(commands)}")
        print(f"== Then `make {target}` runs them too; root's `make {target}` installs all that by itself.", flush=True)


def _install(missing: Sequence[Need]) -> None:
    """Install all at once, which is quickest; one after the other where one of them is not to be had."""
    began = time.monotonic()
    packages = [package for need in missing for package in need.packages]
    if apt.install_packages(*packages):
        for need in missing:
            if reason := apt.install_packages(*need.packages):
                print(f"== No tests of {need.tests}: {reason}", file=sys.stderr, flush=True)
    print(f"… after {time.monotonic() - began:.0f} s", flush=True)


def _join(missing: Sequence[Need]) -> str:
    """Return what these are about, as one reads it out."""
    *others, last = [need.tests for need in missing]
    return f"{', '.join(others)} and {last}" if others else last
