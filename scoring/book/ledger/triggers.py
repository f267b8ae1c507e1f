"""Triggers on SQLite and PostgreSQL that make the database itself refuse changes and deletions, made from one list.

`manage.py migrate` removes them while it applies migrations, and makes sure afterwards that all are there. A trigger
that is not in the list may belong to a newer version of the program: it stays. One that is no longer wanted is
dropped by a migration of its own.
"""

from collections.abc import Iterator, Mapping
from types import MappingProxyType
from typing import NamedTuple

from django.db import transaction
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.backends.utils import CursorWrapper

from tarockclub.platform.clubs.features import build_counting_lookups, import_parts

PREFIX = "append_only_"


class Guard(NamedTuple):
    """A table whose rows are never deleted, and the changes that an UPDATE may make to them."""

    table: str
    rows: str  # a noun for the rows, for the message
    may_change: tuple[str, ...] | None = ()  # columns; None: any
    only_if: str = ""  # a condition over NEW and OLD that a permitted UPDATE must also meet
    table_of: str = ""  # the game table of OLD, for the conditions of features (clubs/features.py)
    goes_if: str = ""  # a condition over OLD: the row goes with a feature's own tournament (clubs/features.py)
    fixed: tuple[str, ...] = ()  # columns that never change, where any other one may


_OF_SITTING = '(SELECT "table_id" FROM "scoring_sitting" WHERE "id" = OLD."sitting_id")'


def _guard_book(table: str, rows: str, may_change: tuple[str, ...] = (), table_of: str = 'OLD."table_id"') -> Guard:
    """Return the guard of rows that belong to a table's book."""
    return Guard(table, rows, may_change, table_of=table_of)


_DECISION = ("decided_as", "deal", "note", "decided_by_id", "decided_device", "decided_at")
# A text that goes with its salt is gone for good: the digest in a chain says nothing about it any more. What is left of
# it must be sealed by the act of the erasure, or the proof finds it (scoring/book/audit/chains.py).
_REMOVED = (
    """NEW."salt" = OLD."salt" AND NEW."text" = '' OR """
    """NEW."salt" <> OLD."salt" AND NEW."text" <> OLD."text" AND OLD."text" <> ''"""
)
GUARDS = (
    _guard_book("scoring_entry", "lines of the book"),
    _guard_book("scoring_mark", "marks"),
    _guard_book("scoring_tableact", "what was said beside a book"),
    _guard_book("scoring_heldhand", "hands that people decide about", _DECISION),
    Guard("scoring_accesstoken", "links to tables", ("expires", "ended")),
    Guard("scoring_sheetversion", "house rules as they were"),
    Guard("scoring_ownsheetversion", "versions of own house rules"),
    Guard("scoring_ownsheetact", "what was done with own house rules"),
    _guard_book("scoring_seated", "who sat where", table_of=_OF_SITTING),
    _guard_book("scoring_sitting", "sittings", ("to_deal",)),
    Guard(
        "scoring_gametable",
        "tables",
        ("ended", "last_key", "last_sequence", "state", "head", "held", "clock", "news", "archived", "replacements"),
    ),
    Guard("tournaments_tournament", "tournaments", None, fixed=("id", "slug")),
    Guard("tournaments_act", "what was done in a tournament"),
    Guard("tournaments_draw", "draws"),
    Guard("tournaments_ruling", "rulings"),
    Guard("tournaments_seasonact", "what was done in a season"),
    Guard("tournaments_seasonresult", "results that were typed in"),
    Guard("tarockclub_clubact", "what was done in a club"),
    Guard("tarockclub_logentry", "what the log of a club says"),
    Guard(
        "tarockclub_note",
        "notes",
        ("text", "salt", "erased"),
        f'NEW."erased" IS NOT NULL AND ({_REMOVED})',
    ),
    Guard("tarockclub_person", "persons", None),
)


class MissingTriggersError(Exception):
    """Raised if the database would let history be changed."""


def install_triggers(
    connection: BaseDatabaseWrapper, strangers: Mapping[str, "Definition"] = MappingProxyType({})
) -> None:
    """Create or correct every trigger of the list; MissingTriggersError if that did not work.

    Strangers (triggers that are not in the list) are created again if their table was rebuilt.
    """
    definitions = dict(_build_triggers(connection))
    with transaction.atomic(using=connection.alias), connection.cursor() as cursor:
        for name, definition in _load_guarded(connection).items():
            if definitions.get(name) != definition:
                cursor.execute(_build_drop(connection, name, definition))
        triggers, tables = _load_triggers(connection), set(connection.introspection.table_names(cursor))
        lost = {name: stranger for name, stranger in strangers.items() if stranger.table in tables}
        for name, definition in {**lost, **definitions}.items():
            if name not in triggers:
                cursor.execute(_build_create(connection, name, definition))
    wrong = list_missing_triggers(connection)
    if wrong:
        raise MissingTriggersError(f"These triggers are not what they should be: {', '.join(wrong)}.")


def remove_triggers(connection: BaseDatabaseWrapper) -> None:
    """Remove the triggers of the list; only for repairs of history, and only until install_triggers."""
    with connection.cursor() as cursor:
        for name, definition in _load_guarded(connection).items():
            cursor.execute(_build_drop(connection, name, definition))


def find_strangers(connection: BaseDatabaseWrapper) -> dict[str, "Definition"]:
    """Return the triggers with our prefix that are not in the list."""
    return {name: definition for name, definition in _load_triggers(connection).items() if name not in _list_names()}


def list_missing_triggers(connection: BaseDatabaseWrapper) -> list[str]:
    """Return the names of the triggers that are missing, switched off or different."""
    triggers = _load_triggers(connection)
    return [name for name, definition in _build_triggers(connection) if triggers.get(name) != definition]


class Definition(NamedTuple):
    """A trigger as the database reports it."""

    table: str
    trigger: str
    function: str = ""  # the source of its function (PostgreSQL)
    enabled: str = "O"


def _build_triggers(connection: BaseDatabaseWrapper) -> Iterator[tuple[str, Definition]]:
    """Yield all triggers for the tables and columns that exist (an older schema has fewer)."""
    with connection.cursor() as cursor:
        tables = set(connection.introspection.table_names(cursor))
        columns = {guard.table: _list_columns(cursor, guard.table) for guard in GUARDS if guard.table in tables}
        keys = tuple(f"{key}_id" for key in build_counting_lookups())
        is_new = set(keys) <= set(columns.get("tournaments_tournament", ()))
        for guard in GUARDS:
            if guard.table in tables and (is_new or not guard.fixed):
                goes_if = _build_goes_if(guard.table) if is_new else ""
                current_guard = guard._replace(goes_if=goes_if, fixed=guard.fixed and guard.fixed + keys)
                yield from _build_guard_triggers(current_guard, columns[guard.table], connection.vendor)


def _build_goes_if(table: str) -> str:
    """Return the condition on which rows of a table go with features' own tournaments; "" if there is none."""
    parts = [part.CONDITIONS for part in import_parts("guards")]
    return " OR ".join(conditions[table] for conditions in parts if table in conditions)


def _list_columns(cursor: CursorWrapper, table: str) -> list[str]:
    cursor.execute(f'SELECT * FROM "{table}" LIMIT 0')  # noqa: S608 -- a name of our own list
    return [column[0] for column in cursor.description]


def _build_guard_triggers(guard: Guard, columns: list[str], vendor: str) -> Iterator[tuple[str, Definition]]:
    define = _build_postgres_trigger if vendor == "postgresql" else _build_sqlite_trigger
    yield define(guard, "DELETE", _build_delete_condition(guard), f"{guard.rows} are never deleted")
    if vendor == "postgresql":
        yield define(guard, "TRUNCATE", "", f"{guard.rows} are never deleted")
    if guard.may_change is not None or guard.fixed:
        condition, message = _build_update_condition(guard, columns, vendor)
        yield define(guard, "UPDATE", condition, message)


def _build_delete_condition(guard: Guard) -> str:
    """Return the condition on which a DELETE is refused ("": always)."""
    return f"NOT ({guard.goes_if})" if guard.goes_if else ""


def _build_update_condition(guard: Guard, columns: list[str], vendor: str) -> tuple[str, str]:
    """Return the condition on which an UPDATE is refused ("": always), and the message."""
    # Both treat NULL as a value; older releases of SQLite do not know PostgreSQL's operator.
    differs = "IS DISTINCT FROM" if vendor == "postgresql" else "IS NOT"
    if not (guard.fixed or guard.may_change):
        return "", f"{guard.rows} are never changed"
    fixed = guard.fixed or [name for name in sorted(columns) if name not in (guard.may_change or ())]
    conditions = [f'NEW."{name}" {differs} OLD."{name}"' for name in fixed]
    if guard.fixed:
        return " OR ".join(conditions), f"{guard.rows} never change their {', '.join(guard.fixed)}"
    if guard.only_if:
        conditions.append(f"NOT ({guard.only_if})")
    means = "can only be erased" if guard.only_if else f"change nothing but {', '.join(guard.may_change or ())}"
    return " OR ".join(conditions), f"{guard.rows} {means}"


def _format_message(guard: Guard, message: str) -> str:
    return f"append-only: {message} ({guard.table})"


def _build_sqlite_trigger(guard: Guard, event: str, condition: str, message: str) -> tuple[str, Definition]:
    name = f"{PREFIX}{guard.table}_{event.lower()}"
    when = f" WHEN {condition}" if condition else ""
    refusal = f"BEGIN SELECT RAISE(ABORT, '{_format_message(guard, message)}'); END"
    return name, Definition(guard.table, f'CREATE TRIGGER "{name}" BEFORE {event} ON "{guard.table}"{when} {refusal}')


def _build_postgres_trigger(guard: Guard, event: str, condition: str, message: str) -> tuple[str, Definition]:
    name = f"{PREFIX}{guard.table}_{event.lower()}"
    each = "STATEMENT" if event == "TRUNCATE" else "ROW"
    trigger = f"CREATE TRIGGER {name} BEFORE {event} ON {guard.table} FOR EACH {each} EXECUTE FUNCTION {name}()"
    refusal = f"RAISE EXCEPTION '{_format_message(guard, message)}' USING ERRCODE = 'integrity_constraint_violation';"
    guarded = f"IF {condition} THEN {refusal} END IF;" if condition else refusal
    row = "OLD" if event == "DELETE" and condition else "NEW"
    return name, Definition(guard.table, trigger, f"BEGIN {guarded} RETURN {row}; END")


def _load_guarded(connection: BaseDatabaseWrapper) -> dict[str, Definition]:
    """Return the existing triggers that are in the list, whatever their text."""
    return {name: definition for name, definition in _load_triggers(connection).items() if name in _list_names()}


def _list_names() -> set[str]:
    """Return the names of all triggers of the list, also for tables that do not exist (yet)."""
    return {f"{PREFIX}{guard.table}_{event}" for guard in GUARDS for event in ("delete", "truncate", "update")}


def _load_triggers(connection: BaseDatabaseWrapper) -> dict[str, Definition]:
    """Return our existing triggers as the database reports them."""
    query = _POSTGRES_QUERY if connection.vendor == "postgresql" else _SQLITE_QUERY
    with connection.cursor() as cursor:
        cursor.execute(query, [f"{PREFIX}%"])
        return {name: Definition(*rest) for name, *rest in cursor.fetchall()}


_SQLITE_QUERY = "SELECT name, tbl_name, sql FROM sqlite_master WHERE type = 'trigger' AND name LIKE %s"
_POSTGRES_QUERY = """
SELECT tgname, relname, pg_get_triggerdef(pg_trigger.oid, true), prosrc, tgenabled::text
FROM pg_trigger JOIN pg_class ON pg_class.oid = tgrelid JOIN pg_proc ON pg_proc.oid = tgfoid
JOIN pg_namespace ON pg_namespace.oid = relnamespace
WHERE NOT tgisinternal AND tgname LIKE %s AND nspname = current_schema()
"""


def _build_drop(connection: BaseDatabaseWrapper, name: str, definition: Definition) -> str:
    if connection.vendor == "postgresql":
        return f'DROP TRIGGER "{name}" ON "{definition.table}"'
    return f'DROP TRIGGER "{name}"'


def _build_create(connection: BaseDatabaseWrapper, name: str, definition: Definition) -> str:
    if connection.vendor == "postgresql":
        returns = f'CREATE OR REPLACE FUNCTION "{name}"() RETURNS trigger LANGUAGE plpgsql'
        return f"{returns} AS $refuse${definition.function}$refuse$; {definition.trigger}"
    return definition.trigger
