"""LibreOffice reckons a tournament's workbook to what the program says; ranks follow a number that is changed."""

import io
from collections.abc import Callable
from datetime import datetime
from pathlib import Path
from typing import Any

import pytest

from tarockclub.kit.xlsx.cells import COUNT, Cell, WorkbookPage, build_text_cell
from tarockclub.kit.xlsx.writer import write_workbook
from tarockclub.office.demo.installation import enter_tournaments
from tarockclub.platform.privacy.readers import EVERYBODY
from tests.scoring.reports.exports.test_export_libreoffice import spoilt
from tests.scoring.support.exports import open_workbook, opened_values
from tests.support.libreoffice import LibreOffice, read_pages
from tests.support.shared_rows import share_rows
from tests.tournaments.results.exports.exported import book_of, file_of, fresh
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
from tournaments.results.exports import book as book_module
from tournaments.results.exports.rank_formulas import NamedColumn, build_rank_formula
from tournaments.results.team_standings.standing import load_team_standings

pytestmark = [pytest.mark.django_db, pytest.mark.heavy]
FIRST = 4  # row of a table


@share_rows
def demo():
    """One tournament that is over, and one in full swing."""
    return enter_tournaments()


def close(found: Any, expected: Any) -> bool:
    """Return True if two cells say the same."""
    if isinstance(expected, int | float) and isinstance(found, int | float):
        return abs(found - expected) < 1e-6
    return bool((found or "") == (expected or "")) or found == expected == 0


def rows_of(sheet: Any) -> list[list[Any]]:
    """Everything that stands on a sheet."""
    return [[cell.value for cell in row] for row in sheet.iter_rows()]


def read_table(sheet: Any) -> list[dict[str, Any]]:
    """The rows of a table, each by its headings."""
    heads, *rows = sheet.iter_rows(min_row=FIRST - 1, values_only=True)
    return [dict(zip(heads, row, strict=True)) for row in rows]


def recompute_files(contents: list[bytes], libreoffice: LibreOffice) -> list[Any]:
    """Workbooks as LibreOffice reckons them; every formula comes to what is stored with it."""
    books = list(map(opened_values, libreoffice.recompute_all(list(map(spoilt, contents)))))
    for content, reckoned in zip(contents, books, strict=True):
        stored, many = opened_values(content), 0
        for sheet in open_workbook(content):
            for cell in (cell for row in sheet.iter_rows() for cell in row if cell.data_type == "f"):
                found, expected = (book[sheet.title][cell.coordinate].value for book in (reckoned, stored))
                assert close(found, expected), (sheet.title, cell.coordinate, cell.value, found, expected)
                many += 1
        assert many > 20
    return books


def recompute_file(tournament: Tournament, libreoffice: LibreOffice, folder: Path) -> Any:
    """The workbook of a tournament as LibreOffice reckons it."""
    [book] = recompute_files([file_of(tournament, folder)], libreoffice)
    return book


def change(content: bytes, edit: Callable[[Any], None]) -> bytes:
    """A workbook that somebody has changed."""
    book, file = open_workbook(content), io.BytesIO()
    edit(book)
    book.save(file)
    return file.getvalue()


def test_every_formula_comes_to_what_the_program_says(demo, libreoffice: LibreOffice, tmp_path):
    tournaments = (demo.over, demo.running)
    files = [file_of(of, tmp_path, language=language) for of in tournaments for language in ("en", "de")]
    books = recompute_files(files, libreoffice)
    for tournament, book in zip(tournaments, books[::2], strict=True):
        standing = load_standings(load_progress(fresh(tournament)), EVERYBODY)
        ranks = {row["Start no."]: row["Rank"] for row in read_table(book["Overall"])}
        assert ranks == {total.player.number: total.rank for total in standing.totals}


def test_a_hand_that_somebody_types_below_the_last_one_counts_everywhere(demo, libreoffice: LibreOffice, tmp_path):
    content = file_of(demo.over, tmp_path)
    loser = read_table(opened_values(content)["Overall"])[-1]

    def type_hand(book: Any) -> None:
        heads, row = [cell.value for cell in book["Hands"][FIRST - 1]], book["Hands"].max_row + 1
        typed = {"Round": 1, "Table": 1, "Points 2": 500, "Start no. 2": loser["Start no."]}
        for head, value in typed.items():
            book["Hands"].cell(row, heads.index(head) + 1, value)
        book["Registrations"][f"I{FIRST}"].value += 97

    found = opened_values(libreoffice.recompute(change(content, type_hand)))
    rounds = [row for row in read_table(found["Rounds"]) if row["Start no."] == loser["Start no."]]
    assert rounds[0]["Points"] == loser["Round 1"] + 500
    assert read_table(found["Overall"])[-1]["Rank"] == 1
    assert found["Overall"][f"D{found['Overall'].max_row}"].value == loser["Points"] + 500
    assert [found["Notice board"][f"{column}6"].value for column in "AB"] == [1, loser["Name"]]
    assert found["Capital"]["B29"].value == loser["Name"]
    balances = [read_table(book["Cash box"])[-1]["In the cash box"] for book in (found, opened_values(content))]
    assert balances[0] == balances[1] + 97


def test_tables_are_objects_with_their_headings_and_nothing_beneath(demo, tmp_path):
    for language in ("en", "de"):
        book = open_workbook(file_of(demo.over, tmp_path, language=language))
        tables = [(sheet, table) for sheet in book for table in sheet.tables.values()]
        assert len(tables) == len(book.sheetnames) - 3  # the page for the wall, the capital and the rules are none
        for sheet, table in tables:
            heads = [cell.value for cell in sheet[FIRST - 1] if cell.value is not None]
            assert [column.name for column in table.tableColumns] == heads
            assert len({head.casefold() for head in heads}) == len(heads)
            assert table.ref.endswith(str(sheet.max_row))
    entered = [row["Entered"] for row in read_table(book_of(demo.over, tmp_path)["Hands"])]
    assert all(isinstance(moment, datetime) for moment in entered)


def test_above_many_hands_rounds_are_values_and_the_rules_say_so(demo, tmp_path, monkeypatch):
    monkeypatch.setattr(book_module, "MOST_HANDS", 100)
    book = book_of(demo.over, tmp_path)
    heads = [cell.value for cell in book["Rounds"][FIRST - 1]]
    points = book["Rounds"].cell(FIRST, heads.index("Points") + 1)
    assert points.data_type == "n"
    assert any("100 hands" in str(row[1].value) for row in book["Rules"].iter_rows())


HOSTILE = ("=Anna *", "Berta & <Bert>", "Čilli ~?", "D'Ora", "Anna Ära", "Anna Öd", 'Emil "x"', "[Fini]")


def test_pages_can_be_read_and_the_first_one_holds_everybody(demo, libreoffice: LibreOffice, tmp_path):
    hostile = factories.tournament(name="=Cup & <Söhne>")
    factories.enter_people(hostile, *HOSTILE)
    first = factories.round_(hostile)
    one, other = factories.draw_tables(first)
    started(first)
    paper(one, 5, -1, -1, -3)
    paper(other, 7, -2, -2, -3)
    for of in (demo.over, hostile):
        [book] = recompute_files([content := file_of(of, tmp_path, language="de")], libreoffice)
        pages = read_pages(libreoffice.print_pdf(content))
        assert min(page.least for page in pages) >= 8
        names = [row["Name"] for row in read_table(book["Gesamt"])]
        assert names
        for text in (of.club.name, of.name, *names):
            assert text in pages[0].text, text


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
    letters = [(name, columns[name]) for name in criteria]
    spans = [(name, NamedColumn(f"${letter}${first}:${letter}${last}", letter)) for name, letter in letters]
    rows = [
        (
            Cell(0, COUNT, formula=build_rank_formula(spans, at)),
            Cell(result.replaced, COUNT),
            Cell(round(CRITERION_KEYS[CAPITAL](result) / 600, 4), COUNT),
            Cell(result.written, COUNT),
            Cell(result.facts.won, COUNT),
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
    standing = read_table(book["Rounds"])
    assert [row["Rank of the round"] for row in standing] == [1, 2, 2, 2, 2, 1, 1, 3, 3]
    assert standing[0]["Capital at the end"] == 12_345.67 + 40_000 * 0.35


SMALL = ((4, 2, 1, 0), (5, 3, 2, 1, 0), (6, 4, 3, 2, 1, 0))


def test_the_cup_on_paper_is_reckoned_as_on_paper(libreoffice: LibreOffice, tmp_path):
    of = cup.play_cup()
    content = file_of(of, tmp_path)
    [book] = recompute_files([content], libreoffice)
    overall, paper_ = {row["Name"]: row for row in read_table(book["Overall"])}, cup.PAPER["overall"]
    for player, rank in cup.numbers(paper_["ranks"]["of"]).items():
        row = overall[cup.name_of(player)]
        assert row["Rank"] == rank
        assert close(row["Sum"], float(cup.numbers(paper_["sums"])[player]))
        assert close(row["Place points"], float(cup.numbers(paper_["points"])[player]))
    assert sum(row["Should be in it"] for row in read_table(book["Donation box"])) == paper_["cents"] / 100

    def win(changed: Any) -> None:
        heads = [cell.value for cell in changed["Hands"][FIRST - 1]]
        seat = next(
            at for at in range(1, 7) if changed["Hands"].cell(FIRST, heads.index(f"Start no. {at}") + 1).value == 1
        )
        changed["Hands"].cell(FIRST, heads.index(f"Written {seat}") + 1).value += 30  # so he is the first at his table

    after = opened_values(libreoffice.recompute(change(content, win)))
    row = next(row for row in read_table(after["Rounds"]) if (row["Round"], row["Start no."]) == (1, 1))
    assert (row["Place at the table"], row["Place points"], row["Sum"]) == (1, 60, 85)
    mine = next(row for row in read_table(after["Overall"]) if row["Start no."] == 1)
    assert mine["Place points"] == 62.5 - 10 + 60


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
    ranks = {row["Start no."]: row["Rank"] for row in read_table(book["Overall"])}
    found = load_standings(load_progress(fresh(of)), EVERYBODY)
    assert ranks == {total.player.number: total.rank for total in found.totals}


def test_without_place_points_there_is_the_written_score_alone(libreoffice: LibreOffice, tmp_path):
    settings = {**build_default_settings(CUP)._asdict(), "rounds": 0, "place_points": ()}
    of, _first, (one, other) = running(8, **settings)
    paper(one, 3, -1, -1, -1)
    paper(other, 3, 2, -2, -3)
    book = recompute_file(of, libreoffice, tmp_path)
    assert [row["Rank"] for row in read_table(book["Overall"])] == [1, 1, 3, 4, 4, 4, 7, 8]
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
    assert [row["Rank"] for row in read_table(book["Teams"])] == [team.rank for team in standing.teams]
