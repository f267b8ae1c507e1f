"""Very many clubs in one PostgreSQL database: one has played as everybody does, the others are its copies.

Each function runs in a process of the program (`manage.py shell`) on the database that it fills or asks.
"""

import json
import random
from collections.abc import Iterator
from typing import Any, NamedTuple

TABLES, HANDS, PEOPLE = 50, 100, 40  # of a club; bench.verify plays a hundred hands at each table
LONG_TABLE = 100_000  # rows; nothing may read such a table from its beginning to its end
# What belongs to a club that has played; no trigger asks for an order.
MODELS = (
    *("tarockclub.Club", "tarockclub.Person", "scoring.GameTable", "scoring.Sitting", "scoring.Seated"),
    *("scoring.Entry", "scoring.Deal", "scoring.Total", "scoring.TableAct"),
    *("scoring.TableCount", "scoring.PlayCount", "scoring.ClaimCount"),
    *("tournaments.Tournament", "tournaments.Act", "tournaments.Entrant"),
    *("tournaments.Round", "tournaments.Draw", "tournaments.Presence", "tournaments.RoundTable"),
)


class TableSize(NamedTuple):
    """The size of a table with its indexes."""

    table: str
    rows: int
    bytes: int


def fill_club() -> dict[str, Any]:
    """Let a club play; return what its secretary needs to look at it: a session, and addresses of pages."""
    from django.db import transaction
    from django.test import Client

    from bench.verify import load_records, play_table
    from scoring.book.sums.counts import update_counts
    from scoring.models import GameTable
    from tarockclub.platform.accounts.persons import load_first_club
    from tests.support.accounts import make_account

    played, chance = load_records(), random.Random(1)
    with transaction.atomic():
        for number in range(TABLES):
            people = chance.sample(range(PEOPLE), 4)
            names = tuple(f"Spieler {person}" for person in people)
            play_table(f"table {number}", sorted(played)[number % len(played)], played, names)
    update_counts(load_first_club(), patience=None)
    client = Client()
    client.force_login(make_account())
    return {"session": client.session.session_key, "paths": list_paths(GameTable.objects.earliest("pk"))}


def list_paths(table: Any) -> dict[str, str]:
    """Return the addresses of the club's pages, by name."""
    from django.urls import reverse

    from scoring.models import Seated

    person = Seated.objects.filter(sitting__table=table).earliest("pk").person
    at_table = ("table", "live", "more", "settlement", "table_written")
    of_club = ("home", "evenings", "archived_evenings", "statistics", "games_statistics", "sheets_statistics")
    return {
        **{name: reverse(name) for name in of_club},
        **{name: reverse(name, args=[table.slug]) for name in at_table},
        "player_statistics": reverse("player_statistics", args=[person.number]),
    }


def copy_club(copies: int) -> None:
    """Let as many other clubs have played what the first one has."""
    from django.apps import apps
    from django.db import connection, transaction
    from django.db.models import Max

    from bench.copied_rows import copy_rows

    models = [apps.get_model(name) for name in MODELS]
    last = {model: model._default_manager.aggregate(last=Max("pk"))["last"] or 0 for model in models}
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("SET LOCAL session_replication_role = replica")  # no triggers: the rows are right
        for model in models:
            copy_rows(model, copies, {field.column: _shift(field, last) for field in model._meta.concrete_fields})
            if model._meta.auto_field is not None:
                table, key = model._meta.db_table, model._meta.auto_field.column
                cursor.execute(
                    f"SELECT setval(pg_get_serial_sequence('{table}', '{key}'), (SELECT max({key}) + 1 FROM {table}))"
                )
    with connection.cursor() as cursor:
        cursor.execute("VACUUM ANALYZE")


def _shift(field: Any, last: dict[Any, int]) -> str:
    """Return a column's value in a copy: keys are shifted by whole copies, what must be unique is made up."""
    shifted = field.remote_field.model if field.is_relation else field.model if field.primary_key else None
    if shifted in last:
        return f"{field.column} + copies.nth * {last[shifted]}"
    if field.unique:
        return "gen_random_uuid()" if field.get_internal_type() == "UUIDField" else "gen_random_uuid()::text"
    return str(field.column)


def list_sizes() -> list[TableSize]:
    """Return the sizes of all tables, the largest first."""
    from django.db import connection

    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT relname, reltuples::bigint, pg_total_relation_size(oid) FROM pg_class"
            " WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace ORDER BY 3 DESC"
        )
        return [TableSize(*row) for row in cursor.fetchall()]


def find_long_scans(session: str, paths: dict[str, str]) -> list[str]:
    """Return the statements of pages that read a long table from its beginning to its end."""
    from django.conf import settings
    from django.db import connection
    from django.test import Client
    from django.test.utils import CaptureQueriesContext

    long_tables = {size.table for size in list_sizes() if size.rows > LONG_TABLE}
    client, found = Client(headers={"host": "localhost"}), []
    client.cookies[settings.SESSION_COOKIE_NAME] = session
    for name, path in paths.items():
        with CaptureQueriesContext(connection) as captured:
            answer = client.get(path)
        if answer.status_code != 200:
            raise RuntimeError(f"{path}: {answer.status_code}")
        for query in captured.captured_queries:
            if query["sql"].startswith(("SELECT", "WITH")):
                scanned = long_tables.intersection(_list_scanned(query["sql"]))
                found += [f"{name}: {table}: {query['sql'][:300]}" for table in sorted(scanned)]
    return found


def _list_scanned(statement: str) -> Iterator[str]:
    """Yield the tables that a statement reads from the beginning to the end, as PostgreSQL plans it."""
    from django.db import connection

    with connection.cursor() as cursor:
        cursor.execute("EXPLAIN (FORMAT JSON) " + statement.replace("%", "%%"), [])
        (plans,) = cursor.fetchone()
    waiting = [plan["Plan"] for plan in (json.loads(plans) if isinstance(plans, str) else plans)]
    while waiting:
        plan = waiting.pop()
        waiting += plan.get("Plans", ())
        if plan["Node Type"] == "Seq Scan":
            yield plan["Relation Name"]
