"""The commands of the set-up tool; what each says of itself is the first line of its function."""

import argparse
import inspect
import os
import sys
from collections.abc import Callable

from tools import needs
from tools.changes import check_changes
from tools.lock import audit_lock, lock_versions
from tools.paths import ROOT
from tools.process import run_python
from tools.quality import format_files, run_checks
from tools.release import make_release
from tools.testing import (
    measure_coverage,
    run_everywhere,
    run_heavy_tests,
    run_light_tests,
    run_soak,
    run_tests,
)
from tools.uv import InstallError
from tools.venv import install_venv

PORT = "8000"


def _install(arguments: list[str]) -> int:
    """Prepare .venv with everything that running and developing needs (--run: that running needs)."""
    install_venv(dev="--run" not in arguments)
    return 0


def _run(arguments: list[str]) -> int:
    """Start the server (--port N)."""
    install_venv(dev=False)
    return run_python("manage.py", "serve", "--migrate", *_build_serve_options(arguments))


def _run_demo(arguments: list[str]) -> int:
    """Make up two clubs with evenings, tournaments and seasons in var/demo, and start the server."""
    install_venv(dev=False)
    _choose_demo_folder()
    options = _build_serve_options(arguments)
    failed = run_python("manage.py", "migrate", "--skip-checks", "--verbosity=0")
    failed = failed or run_python("manage.py", "demo", *options)
    return failed or run_python("manage.py", "serve", *options)


def _choose_demo_folder() -> None:
    """Keep the demo out of the data of a club, unless somebody has said where it shall be."""
    if not any(os.environ.get(name, "").strip() for name in ("DATABASE_URL", "TAROCKCLUB_DATA")):
        os.environ["TAROCKCLUB_DATA"] = str(ROOT / "var" / "demo")


def _build_serve_options(arguments: list[str]) -> list[str]:
    """Return the options for the server, with the given port or the default one."""
    given = any(part.startswith("--port") for part in arguments)
    return arguments if given else ["--port", PORT, *arguments]


def _collect_messages(arguments: list[str]) -> int:
    """Collect and compile the translations."""
    return run_python("-m", "tools.translations", *arguments)


def _make_bundle(arguments: list[str]) -> int:
    """Make the zip file for a laptop (--python FOLDER: of an embeddable Python for Windows)."""
    return run_python("-m", "tools.bundle.build", *arguments)


def _write_facts(arguments: list[str]) -> int:
    """Write docs/sheets, the facts of the printed sheets, from scoring/sheets/facts."""
    return run_python("-m", "tools.sheet_facts", *arguments)


def _take_screenshots(arguments: list[str]) -> int:
    """Take pictures of all pages into var/screenshots (names of states: only of those; --full: whole pages)."""
    needs.provide(needs.FOR_PAGES)
    return run_python("-m", "tests.support.screenshots", *arguments)


COMMANDS: dict[str, Callable[[list[str]], int]] = {
    "install": _install,
    "run": _run,
    "demo": _run_demo,
    "test": run_tests,
    "test-light": run_light_tests,
    "test-heavy": run_heavy_tests,
    "soak": run_soak,
    "test-all": run_everywhere,
    "coverage": measure_coverage,
    "check": run_checks,
    "changed": check_changes,
    "format": format_files,
    "messages": _collect_messages,
    "facts": _write_facts,
    "screenshots": _take_screenshots,
    "lock": lock_versions,
    "audit": audit_lock,
    "bundle": _make_bundle,
    "release": make_release,
}
# All others need the environment of developers first.
BARE = {"install", "run", "demo", "lock", "audit"}


def main(arguments: list[str]) -> int:
    """Run the command named by the first argument."""
    lines = [f"  {name:<12}{inspect.getdoc(run)}".splitlines()[0] for name, run in COMMANDS.items()]
    parser = argparse.ArgumentParser(
        prog="python -m tools",
        formatter_class=argparse.RawDescriptionHelpFormatter,
        epilog="\n".join(lines),
    )
    parser.add_argument("command", choices=COMMANDS, metavar="command")
    parser.add_argument("arguments", nargs=argparse.REMAINDER)
    chosen = parser.parse_args(arguments)
    try:
        if chosen.command not in BARE:
            install_venv(dev=True)
        return COMMANDS[chosen.command](chosen.arguments)
    except InstallError as error:
        print(error, file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        return 130
