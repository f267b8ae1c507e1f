"""`python -m tarockclub.office.backups.prepare FILE`: examine a file from outside and prepare it to replace the book.

In a separate process, with the file as its database: errors in the file cannot harm the server, and the old book
remains until all this is done. Prints one line of JSON.
"""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any
from urllib.parse import quote

from tarockclub.office.backups.container import BackupFacts, parse_about
from tarockclub.office.backups.errors import Trouble, encode_trouble
from tarockclub.platform.server.installation import build_child_command, build_child_environment

SECONDS = 1800


def prove_apart(file: Path) -> tuple[str, ...]:
    """Return the findings of the book's verification in a file; nothing important is written."""
    return tuple(_run_apart("prove", file)["findings"])


def prepare_apart(file: Path) -> tuple[BackupFacts, tuple[str, ...]]:
    """Migrate a file to this program's schema; return its facts and the findings of its verification."""
    answer = _run_apart("prepare", file)
    return parse_about(json.dumps(answer["about"])), tuple(answer["findings"])


def _run_apart(what: str, file: Path) -> dict[str, Any]:
    environment = build_child_environment(
        DATABASE_URL=f"sqlite:///{quote(str(file.absolute()))}",
        DJANGO_SETTINGS_MODULE="tarockclub.settings",
    )
    done = subprocess.run(  # noqa: S603 -- this program itself
        build_child_command(__name__, what, str(file.absolute())),
        env=environment,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        encoding="utf-8",
        errors="replace",
        timeout=SECONDS,
        check=False,
    )
    try:
        answer: dict[str, Any] = json.loads(done.stdout.splitlines()[-1])
    except (IndexError, ValueError) as error:
        lines = [line for line in done.stderr.splitlines() if line.strip()]
        raise Trouble("failed", reason=lines[-1] if lines else str(done.returncode)) from error
    if "trouble" in answer:
        raise Trouble(answer["trouble"]["code"], **answer["trouble"]["facts"])
    return answer


def prove_file(file: Path) -> dict[str, Any]:
    """Verify the book in the file, if it has this program's schema."""
    return {"findings": list_findings()}


def prepare_file(file: Path) -> dict[str, Any]:
    """Examine, migrate, and verify the file."""
    from tarockclub.office.backups.contents import refuse_unusable
    from tarockclub.office.backups.sqlite import drop_triggers, examine_file

    refuse_unusable(examine_file(file, ""))
    drop_triggers(file)
    migrate_and_check()
    about = examine_file(file, "")
    refuse_unusable(about)
    return {"about": json.loads(about.format_json()), "findings": list_findings()}


def migrate_and_check() -> None:
    """Migrate this process's database to the program's schema; sessions and jobs end, for accounts may have changed."""
    from django.apps import apps
    from django.core.management import call_command
    from django.db import connection

    from tarockclub.office.backups.contents import find_differences

    call_command("migrate", verbosity=0, interactive=False, skip_checks=True, unguarded=True)
    different = find_differences(connection)
    if different:
        raise Trouble("foreign", reason=different[0])
    for label in ("sessions.Session", "usersessions.UserSession", "tarockclub.Job", "tarockclub.Message"):
        apps.get_model(label).objects.all().delete()


def list_findings() -> list[str]:
    """Return the findings of `verify_ledger` for this process's database."""
    from scoring.book.audit import verify_tables

    return list(verify_tables())


def main(arguments: list[str]) -> int:
    """Perform one of the two actions and print the result."""
    import django
    from django.db import Error

    django.setup(set_prefix=False)
    what, file = {"prove": prove_file, "prepare": prepare_file}[arguments[0]], Path(arguments[1])
    try:
        answer = what(file)
    except Trouble as trouble:
        answer = {"trouble": encode_trouble(trouble)}
    except Error as error:
        answer = {"trouble": encode_trouble(Trouble("failed", reason=str(error)))}
    sys.stdout.write(json.dumps(answer) + "\n")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
