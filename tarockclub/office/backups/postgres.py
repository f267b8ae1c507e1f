"""A book in PostgreSQL: dumped as of one moment, and replaced within one transaction."""

import os
import re
import shutil
import subprocess
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from django.db import OperationalError, transaction
from django.db.backends.base.base import BaseDatabaseWrapper

from tarockclub.kit.text import parse_whole
from tarockclub.office.backups.errors import Trouble
from tarockclub.office.backups.sqlite import EMPTY_TABLES
from tarockclub.platform.clubs.scope import ALL, SETTING

LOCK_SECONDS = 20.0
TURN_MILLISECONDS = 300  # less than deadlock_timeout: a writer is never the one that is cancelled
LOCK_NOT_AVAILABLE, DEADLOCK = "55P03", "40P01"
_COPY = re.compile(r"COPY .* FROM stdin;\n?")
# Everything in the program's own schema; objects of extensions stay.
_EMPTY = """
DO $empty$
DECLARE found record;
BEGIN
  FOR found IN SELECT c.oid::regclass AS name, c.relkind FROM pg_class c
    WHERE c.relnamespace = current_schema()::regnamespace AND c.relkind IN ('r', 'p', 'v', 'm', 'S', 'f')
    AND NOT EXISTS (SELECT FROM pg_depend d WHERE d.objid = c.oid AND d.deptype IN ('e', 'i'))
    ORDER BY c.relkind = 'S', c.oid
  LOOP
    IF to_regclass(found.name::text) IS NOT NULL THEN
      EXECUTE format('DROP %s IF EXISTS %s CASCADE', CASE found.relkind WHEN 'v' THEN 'VIEW'
        WHEN 'm' THEN 'MATERIALIZED VIEW' WHEN 'S' THEN 'SEQUENCE' WHEN 'f' THEN 'FOREIGN TABLE' ELSE 'TABLE' END,
        found.name);
    END IF;
  END LOOP;
  FOR found IN SELECT p.oid::regprocedure AS name FROM pg_proc p
    WHERE p.pronamespace = current_schema()::regnamespace
    AND NOT EXISTS (SELECT FROM pg_depend d WHERE d.objid = p.oid AND d.deptype = 'e')
  LOOP
    EXECUTE format('DROP ROUTINE IF EXISTS %s CASCADE', found.name);
  END LOOP;
END $empty$
"""


def dump_database(connection: BaseDatabaseWrapper, snapshot: str, target: Path) -> None:
    """Write the database as of an exported snapshot, in PostgreSQL's own compressed format, and read its directory.

    It contains no sessions: nobody can use a backup to take one over. Nor does it contain jobs.
    """
    # Row-level security shows all clubs to it (_build_environment); without it PostgreSQL refuses to dump anything.
    options = [
        "--format=custom",
        "--no-owner",
        "--no-privileges",
        "--enable-row-security",
        f"--snapshot={snapshot}",
        f"--file={target}",
    ]
    without = [f"--exclude-table-data={table}" for table in EMPTY_TABLES]
    _run("pg_dump", [*options, *without, f"--dbname={_build_conninfo(connection)}"], _build_environment(connection))
    target.chmod(0o600)
    read_directory(target)


def read_directory(file: Path) -> str:
    """Return the directory of a dump; raise Trouble if it is unreadable."""
    return _run("pg_restore", ["--list", str(file)], dict(os.environ))


def lock_tables(connection: BaseDatabaseWrapper, mode: str) -> None:
    """Lock all tables until the transaction ends.

    A writer to one table may need another that is already locked. So we never wait long for a table while holding
    others: all are released, earlier writers finish, and we try again.
    """
    deadline = time.monotonic() + LOCK_SECONDS
    with connection.cursor() as cursor:
        tables = connection.introspection.table_names(cursor)
        names = ", ".join(connection.ops.quote_name(name) for name in sorted(tables))
        while tables:
            try:
                with transaction.atomic(using=connection.alias):
                    cursor.execute(f"SET LOCAL lock_timeout = '{TURN_MILLISECONDS}ms'")
                    cursor.execute(f"LOCK TABLE {names} IN {mode} MODE")
                    cursor.execute("SET LOCAL lock_timeout TO DEFAULT")
                    return
            except OperationalError as error:
                if getattr(error.__cause__, "sqlstate", "") not in (LOCK_NOT_AVAILABLE, DEADLOCK):
                    raise
                if time.monotonic() > deadline:
                    raise Trouble("in_use", reason=str(error).strip()) from error


def load_dump(connection: BaseDatabaseWrapper, file: Path) -> None:
    """Replace all data by those of a dump, within the current transaction of the connection."""
    lock_tables(connection, "ACCESS EXCLUSIVE")  # a reader between two dropped tables would wait for ever
    with connection.cursor() as cursor:
        cursor.execute(_EMPTY)
        arguments = ["--no-owner", "--no-privileges", "--file=-", str(file)]
        with subprocess.Popen(  # noqa: S603 -- a program with our own arguments
            [_find_program("pg_restore"), *arguments], stdout=subprocess.PIPE, stderr=subprocess.PIPE, encoding="utf-8"
        ) as script:
            assert script.stdout is not None and script.stderr is not None  # noqa: S101, PT018 -- for the types
            _execute_script(iter(script.stdout), cursor)
            errors = script.stderr.read()
        if script.returncode:
            raise Trouble("damaged", reason=_get_last_line(errors))
        # A dump sets its own for the session, and the next user of the connection would find no table.
        cursor.execute("RESET search_path")
        cursor.execute("RESET check_function_bodies")
        cursor.execute("RESET row_security")


def _execute_script(lines: Iterator[str], cursor: Any) -> None:
    """Execute a script: statements together, the rows of each COPY as a stream."""
    statements: list[str] = []
    for line in lines:
        if line.startswith(("\\restrict ", "\\unrestrict ")):
            continue  # commands for psql, which is not used here
        if not _COPY.fullmatch(line):
            statements.append(line)
            continue
        _execute(statements, cursor)
        with cursor.cursor.copy(line) as rows:
            for row in lines:
                if row.rstrip("\n") == "\\.":
                    break
                rows.write(row)
    _execute(statements, cursor)


def _execute(statements: list[str], cursor: Any) -> None:
    text = "".join(statements)
    statements.clear()
    if text.strip():
        cursor.cursor.execute(text.encode())


def _run(program: str, arguments: Sequence[str], environment: dict[str, str]) -> str:
    done = subprocess.run(  # noqa: S603 -- a program with our own arguments
        [_find_program(program), *arguments],
        env=environment,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        encoding="utf-8",
        errors="replace",
        check=False,
    )
    if done.returncode:
        reason = _get_last_line(done.stderr)
        if "No space left" in done.stderr:
            raise Trouble("disk_full", where=program)
        raise Trouble("failed", reason=f"{program}: {reason}")
    return done.stdout


def _find_program(name: str) -> str:
    """Return the newest version of a program: one older than the server refuses to dump it."""
    debian = Path("/usr/lib/postgresql").glob(f"*/bin/{name}")
    versions = {number: path for path in debian if (number := parse_whole(path.parts[-3])) is not None}
    newest = versions[max(versions)] if versions else None
    program = str(newest) if newest else shutil.which(name)
    if program is None:
        raise Trouble("no_program", program=name)
    return program


def _build_conninfo(connection: BaseDatabaseWrapper) -> str:
    """Return the address of the database without the password, which would be visible in the list of processes."""
    from psycopg.conninfo import make_conninfo

    database = connection.settings_dict
    fields = {"dbname": database["NAME"], "user": database["USER"], "host": database["HOST"], "port": database["PORT"]}
    options = {
        name: value for name, value in database["OPTIONS"].items() if isinstance(value, str) and name != "password"
    }
    values = {name: str(value) for name, value in fields.items() if value}  # a socket's folder is in the options
    return make_conninfo("", **{**options, **values})


def _build_environment(connection: BaseDatabaseWrapper) -> dict[str, str]:
    password = connection.settings_dict["PASSWORD"]
    # Row-level security stays on in the dump: it shows all clubs (--enable-row-security).
    return {**os.environ, "PGOPTIONS": f"-c {SETTING}={ALL}", **({"PGPASSWORD": str(password)} if password else {})}


def _get_last_line(text: str) -> str:
    lines = [line for line in text.splitlines() if line.strip()]
    return lines[-1].strip() if lines else "?"
