"""LibreOffice reckons a tournament's workbook to what the program says; ranks follow a number that is changed."""

import io
from typing import Any

import pytest

from tarockclub.kit.xlsx.cells import COUNT, WorkbookPage, build_text_cell, count_cell
from tarockclub.kit.xlsx.writer import write_workbook
from tarockclub.office.demo.services import enter_tournaments
from tests.scoring.reports.exports.test_export_libreoffice import A4_LANDSCAPE, spoilt
from tests.scoring.support.exports import open_workbook, opened_values
from tests.support.libreoffice import LibreOffice, list_page_sizes
from tests.support.shared_rows import share_rows
from tests.tournaments.results.exports.exported import file_of, fresh
from tests.tournaments.results.standings.played_tables import paper, started
from tests.tournaments.support import factories
from tournaments.core.rules.ranking import CRITERION_KEYS, PlayerResult, rank_results
from tournaments.core.settings import (
    CAPITAL,
    HANDS_WON,
    LOT,
    NO_REPLACEMENTS,
    PLACES,
    REPLACEMENTS,
    TABLE,
    WRITTEN_SCORE,
)
from tournaments.hall.standing.progress import load_progress
from tournaments.hall.standing.standing import load_standings
from tournaments.results.exports.rank_formulas import Span, build_rank_formula

pytestmark = [pytest.mark.django_db, pytest.mark.heavy]
VALUES = " (values)"


@share_rows
def demo():
    """One tournament that is over, and one in full swing."""
    return enter_tournaments()


def close(found: Any, expected: Any) -> bool:
    """Return True if two cells say the same."""
    if isinstance(expected, int | float) and isinstance(found, int | float):
        return abs(found - expected) < 1e-6
    return bool(found == expected)


def rows_of(sheet: Any) -> list[list[Any]]:
    """Everything that stands on a sheet."""
    return [[cell.value for cell in row] for row in sheet.iter_rows()]


def pairs(book: Any) -> list[tuple[Any, Any]]:
    """Each sheet that reckons, with its twin."""
    return [(book[name.removesuffix(VALUES)], book[name]) for name in book.sheetnames if name.endswith(VALUES)]


@pytest.mark.parametrize("which", ["over", "running"])
def test_every_formula_comes_to_what_the_program_says(demo, which, libreoffice: LibreOffice, tmp_path):
    tournament = getattr(demo, which)
    book = opened_values(libreoffice.recompute(spoilt(file_of(tournament, tmp_path))))
    rounds = len(load_standings(load_progress(fresh(tournament))).rounds)
    assert len(pairs(book)) == 2 + 2 * rounds
    for reckoned, twin in pairs(book):
        for found, expected in zip(rows_of(reckoned), rows_of(twin), strict=True):
            assert all(map(close, found, expected)), (reckoned.title, found, expected)
            assert "#" not in {str(value)[:1] for value in found if isinstance(value, str)}
    standing = load_standings(load_progress(fresh(tournament)))
    ranks = [(row[0], row[1]) for row in rows_of(book["Overall result"])[2:]]
    assert ranks == [(total.rank, total.player.number) for total in standing.totals]


def test_sums_and_ranks_follow_a_hand_that_somebody_changes(demo, libreoffice: LibreOffice, tmp_path):
    book = open_workbook(file_of(demo.over, tmp_path))
    winner = book["Standings of round 1 (values)"]["C3"].value
    sheet = book["Score sheets, round 1"]
    cell = first_amount_of(sheet, winner)
    cell.value -= 500
    paid = book["Registrations"]["I3"].value
    book["Registrations"]["I3"].value = 100
    file = io.BytesIO()
    book.save(file)
    found = opened_values(libreoffice.recompute(file.getvalue()))
    standing = {row[2]: row for row in rows_of(found["Standings of round 1"])[2:]}
    before = {row[2]: row for row in rows_of(found["Standings of round 1 (values)"])[2:]}
    assert standing[winner][6] == before[winner][6] - 500
    unreplaced = [name for name, row in before.items() if not row[5]]
    assert standing[winner][0] == len(unreplaced)  # the last of those who needed no replacement
    others = [name for name in unreplaced if name != winner]
    assert [standing[name][0] for name in others] == [before[name][0] - 1 for name in others]
    overall = {row[2]: row for row in rows_of(found["Overall result"])[2:]}
    assert overall[winner][0] == len(overall)
    cash, cash_before = (rows_of(found[name])[-1][3] for name in ("Cash box", f"Cash box{VALUES}"))
    assert cash == cash_before + 100 - paid


def first_amount_of(sheet: Any, name: str) -> Any:
    """The cell of the first amount of a player on the written sheet of his table."""
    column = None
    for row in sheet.iter_rows():
        if row[0].value == "No.":
            column = next((at for at, cell in enumerate(row) if cell.value == name), None)
        elif column is not None and row[1].value == "hand" and row[column].value is not None:
            return row[column]
    raise AssertionError(name)


def test_it_is_printed_on_a4(demo, libreoffice: LibreOffice, tmp_path):
    sizes = list_page_sizes(libreoffice.print_pdf(file_of(demo.running, tmp_path)))
    assert len(sizes) >= 8
    assert set(sizes) == {A4_LANDSCAPE}


CRITERIA = [
    (NO_REPLACEMENTS, REPLACEMENTS, CAPITAL),
    (CAPITAL, NO_REPLACEMENTS, REPLACEMENTS),
    (WRITTEN_SCORE, HANDS_WON, CAPITAL),
    (REPLACEMENTS,),
    (NO_REPLACEMENTS, HANDS_WON),
]
RESULTS = [
    PlayerResult(at, gain=(at * 7 % 5) * 200 - 333, replaced=at % 3, written=at % 4, won=at * 11 % 3)
    for at in range(1, 40)
]


def test_rank_formulas_rank_as_the_program_does(libreoffice: LibreOffice):
    pages = [ranked_page(f"Ranks {at}", criteria) for at, criteria in enumerate(CRITERIA)]
    book = opened_values(libreoffice.recompute(write_workbook(pages, foot="", english=True)))
    for page, criteria in zip(pages, CRITERIA, strict=True):
        found = [row[0] for row in rows_of(book[page.title])[1:]]
        expected = {result.result.who: result.rank for result in rank_results(RESULTS, criteria)}
        assert found == [expected[result.who] for result in RESULTS], criteria


def ranked_page(title: str, criteria: tuple[str, ...]) -> WorkbookPage:
    """A sheet that ranks the results by these criteria."""
    first, last = 2, 1 + len(RESULTS)
    columns = {NO_REPLACEMENTS: "B", REPLACEMENTS: "B", CAPITAL: "C", WRITTEN_SCORE: "D", HANDS_WON: "E"}
    spans = [(name, Span(columns[name], first, last)) for name in criteria]
    rows = [
        (
            count_cell(0, formula=build_rank_formula(spans, at)),
            count_cell(result.replaced),
            count_cell(0)._replace(value=round(CRITERION_KEYS[CAPITAL](result) / 600, 4)),
            count_cell(result.written),
            count_cell(result.won),
        )
        for at, result in enumerate(RESULTS, first)
    ]
    return WorkbookPage(title, (8,) * 5, ((build_text_cell("rank")._replace(shown=COUNT),), *rows))


def test_large_capitals_small_stakes_and_tables_ranked_by_themselves(libreoffice: LibreOffice, tmp_path):
    settings = {"start": 12_345_67, "stake": 35, "scope": TABLE, "overall_criteria": (PLACES, CAPITAL, LOT)}
    of, round_, tables = factories.whole(9, **settings)
    started(round_)
    paper(tables[0], 40_000, -10_000, -10_000, -10_000, -10_000)
    paper(tables[1], 3, 3, -3, -3)
    book = opened_values(libreoffice.recompute(spoilt(file_of(of, tmp_path))))
    for reckoned, twin in pairs(book):
        for found, expected in zip(rows_of(reckoned), rows_of(twin), strict=True):
            assert all(map(close, found, expected)), (reckoned.title, found, expected)
    standing = rows_of(book["Standings of round 1"])[2:]
    assert [row[0] for row in standing] == [1, 2, 2, 2, 2, 1, 1, 3, 3]
    assert standing[0][6] == 12_345.67 + 40_000 * 0.35
