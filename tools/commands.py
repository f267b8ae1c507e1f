"""The commands of the set-up tool."""

import argparse
import os
import sys
from collections.abc import Callable
from typing import NamedTuple

from tools.audit import audit_lock
from tools.bundle.build import make_bundle
from tools.changes import check_changes
from tools.lock import lock_versions
from tools.paths import ROOT
from tools.process import run_python
from tools.quality import format_files, run_checks
from tools.testing import (
    measure_coverage,
    provide_browser,
    run_everywhere,
    run_heavy_tests,
    run_light_tests,
    run_soak,
    run_tests,
)
from tools.uv import InstallError
from tools.venv import install_venv

PORT = "8000"


class Command(NamedTuple):
    """A command, with what it says about itself."""

    run: Callable[[list[str]], int]
    about: str
    needs_venv: bool = True  # the one of developers; other commands make what they need


def _install(arguments: list[str]) -> int:
    install_venv(dev="--run" not in arguments)
    return 0


def _run(arguments: list[str]) -> int:
    install_venv(dev=False)
    return run_python("manage.py", "serve", "--migrate", *_build_serve_options(arguments))


def _run_demo(arguments: list[str]) -> int:
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


def _take_screenshots(arguments: list[str]) -> int:
    provide_browser()
    return run_python("-m", "tests.support.screenshots", *arguments)


def _write_facts(_arguments: list[str]) -> int:
    from tools.sheet_facts import write_pages  # with the engine, which no other command needs

    write_pages()
    return 0


COMMANDS = {
    "install": Command(
        _install, "Prepare .venv with everything that running and developing needs (--run: that running needs).", False
    ),
    "run": Command(_run, "Start the server (--port N).", False),
    "test": Command(run_tests, "Run the tests on both databases (further arguments go to pytest)."),
    "test-light": Command(
        run_light_tests, "Run what needs neither browser nor PostgreSQL: the engine, pure rules, the ledger."
    ),
    "test-heavy": Command(run_heavy_tests, "Run the tests that take long."),
    "soak": Command(run_soak, "Run them all, random ones with many examples: for a night."),
    "test-all": Command(
        run_everywhere, "Run the tests on SQLite with each Python and Django (-p 3.13 -- tests/…; for nox)."
    ),
    "coverage": Command(
        lambda _arguments: measure_coverage(),
        "Measure how much of the program the tests cover; takes twice as long as testing.",
    ),
    "check": Command(lambda _arguments: run_checks(), "Check style, types, templates, migrations and settings."),
    "changed": Command(
        check_changes,
        "Check what differs from the last commit, or from a named one, and run the tests that know of it.",
    ),
    "format": Command(lambda _arguments: format_files(), "Bring all files into the agreed form."),
    "demo": Command(
        _run_demo,
        "Make up two clubs with evenings, tournaments and seasons in var/demo, and start the server.",
        False,
    ),
    "lock": Command(lock_versions, "Write the lock again (--upgrade takes newer versions).", False),
    "audit": Command(
        audit_lock,
        "Ask whether weak spots of the locked versions are known (further arguments go to pip-audit).",
        False,
    ),
    "bundle": Command(
        make_bundle,
        "Make the zip file for a laptop (--python FOLDER: of an embeddable Python for Windows).",
        False,
    ),
    "messages": Command(
        lambda arguments: run_python("-m", "tools.translations", *arguments), "Collect and compile the translations."
    ),
    "facts": Command(
        _write_facts, "Write docs/sheets, the facts of the printed sheets, from scoring/sheets/facts.", False
    ),
    "screenshots": Command(
        _take_screenshots,
        "Take pictures of all pages into var/screenshots (names of states: only of those; --full: whole pages).",
    ),
}


def main(arguments: list[str]) -> int:
    """Run the command named by the first argument."""
    lines = [f"  {name:<12}{command.about}" for name, command in COMMANDS.items()]
    parser = argparse.ArgumentParser(
        prog="python -m tools",
        formatter_class=argparse.RawDescriptionHelpFormatter,
        epilog="\n".join(lines),
    )
    parser.add_argument("command", choices=COMMANDS, metavar="command")
    parser.add_argument("arguments", nargs=argparse.REMAINDER)
    chosen = parser.parse_args(arguments)
    command = COMMANDS[chosen.command]
    try:
        if command.needs_venv:
            install_venv(dev=True)
        return command.run(chosen.arguments)
    except InstallError as error:
        print(error, file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        return 130
