"""LibreOffice reckons a tournament's workbook to what the program says; ranks follow a number that is changed."""

import io
from pathlib import Path
from typing import Any

import pytest

from tarockclub.kit.xlsx.cells import COUNT, WorkbookPage, build_text_cell, count_cell
from tarockclub.kit.xlsx.writer import write_workbook
from tarockclub.office.demo.installation import enter_tournaments
from tarockclub.platform.privacy.readers import EVERYBODY
from tests.scoring.reports.exports.test_export_libreoffice import spoilt
from tests.scoring.support.exports import open_workbook, opened_values
from tests.support.libreoffice import LibreOffice, list_page_sizes
from tests.support.shared_rows import share_rows
from tests.tournaments.results.exports.exported import file_of, fresh
from tests.tournaments.results.standings.played_tables import paper, running, started
from tests.tournaments.support import acts, cup, factories
from tournaments.core.rules.line_facts import LineFacts
from tournaments.core.rules.ranking import CRITERION_KEYS, PlayerResult, rank_results
from tournaments.core.settings import (
    BEST_WRITTEN,
    CAPITAL,
    CUP,
    HANDS_WON,
    LOT,
    NO_REPLACEMENTS,
    PLACE_POINTS,
    PLACES,
    REPLACEMENTS,
    SUM,
    TABLE,
    TABLE_PLACES,
    WRITTEN_ROUNDS,
    WRITTEN_SCORE,
    build_default_settings,
)
from tournaments.hall.standing.players import load_progress
from tournaments.hall.standing.standing import load_standings
from tournaments.models import RoundTable, Tournament
from tournaments.results.exports.rank_formulas import Span, build_rank_formula
from tournaments.results.team_standings.standing import load_team_standings

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


def recompute_file(tournament: Tournament, libreoffice: LibreOffice, folder: Path) -> Any:
    """The workbook as LibreOffice reckons it; every formula comes to what its twin says."""
    book = opened_values(libreoffice.recompute(spoilt(file_of(tournament, folder))))
    for reckoned, twin in pairs(book):
        for found, expected in zip(rows_of(reckoned), rows_of(twin), strict=True):
            assert all(map(close, found, expected)), (reckoned.title, found, expected)
            assert "#" not in {str(value)[:1] for value in found if isinstance(value, str)}
    return book


@pytest.mark.parametrize("which", ["over", "running"])
def test_every_formula_comes_to_what_the_program_says(demo, which, libreoffice: LibreOffice, tmp_path):
    tournament = getattr(demo, which)
    book = recompute_file(tournament, libreoffice, tmp_path)
    rounds = len(load_standings(load_progress(fresh(tournament)), EVERYBODY).rounds)
    assert len(pairs(book)) == 2 + 2 * rounds
    standing = load_standings(load_progress(fresh(tournament)), EVERYBODY)
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
    assert set(sizes) == {(842, 595)}


CRITERIA = [
    (NO_REPLACEMENTS, REPLACEMENTS, CAPITAL),
    (CAPITAL, NO_REPLACEMENTS, REPLACEMENTS),
    (WRITTEN_SCORE, HANDS_WON, CAPITAL),
    (REPLACEMENTS,),
    (NO_REPLACEMENTS, HANDS_WON),
]
RESULTS = [
    PlayerResult(
        who=at, gain=(at * 7 % 5) * 200 - 333, replaced=at % 3, written=at % 4, facts=LineFacts(won=at * 11 % 3)
    )
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
            count_cell(result.facts.won),
        )
        for at, result in enumerate(RESULTS, first)
    ]
    return WorkbookPage(title, (8,) * 5, ((build_text_cell("rank")._replace(shown=COUNT),), *rows))


def test_large_capitals_small_stakes_and_tables_ranked_by_themselves(libreoffice: LibreOffice, tmp_path):
    settings = {"start": 12_345_67, "stake": 35, "scope": TABLE, "overall_criteria": (PLACES, CAPITAL, LOT)}
    of, _round, tables = running(9, **settings)
    paper(tables[0], 40_000, -10_000, -10_000, -10_000, -10_000)
    paper(tables[1], 3, 3, -3, -3)
    book = recompute_file(of, libreoffice, tmp_path)
    standing = rows_of(book["Standings of round 1"])[2:]
    assert [row[0] for row in standing] == [1, 2, 2, 2, 2, 1, 1, 3, 3]
    assert standing[0][6] == 12_345.67 + 40_000 * 0.35


SMALL = ((4, 2, 1, 0), (5, 3, 2, 1, 0), (6, 4, 3, 2, 1, 0))


def table_of(sheet):
    """The rows of a standing by name of the player, each by the names of its columns."""
    _title, heads, *rows = rows_of(sheet)
    return {row[2]: dict(zip(heads, row, strict=True)) for row in rows}


def test_the_cup_on_paper_is_reckoned_as_on_paper(libreoffice: LibreOffice, tmp_path):
    of = cup.play_cup()
    book = recompute_file(of, libreoffice, tmp_path)
    overall, paper_ = table_of(book["Overall result"]), cup.PAPER["overall"]
    for player, rank in cup.numbers(paper_["ranks"]["of"]).items():
        row = overall[cup.name_of(player)]
        assert row["Rank"] == rank
        assert close(row["Sum"], float(cup.numbers(paper_["sums"])[player]))
        assert close(row["Place points"], float(cup.numbers(paper_["points"])[player]))
    box = rows_of(book["Donation box"])[-1]
    assert (box[3], box[4]) == (paper_["box"], paper_["cents"] / 100)
    file = io.BytesIO()
    changed = open_workbook(file_of(of, tmp_path))
    cell = first_amount_of(changed["Score sheets, round 1"], cup.name_of(1))
    cell.value += 30  # so he is the first at his table
    changed.save(file)
    after = opened_values(libreoffice.recompute(file.getvalue()))
    row = table_of(after["Standings of round 1"])[cup.name_of(1)]
    assert (row["Place at the table"], row["Place points"], row["Sum"], row["Rank"]) == (1, 60, 85, 1)
    assert table_of(after["Overall result"])[cup.name_of(1)]["Place points"] == 62.5 - 10 + 60


@pytest.mark.parametrize(
    ("criteria", "by_round"),
    [
        ((PLACE_POINTS, WRITTEN_SCORE, TABLE_PLACES), (PLACE_POINTS, WRITTEN_SCORE)),
        ((TABLE_PLACES, WRITTEN_ROUNDS, BEST_WRITTEN), (TABLE_PLACES, SUM)),
    ],
)
def test_thirds_and_quarters_of_place_points_and_tables_that_do_not_count(
    criteria, by_round, libreoffice: LibreOffice, tmp_path
):
    ranked = {"overall_criteria": criteria, "round_criteria": by_round}
    of, first, tables = factories.whole(
        17, **{**build_default_settings(CUP)._asdict(), "rounds": 0, "place_points": SMALL, **ranked}
    )
    started(first)
    paper(tables[0], 1, 1, 1, -3, 0)
    paper(tables[1], 0, 0, 0, 0)
    paper(tables[2], 7, -1, -2, -4)
    RoundTable.objects.filter(pk=tables[2].pk).update(counts=False)
    second = factories.round_(of, 13)
    again = factories.draw_tables(second)
    started(second)
    paper(again[0], 2, 2, 2, -6, 0)
    paper(again[1], 5, 5, -5, -5)
    book = recompute_file(of, libreoffice, tmp_path)
    ranks = {row["Start no."]: row["Rank"] for row in table_of(book["Overall result"]).values()}
    found = load_standings(load_progress(fresh(of)), EVERYBODY)
    assert ranks == {total.player.number: total.rank for total in found.totals}
    assert f"Place points{VALUES}" not in book.sheetnames


def test_without_place_points_there_is_the_written_score_alone(libreoffice: LibreOffice, tmp_path):
    settings = {**build_default_settings(CUP)._asdict(), "rounds": 0, "place_points": ()}
    of, _first, (one, other) = running(8, **settings)
    paper(one, 3, -1, -1, -1)
    paper(other, 3, 2, -2, -3)
    book = recompute_file(of, libreoffice, tmp_path)
    assert [row["Rank"] for row in table_of(book["Overall result"]).values()] == [1, 1, 3, 4, 4, 4, 7, 8]
    assert "Place points" not in book.sheetnames


@pytest.mark.parametrize("start", [0, 5000])
def test_team_standings_add_up_their_members(start, libreoffice: LibreOffice, tmp_path):
    ranked = {"overall_criteria": (SUM, TABLE_PLACES), "round_criteria": (SUM, WRITTEN_SCORE)}
    points = {"place_points": build_default_settings(CUP).place_points, "team_size": 2, "start": start}
    of, first, tables = factories.whole(9, **points, **({} if start else ranked))
    acts.create_teams_by_lot(of.pk, factories.new_key())
    started(first)
    paper(tables[0], 5, 5, -3, -3, -4)
    paper(tables[1], 1, 1, -1, -1)
    second = factories.round_(of, 8)
    again = factories.draw_tables(second)
    started(second)
    paper(again[0], 2, -2, 1, -1)
    book = recompute_file(of, libreoffice, tmp_path)
    standing = load_team_standings(load_standings(load_progress(fresh(of)), EVERYBODY))
    assert [row[0] for row in rows_of(book["Team results"])[2:]] == [team.rank for team in standing.teams]
