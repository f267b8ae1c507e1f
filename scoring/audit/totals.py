"""The quick look: only whether every sitting's total is the sum of the hands that count, added up by the database."""

from collections.abc import Iterator

from django.db import DEFAULT_DB_ALIAS, connections
from django.db.backends.base.base import BaseDatabaseWrapper

from scoring.audit.findings import Finding, name_of
from scoring.models import PLACES, Deal, GameTable
from tarockclub.server.db_snapshot import snapshot

_COLUMNS = [f"{letter}{place}" for letter in ("money", "written") for place in range(PLACES)]
_SUMS = ", ".join(f"SUM({column})" for column in _COLUMNS)
_OF_TABLES = (
    f"SELECT scoring_deal.table_id, {_SUMS} FROM scoring_deal"  # noqa: S608 -- our own columns
    " JOIN scoring_entry ON scoring_entry.id = entry_id GROUP BY scoring_deal.table_id"
)
_OF_A_STRETCH = (
    "SELECT COALESCE(SUM({money}), 0), COALESCE(SUM({written}), 0) FROM scoring_deal"
    " JOIN scoring_entry ON scoring_entry.id = entry_id"
    " WHERE scoring_deal.table_id = %s AND number >= %s AND number < %s"
)
_WITHOUT_END = (1 << 63) - 1
_TOTALS = (
    "SELECT table_id, place, from_deal, to_deal, scoring_total.money, scoring_total.written FROM scoring_sitting"
    " LEFT JOIN scoring_total ON sitting_id = scoring_sitting.id ORDER BY table_id, place, from_deal"
)
Row = tuple[int, int, int, int | None, int | None, int | None]


def wrong_totals(using: str = DEFAULT_DB_ALIAS) -> list[Finding]:
    """The totals of all tables that are not the sum of their hands."""
    connection = connections[using]
    with snapshot(connection):
        return [_finding(row, right, using) for row, right in _wrong(connection)]


def _finding(row: Row, right: tuple[int, int], using: str) -> Finding:
    table, place, since, _, money, written = row
    what = f"{money}/{written}, {right[0]}/{right[1]}"
    line = Deal.objects.using(using).filter(table=table, number__lte=since).count() if since else None
    slug = GameTable.objects.using(using).values_list("slug", flat=True).get(pk=table)
    return Finding("total", name_of(slug), None, since, place, what, line)


def _wrong(connection: BaseDatabaseWrapper) -> Iterator[tuple[Row, tuple[int, int]]]:
    with connection.cursor() as cursor:
        cursor.execute(_OF_TABLES)
        whole = {row[0]: row for row in cursor.fetchall()}
        cursor.execute(_TOTALS)
        rows: list[Row] = cursor.fetchall()
    nothing = (0,) * (1 + len(_COLUMNS))
    for row in rows:
        table, place, since, until, money, written = row
        if since == 0 and until is None:
            sums = whole.get(table, nothing)
            right = sums[1 + place], sums[1 + PLACES + place]
        else:
            right = _of_a_stretch(connection, row)
        if (money, written) != right:
            yield row, right


def _of_a_stretch(connection: BaseDatabaseWrapper, row: Row) -> tuple[int, int]:
    """The sum of somebody who came or left while the others played on."""
    table, place, since, until, *_ = row
    statement = _OF_A_STRETCH.format(money=f"money{place}", written=f"written{place}")
    with connection.cursor() as cursor:
        cursor.execute(statement, [table, since, _WITHOUT_END if until is None else until])
        money, written = cursor.fetchone()
    return money, written
