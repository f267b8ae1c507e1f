"""The results of re-scoring as workbooks: everybody's totals, and the hands that differ."""

from collections.abc import Iterable, Sequence
from itertools import zip_longest

from django.utils.translation import gettext as _

from scoring.engine.hand.record import SEATS
from scoring.exports.labels import format_day
from scoring.rescoring.evening import RescoredEvening
from scoring.rescoring.hands import HandRow
from scoring.rescoring.page import describe_result, list_missing_reasons
from scoring.rescoring.sheets import OtherRules
from scoring.rescoring.tables import PersonRow, RescoredTables, generate_table_hands
from scoring.xlsx.cells import (
    AMOUNT,
    BLANK,
    COUNT,
    FACTOR,
    LINE,
    STANDING,
    TITLE,
    Cell,
    Page,
    build_amount_cell,
    build_euro_cell,
    build_heads,
    build_text_cell,
    count_cell,
)
from scoring.xlsx.safe_text import build_sheet_titles

Row = tuple[Cell, ...]


def build_evening_workbook(result: RescoredEvening, rules: OtherRules, language: str) -> bytes:
    """Return an evening under both sheets as a file."""
    sentences = describe_result(result.hands, result.differing, result.missing, result.radl)
    heads = [_("Player"), *_list_total_heads(), _("Money points here"), _("Money points there")]
    money = [_("€ here"), _("€ there")] if result.in_euros else []
    totals = [
        (
            build_text_cell(row.name),
            count_cell(row.ranks.here),
            count_cell(row.ranks.there),
            *_build_amounts(row.here.owed.written, row.there.owed.written),
            build_amount_cell(row.here.owed.money, STANDING),
            build_amount_cell(row.there.owed.money, STANDING),
            *(
                (build_euro_cell(row.here.owed.points), build_euro_cell(row.there.owed.points))
                if result.in_euros
                else ()
            ),
        )
        for row in result.accounts
    ]
    place = (_("evening"), format_day(result.table.started), result.rescored.book.sheet.names[_at(language)])
    hands = [_build_hand(place, row) for row in result.rows]
    foot = f"{result.table.club.name} – {format_day(result.table.started)}"
    return _write(rules, [*heads, *money], totals, sentences, hands, foot, language)


def build_tables_workbook(
    result: RescoredTables, people: Sequence[PersonRow], rules: OtherRules, club: str, language: str
) -> bytes:
    """Return many tables under both sheets as a file."""
    sums = result.sums
    sentences = describe_result(sums.hands, sums.differing, sums.missing.total(), sums.radl)
    sentences += [f"{hands} × {reason}" for reason, hands in list_missing_reasons(sums, language)]
    heads = [_("Player"), *_list_total_heads(), _("Money points here"), _("Money points there"), _("Hands")]
    totals = [
        (
            build_text_cell(row.name),
            count_cell(row.ranks.here),
            count_cell(row.ranks.there),
            *_build_amounts(row.written, row.written_there),
            build_amount_cell(row.money, STANDING),
            build_amount_cell(row.money_there, STANDING),
            count_cell(row.hands),
        )
        for row in people
    ]
    return _write(rules, heads, totals, sentences, generate_hand_rows(result, rules, language), club, language)


def generate_hand_rows(result: RescoredTables, rules: OtherRules, language: str) -> Iterable[Row]:
    """Yield the hands that differ as rows, table by table."""
    for hands in generate_table_hands(result.changed, rules, language):
        place = (hands.place, format_day(hands.table.started), hands.sheet)
        yield from (_build_hand(place, row) for row in hands.rows)


def _write(
    rules: OtherRules,
    heads: Sequence[str],
    totals: Iterable[Row],
    sentences: Iterable[str],
    hands: Iterable[Row],
    foot: str,
    language: str,
) -> bytes:
    from scoring.xlsx.writer import write_workbook  # loads openpyxl, needed only here

    name = rules.sheet.names[_at(language)]
    first, second = build_sheet_titles((_("Totals"), _("Hands that differ")))
    top = (
        (build_text_cell(_("Under other house rules: %(name)s") % {"name": name}, TITLE),),
        *((build_text_cell(sentence, LINE),) for sentence in sentences),
        BLANK,
    )
    table = ((*build_heads(heads[:1]), *build_heads(heads[1:], STANDING)), *totals)
    at = len(top) + 1
    pages = (
        Page(first, (28, *[14] * (len(heads) - 1)), (*top, *table), (at, at), 1, filtered=True),
        build_hands_page(second, hands),
    )
    return write_workbook(pages, foot=f"{foot} – {name}", english=language.startswith("en"))


def build_hands_page(title: str, hands: Iterable[Row]) -> Page:
    """Return the sheet of the hands that differ."""
    heads = (
        *build_heads((_("Table"), _("Day"), _("House rules"))),
        *build_heads((_("No."),), COUNT),
        *build_heads((_("Hand"), _("Formula here"), _("Formula there"), _("Why it does not exist there"))),
        *build_heads((_("Radl here"), _("Radl there")), COUNT),
        *(cell for seat in SEATS for cell in _list_seat_heads(seat + 1)),
    )
    widths = (22, 14, 18, 6, 44, 26, 26, 34, 8, 8, *[18, 10, 10] * len(SEATS))
    return Page(title, widths, (heads, *hands), (1, 1), 4, filtered=True)


def _list_seat_heads(number: int) -> Row:
    values = {"number": number}
    return (
        *build_heads((_("Player %(number)s") % values,)),
        *build_heads((_("%(number)s here") % values, _("%(number)s there") % values), AMOUNT),
    )


def _build_hand(place: tuple[str, str, str], row: HandRow) -> Row:
    """Return a hand as a row; amounts are those of the written score."""
    here = row.here.written or row.here.amounts
    there = (row.there.written or row.there.amounts) if row.there is not None else ()
    seats = (
        (build_text_cell(name), build_amount_cell(amount), Cell() if other is None else build_amount_cell(other[1]))
        for (name, amount), other in zip_longest(here, there)
    )
    return (
        *map(build_text_cell, place),
        count_cell(row.number),
        build_text_cell(row.story),
        build_text_cell(row.here.formula),
        build_text_cell(row.there.formula if row.there is not None else ""),
        build_text_cell(" ".join(row.problems)),
        Cell(row.radl, FACTOR),
        Cell(row.radl_there, FACTOR),
        *(cell for seat in seats for cell in seat),
    )


def _list_total_heads() -> tuple[str, ...]:
    return _("Rank here"), _("Rank there"), _("Points here"), _("Points there"), _("Difference")


def _build_amounts(here: int, there: int) -> tuple[Cell, Cell, Cell]:
    return (
        build_amount_cell(here, STANDING),
        build_amount_cell(there, STANDING),
        build_amount_cell(there - here, AMOUNT),
    )


def _at(language: str) -> int:
    return int(language.startswith("en"))
