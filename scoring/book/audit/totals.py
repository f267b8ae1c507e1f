"""The quick check of the totals only: each must be the sum of the counting hands, added up by the database."""

from collections.abc import Iterator

from django.db import connection

from scoring.book.audit.findings import Finding, format_table_name
from scoring.models import PLACES, Deal, GameTable
from tarockclub.platform.server.reading import read_snapshot

_COLUMNS = [f"{letter}{place}" for letter in ("money", "written") for place in range(PLACES)]
_SUMS = ", ".join(f"SUM({column})" for column in _COLUMNS)
_TABLE_QUERY = (
    f"SELECT scoring_deal.table_id, {_SUMS} FROM scoring_deal"  # noqa: S608 -- our own columns
    " JOIN scoring_entry ON scoring_entry.id = entry_id GROUP BY scoring_deal.table_id"
)
_STRETCH_QUERY = (
    "SELECT COALESCE(SUM({money}), 0), COALESCE(SUM({written}), 0) FROM scoring_deal"
    " JOIN scoring_entry ON scoring_entry.id = entry_id"
    " WHERE scoring_deal.table_id = %s AND number >= %s AND number < %s"
)
_NO_END = (1 << 63) - 1
_TOTALS_QUERY = (
    "SELECT table_id, place, from_deal, to_deal, scoring_total.money, scoring_total.written FROM scoring_sitting"
    " LEFT JOIN scoring_total ON sitting_id = scoring_sitting.id ORDER BY table_id, place, from_deal"
)
TotalRow = tuple[int, int, int, int | None, int | None, int | None]


def list_wrong_totals() -> list[Finding]:
    """Return a finding for each total of any table that is not the sum of its hands."""
    with read_snapshot():
        return [_build_finding(row, right) for row, right in _iter_wrong_totals()]


def _build_finding(row: TotalRow, right: tuple[int, int]) -> Finding:
    table, place, since, _, money, written = row
    what = f"{money}/{written}, {right[0]}/{right[1]}"
    line = Deal.objects.filter(table=table, number__lte=since).count() if since else None
    slug = GameTable.objects.values_list("slug", flat=True).get(pk=table)
    return Finding("total", format_table_name(slug), None, since, place, what, line)


def _iter_wrong_totals() -> Iterator[tuple[TotalRow, tuple[int, int]]]:
    with connection.cursor() as cursor:
        cursor.execute(_TABLE_QUERY)
        whole = {row[0]: row for row in cursor.fetchall()}
        cursor.execute(_TOTALS_QUERY)
        rows: list[TotalRow] = cursor.fetchall()
    nothing = (0,) * (1 + len(_COLUMNS))
    for row in rows:
        table, place, since, until, money, written = row
        if since == 0 and until is None:
            sums = whole.get(table, nothing)
            right = sums[1 + place], sums[1 + PLACES + place]
        else:
            right = _sum_stretch(row)
        if (money, written) != right:
            yield row, right


def _sum_stretch(row: TotalRow) -> tuple[int, int]:
    """Return the sum of a player who came or left while the others played on."""
    table, place, since, until, *_ = row
    statement = _STRETCH_QUERY.format(money=f"money{place}", written=f"written{place}")
    with connection.cursor() as cursor:
        cursor.execute(statement, [table, since, _NO_END if until is None else until])
        money, written = cursor.fetchone()
    return money, written
