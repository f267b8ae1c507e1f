"""The results of re-scoring as workbooks: everybody's totals, and the hands that differ."""

from collections.abc import Iterable, Iterator
from itertools import zip_longest

from django.utils.translation import gettext as _

from scoring.engine.hand.record import SEATS
from scoring.reports.rescoring.evening import RescoredEvening
from scoring.reports.rescoring.hands import HandRow
from scoring.reports.rescoring.sheets import OtherRules
from scoring.reports.rescoring.tables import RescoredTables, generate_table_hands
from tarockclub.kit.days import format_day
from tarockclub.kit.tables.files import render_workbook
from tarockclub.kit.words import get_current_language
from tarockclub.kit.xlsx.cells import (
    AMOUNT,
    BLANK,
    COUNT,
    FACTOR,
    LINE,
    TITLE,
    Cell,
    WorkbookPage,
    build_amount_cell,
    build_heads,
    build_text_cell,
    build_value_cell,
)
from tarockclub.kit.xlsx.safe_text import build_sheet_titles

Row = tuple[Cell, ...]


def build_rescoring_workbook(
    rules: OtherRules, people: WorkbookPage, sentences: Iterable[str], hands: Iterable[Row], foot: str
) -> bytes:
    """Return a result as a file: the page's list, its sentences, the hands that differ."""
    language = get_current_language()
    name = rules.format_name(language)
    first, second = build_sheet_titles((_("Totals"), _("Hands that differ")))
    top = (
        (build_text_cell(_("Under other house rules: %(name)s") % {"name": name}, TITLE),),
        *((build_text_cell(sentence, LINE),) for sentence in sentences),
        BLANK,
    )
    at = len(top) + 1
    pages = (
        people._replace(title=first, rows=(*top, *people.rows), heading=(at, at)),
        build_hands_page(second, hands),
    )
    return render_workbook(pages, foot=f"{foot} – {name}", language=language)


def list_evening_hands(result: RescoredEvening, language: str) -> list[Row]:
    """Return the hands of an evening that differ as rows."""
    sheet = result.rescored.book.sheet.names[language.startswith("en")]
    place = (_("evening"), format_day(result.table.started), sheet)
    return [_build_hand(place, row) for row in result.rows]


def generate_hand_rows(result: RescoredTables, rules: OtherRules, language: str) -> Iterator[Row]:
    """Yield the hands that differ as rows, table by table."""
    for hands in generate_table_hands(result.changed, rules, language):
        place = (hands.place, format_day(hands.table.started), hands.sheet)
        yield from (_build_hand(place, row) for row in hands.rows)


def build_hands_page(title: str, hands: Iterable[Row]) -> WorkbookPage:
    """Return the sheet of the hands that differ."""
    heads = (
        *build_heads((_("Table"), _("Day"), _("House rules"))),
        *build_heads((_("No."),), COUNT),
        *build_heads((_("Hand"), _("Formula here"), _("Formula there"), _("Why it does not exist there"))),
        *build_heads((_("Radl here"), _("Radl there")), COUNT),
        *(cell for seat in SEATS for cell in _list_seat_heads(seat + 1)),
    )
    widths = (22, 14, 18, 6, 44, 26, 26, 34, 8, 8, *[18, 10, 10] * len(SEATS))
    return WorkbookPage(title, widths, (heads, *hands), (1, 1), 4, filtered=True)


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
    formula_there = row.there.formula if row.there is not None else ""
    said = (*place, row.number, row.story, row.here.formula, formula_there, " ".join(row.problems))
    return (
        *map(build_value_cell, said),
        Cell(row.radl, FACTOR),
        Cell(row.radl_there, FACTOR),
        *(cell for seat in seats for cell in seat),
    )
