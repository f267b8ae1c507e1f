"""LibreOffice reckons the workbook of a cup to what the program says: from the hand to place points, sums and ranks."""

import io

import pytest

from tests.scoring.reports.exports.test_export_libreoffice import spoilt
from tests.scoring.support.exports import open_workbook, opened_values
from tests.support.libreoffice import LibreOffice
from tests.tournaments.results.exports.exported import file_of, fresh
from tests.tournaments.results.exports.test_libreoffice import VALUES, close, first_amount_of, pairs, rows_of
from tests.tournaments.results.standings.played_tables import paper, started
from tests.tournaments.support import cup, factories
from tournaments.core.settings import (
    BEST_WRITTEN,
    CUP,
    PLACE_POINTS,
    SUM,
    TABLE_PLACES,
    WRITTEN_SCORE,
    build_default_settings,
)
from tournaments.hall.standing.progress import load_progress
from tournaments.hall.standing.standing import load_standings
from tournaments.models import RoundTable
from tournaments.people.teams.services import create_teams_by_lot
from tournaments.results.team_standings.standing import load_team_standings

pytestmark = [pytest.mark.django_db, pytest.mark.heavy]
SMALL = ((4, 2, 1, 0), (5, 3, 2, 1, 0), (6, 4, 3, 2, 1, 0))


def recompute_file(tournament, libreoffice, folder):
    """The workbook as LibreOffice reckons it; every formula comes to what its twin says."""
    book = opened_values(libreoffice.recompute(spoilt(file_of(tournament, folder))))
    for sheet, twin in pairs(book):
        for found, expected in zip(rows_of(sheet), rows_of(twin), strict=True):
            assert all(map(close, found, expected)), (sheet.title, found, expected)
            assert "#" not in {str(value)[:1] for value in found if isinstance(value, str)}
    return book


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
        ((TABLE_PLACES, BEST_WRITTEN), (TABLE_PLACES, SUM)),
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
    found = load_standings(load_progress(fresh(of)))
    assert ranks == {total.player.number: total.rank for total in found.totals}
    assert f"Place points{VALUES}" not in book.sheetnames


def test_without_place_points_there_is_the_written_score_alone(libreoffice: LibreOffice, tmp_path):
    settings = {**build_default_settings(CUP)._asdict(), "rounds": 0, "place_points": ()}
    of, first, (one, other) = factories.whole(8, **settings)
    started(first)
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
    create_teams_by_lot(of.pk, factories.new_key())
    started(first)
    paper(tables[0], 5, 5, -3, -3, -4)
    paper(tables[1], 1, 1, -1, -1)
    second = factories.round_(of, 8)
    again = factories.draw_tables(second)
    started(second)
    paper(again[0], 2, -2, 1, -1)
    book = recompute_file(of, libreoffice, tmp_path)
    standing = load_team_standings(load_standings(load_progress(fresh(of))))
    assert [row[0] for row in rows_of(book["Team results"])[2:]] == [team.rank for team in standing.teams]
