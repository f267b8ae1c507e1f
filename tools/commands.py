"""The commands of the set-up tool."""

import argparse
import os
import sys
from collections.abc import Callable

from tools.paths import ROOT
from tools.process import run_python
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


def _test(arguments: list[str]) -> int:
    """Run the tests on both databases (further arguments go to pytest)."""
    install_venv(dev=True)
    from tools.testing import run_tests

    return run_tests(arguments)


def _test_light(arguments: list[str]) -> int:
    """Run what needs neither browser nor PostgreSQL: the engine, pure rules, the ledger."""
    install_venv(dev=True)
    from tools.testing import run_light_tests

    return run_light_tests(arguments)


def _test_heavy(arguments: list[str]) -> int:
    """Run the tests that take long."""
    install_venv(dev=True)
    from tools.testing import run_heavy_tests

    return run_heavy_tests(arguments)


def _test_all(arguments: list[str]) -> int:
    """Run the tests on SQLite with every Python from 3.11 to 3.14 that is here, and with Django 6 (--here=6)."""
    from tools.versions import run_everywhere

    return run_everywhere(arguments)


def _measure_coverage(arguments: list[str]) -> int:
    """Measure how much of the program the tests cover; takes twice as long as testing."""
    install_venv(dev=True)
    from tools.testing import measure_coverage

    return measure_coverage()


def _check(arguments: list[str]) -> int:
    """Check style, types, templates, migrations and settings."""
    install_venv(dev=True)
    from tools.quality import run_checks

    return run_checks()


def _check_changes(arguments: list[str]) -> int:
    """Check what differs from the last commit, or from a named one, and run the tests that know of it."""
    install_venv(dev=True)
    from tools.changes import check_changes

    return check_changes(arguments)


def _format(arguments: list[str]) -> int:
    """Bring all files into the agreed form."""
    install_venv(dev=True)
    from tools.quality import format_files

    return format_files()


def _take_screenshots(arguments: list[str]) -> int:
    """Take pictures of all pages into var/screenshots (names of states: only of those; --full: whole pages)."""
    install_venv(dev=True)
    from tools.testing import provide_browser

    provide_browser()
    return run_python("-m", "tests.support.screenshots", *arguments)


def _lock(arguments: list[str]) -> int:
    """Write the lock again (--upgrade takes newer versions)."""
    from tools.lock import lock_versions

    return lock_versions(arguments)


def _audit(arguments: list[str]) -> int:
    """Ask whether weak spots of the locked versions are known (further arguments go to pip-audit)."""
    from tools.audit import audit_lock

    return audit_lock(arguments)


def _make_bundle(arguments: list[str]) -> int:
    """Make the zip file for a laptop (--python FOLDER: of an embeddable Python for Windows)."""
    from tools.bundle.build import make_bundle

    return make_bundle(arguments)


def _collect_messages(arguments: list[str]) -> int:
    """Collect and compile the translations."""
    install_venv(dev=True)
    return run_python("-m", "tools.translations", *arguments)


def _write_facts(arguments: list[str]) -> int:
    """Write docs/sheets, the facts of the printed sheets, from scoring/sheets/facts."""
    from tools.sheet_facts import write_pages

    write_pages()
    return 0


COMMANDS: dict[str, Callable[[list[str]], int]] = {
    "install": _install,
    "run": _run,
    "test": _test,
    "test-light": _test_light,
    "test-heavy": _test_heavy,
    "test-all": _test_all,
    "coverage": _measure_coverage,
    "check": _check,
    "changed": _check_changes,
    "format": _format,
    "demo": _run_demo,
    "lock": _lock,
    "audit": _audit,
    "bundle": _make_bundle,
    "messages": _collect_messages,
    "facts": _write_facts,
    "screenshots": _take_screenshots,
}


def main(arguments: list[str]) -> int:
    """Run the command named by the first argument."""
    lines = [f"  {name:<12}{command.__doc__}" for name, command in COMMANDS.items()]
    parser = argparse.ArgumentParser(
        prog="python -m tools",
        formatter_class=argparse.RawDescriptionHelpFormatter,
        epilog="\n".join(lines),
    )
    parser.add_argument("command", choices=COMMANDS, metavar="command")
    parser.add_argument("arguments", nargs=argparse.REMAINDER)
    chosen = parser.parse_args(arguments)
    try:
        return COMMANDS[chosen.command](chosen.arguments)
    except InstallError as error:
        print(error, file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        return 130


def _build_serve_options(arguments: list[str]) -> list[str]:
    """Return the options for the server, with the given port or the default one."""
    given = any(part.startswith("--port") for part in arguments)
    return arguments if given else ["--port", PORT, *arguments]
