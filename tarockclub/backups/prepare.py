"""`python -m tarockclub.backups.prepare FILE`: look at a file from outside and make it fit to take the book's place.

In a process of its own, with the file as its database: what is wrong with the file cannot hurt the server, and the old
book stands until all this is done. Prints one line of JSON.
"""

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any
from urllib.parse import quote

from tarockclub.backups.errors import Trouble, encode_trouble
from tarockclub.backups.manifest import BackupFacts, parse_about

SECONDS = 1800
ROOT = Path(__file__).resolve().parents[2]


def examine_apart(file: Path) -> BackupFacts:
    """Examine a SQLite file in a process of its own and refuse what this program cannot use."""
    return parse_about(json.dumps(_run_apart("look", file)["about"]))


def prove_apart(file: Path) -> tuple[str, ...]:
    """What the verification of the book finds in a file; writes nothing that matters."""
    return tuple(_run_apart("prove", file)["findings"])


def prepare_apart(file: Path) -> tuple[BackupFacts, tuple[str, ...]]:
    """Bring a file to this program's schema; return what it holds and what the verification of its book finds."""
    answer = _run_apart("prepare", file)
    return parse_about(json.dumps(answer["about"])), tuple(answer["findings"])


def _run_apart(what: str, file: Path) -> dict[str, Any]:
    environment = {
        **os.environ,
        "DATABASE_URL": f"sqlite:///{quote(str(file.absolute()))}",
        "DJANGO_SETTINGS_MODULE": "tarockclub.settings",
        "PYTHONUTF8": "1",
    }
    done = subprocess.run(  # noqa: S603 -- this program itself
        [sys.executable, "-m", __name__, what, str(file.absolute())],
        cwd=ROOT,
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


def examine_file(file: Path) -> dict[str, Any]:
    """Examine the file."""
    from tarockclub.backups.contents import refuse_unusable
    from tarockclub.backups.sqlite import examine_file

    about = examine_file(file, "")
    refuse_unusable(about)
    return {"about": json.loads(about.to_text())}


def prove_file(file: Path) -> dict[str, Any]:
    """Verify the book in it, where its schema is this program's."""
    return {"findings": list_findings()}


def prepare_file(file: Path) -> dict[str, Any]:
    """Examine, migrate, and verify."""
    from tarockclub.backups.sqlite import drop_triggers

    examine_file(file)
    drop_triggers(file)
    migrate_and_check()
    return {**examine_file(file), "findings": list_findings()}


def migrate_and_check() -> None:
    """Bring the database of this process to the program's schema; sessions end, for who may log in may have changed."""
    from django.apps import apps
    from django.core.management import call_command
    from django.db import connection

    from tarockclub.backups.schema import find_differences

    call_command("migrate", verbosity=0, interactive=False, skip_checks=True, unguarded=True)
    different = find_differences(connection)
    if different:
        raise Trouble("foreign", reason=different[0])
    apps.get_model("tarockclub", "Session").objects.all().delete()


def list_findings() -> list[str]:
    """What `verify_ledger` would say about the database of this process."""
    from scoring.audit import verify_tables

    return list(verify_tables())


def main(arguments: list[str]) -> int:
    """Do one of the three and print what came of it."""
    import django
    from django.db import Error

    django.setup(set_prefix=False)
    what, file = {"look": examine_file, "prove": prove_file, "prepare": prepare_file}[arguments[0]], Path(arguments[1])
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
