"""Tournaments and seasons under other house rules, ranked in their own way; the command says what the pages say."""

import re
from io import BytesIO, StringIO
from pathlib import Path
from typing import Any

import openpyxl
import pytest
from django.core.management import CommandError, call_command
from django.test import Client
from django.urls import reverse

from scoring.engine.agreement import Stakes
from scoring.models import GameTable
from tarockclub.kit.amounts import WORD_JOINER
from tests.scoring.support.evenings import evening_of, new_order, pagat, play_hands
from tests.scoring.support.tables import dreier, play, rufer
from tests.support.accounts import log_in
from tests.tournaments.results.standings.played_tables import paper, running
from tests.tournaments.seasons.season import seasons
from tests.tournaments.support import acts
from tests.tournaments.support.factories import new_key
from tournaments.around.rescoring.standing import group_changes, list_counting_tables, list_total_rows
from tournaments.hall.rounds.table_capital import Changes
from tournaments.hall.standing.progress import load_progress
from tournaments.models import Round, RoundTable, Tournament

pytestmark = pytest.mark.django_db
ENGLISH = {"accept-language": "en"}
SOLO = {"plays": [{"contract": "solo", "declarer": 0, "result": "won"}]}
CALLED = {"plays": [{"contract": "normalspiel", "declarer": 1, "partner": 3, "result": "won"}]}


def play_tournament(**settings: Any) -> tuple[Tournament, Round, list[RoundTable]]:
    """A tournament with a table that has played two games, which Treffpunkt has at other values or not at all."""
    of, first, tables = running(8, **settings)
    for raw in (SOLO, CALLED):
        GameTable.objects.filter(pk=tables[0].game_table_id).update(clock="")
        written = play(tables[0].game_table, raw)
        assert written.entry is not None, written.problems
    paper(tables[1], 2, -2, 0, 0)
    return of, first, tables


def _rows(answer: Any) -> dict[str, dict[str, str]]:
    assert answer.status_code == 200
    rows = [{cell.column.name: str(cell.text) for cell in row} for row in answer.context["list"].rows]
    return {row["name"]: row for row in rows}


def test_a_tournament_is_ranked_by_its_own_settings(secretary: Client):
    of, _first, _tables = play_tournament()
    address = reverse("tournament_rescoring", args=[of.slug])
    assert f'href="{address}?under=steindl"' in secretary.get(address).content.decode()
    page = secretary.get(address, {"under": "steindl"}, headers=ENGLISH)
    rows = _rows(page)
    assert len(rows) == 8
    assert {row["there"] for row in rows.values()} != {row["here"] for row in rows.values()} or page.context[
        "sentences"
    ]
    assert "1 table has totals from paper" in page.content.decode()
    same = _rows(secretary.get(address, {"under": "zwanzigerrufen"}, headers=ENGLISH))
    assert all(row["here"] == row["there"] for row in same.values())
    assert all(row["money_here"] == row["money_there"] for row in same.values())


def test_gains_and_places_follow_from_the_other_payouts():
    of, _first, tables = play_tournament()
    stand = load_progress(Tournament.objects.get(pk=of.pk))
    line = GameTable.objects.get(pk=tables[0].game_table_id).deals.order_by("number").first()
    assert line is not None
    changes: dict[int, dict[int, Changes]] = {tables[0].game_table_id: {line.number: ((0, -600, -600), (1, 600, 600))}}
    rows = {row.here.player.number: row for row in list_total_rows(stand, changes)}
    moved = {number: row.there.written - row.here.written for number, row in rows.items()}
    assert sorted(moved.values()) == [-600, 0, 0, 0, 0, 0, 0, 600]
    loser = next(row for number, row in rows.items() if moved[number] < 0)
    assert loser.ranks.there == 8
    assert loser.there.replaced >= loser.here.replaced
    assert list_total_rows(stand, {})[0].here == list_total_rows(stand, {})[0].there


def test_a_struck_table_is_not_scored():
    of, _first, tables = play_tournament()
    assert list_counting_tables([of]).count() == 2
    RoundTable.objects.filter(pk=tables[0].pk).update(counts=False)
    assert [table.pk for table in list_counting_tables([of])] == [tables[1].game_table_id]
    assert group_changes(()) == {}


def test_a_tournament_as_workbook(secretary: Client):
    of, _first, _tables = play_tournament()
    answer = secretary.get(
        reverse("tournament_rescoring", args=[of.slug]), {"under": "steindl", "form": "xlsx"}, headers=ENGLISH
    )
    totals, hands = openpyxl.load_workbook(BytesIO(answer.content)).worksheets
    assert sum(str(row[0].value).startswith("Spieler") for row in totals.iter_rows()) == 8
    assert hands.max_row == 3
    assert "round 1" in hands["A2"].value


def test_a_season_moves_with_its_tournaments_and_typed_days_stay(secretary: Client):
    of, _first, _tables = play_tournament()
    season = seasons.season()
    acts.add_tournament(season, new_key(), of)
    seasons.day(season, "Spieler 1", "Spieler 2")
    address = reverse("season_rescoring", args=[season.slug])
    same = _rows(secretary.get(address, {"under": "zwanzigerrufen"}, headers=ENGLISH))
    assert all(row["points"] == row["other"] and row["here"] == row["there"] for row in same.values())
    other = _rows(secretary.get(address, {"under": "steindl"}, headers=ENGLISH))
    assert set(other) == set(same)


def test_a_season_of_typed_days_only(secretary: Client):
    season = seasons.season()
    seasons.day(season, "Anna", "Bert")
    page = secretary.get(reverse("season_rescoring", args=[season.slug]), {"under": "steindl"}, headers=ENGLISH)
    assert set(_rows(page)) == {"Anna", "Bert"}
    assert "No hand has been played yet." in page.content.decode()


def test_too_many_hands_are_for_the_command(secretary: Client, monkeypatch: pytest.MonkeyPatch):
    of, _first, _tables = play_tournament()
    monkeypatch.setattr("scoring.reports.rescoring.tables.MOST_HANDS", 1)
    page = secretary.get(reverse("tournament_rescoring", args=[of.slug]), {"under": "steindl"}, headers=ENGLISH)
    assert "rescore”." in page.content.decode()


BESSER = pagat({"plays": [{"contract": "besserrufer", "declarer": 1, "partner": 3, "result": "won"}]})
OWN = """
id = "own"
extends = "treffpunkt"
name = "Eigene"
name_en = "Own"
source = "us"
[contracts.dreier]
value = 7
"""


def _rescored(*arguments: str, **options: Any) -> str:
    out = StringIO()
    call_command("rescore", *arguments, "--language", "en", stdout=out, **options)
    return out.getvalue()


@pytest.fixture
def table() -> GameTable:
    """An evening of three hands."""
    table = evening_of()
    play_hands(table, dreier(0), BESSER, rufer(2))
    return table


def test_the_whole_database_in_totals(table: GameTable):
    play_hands(evening_of(), dreier(1))
    told = _rescored("--sheet", "karlsruhe")
    assert "Under Karlsruhe:" in told
    assert "4 hands were played." in told
    assert "1 hand does not exist there and counts nothing." in told
    assert "1 × Karlsruhe has no contract “Besserrufer”." in told
    heads, anna = [line.split("  ") for line in told.splitlines() if line.startswith(("Player", "Anna"))]
    assert [head.strip() for head in heads if head] == [
        "Player",
        "Rank there",
        "Rank here",
        "Hands",
        "Points here",
        "Points there",
        "Difference",
    ]
    assert [cell.strip() for cell in anna if cell] == ["Anna", "1", "2", "4", "+7", "+18", "+11"]


def test_one_evening_by_its_address_or_the_beginning_of_it(table: GameTable):
    play_hands(evening_of(), dreier(1))
    for address in (str(table.slug), table.slug.hex[:8]):
        assert "3 hands were played." in _rescored("--sheet", "karlsruhe", "--evening", address)
    with pytest.raises(CommandError, match="There is no table"):
        _rescored("--sheet", "karlsruhe", "--evening", "12345678")


def _list_people(told: str) -> list[list[str]]:
    """The rows of the printed list, without its titles."""
    lines = told.splitlines()
    at = next(number for number, line in enumerate(lines) if line.startswith("Player"))
    return [re.split(" {2,}", line.strip()) for line in lines[at + 1 :]]


def _list_cells(page: Any) -> list[list[str]]:
    """The rows of the list on its page, without the joiners that keep amounts together."""
    return [[str(cell.text).replace(WORD_JOINER, "") for cell in row] for row in page.context["list"].rows]


def test_an_evening_as_on_its_page_with_substitutes_and_money():
    table = evening_of(5, agreed=Stakes(10))
    play_hands(table, dreier(0))
    new_order(table, (0, 1, 2, 3, 4), substitutes={0: "Gusti"})
    play_hands(table, dreier(0), BESSER)
    told = _rescored("--sheet", "karlsruhe", "--evening", str(table.slug))
    assert "1 × Karlsruhe has no contract “Besserrufer”." in told
    page = log_in().get(reverse("rescoring", args=[table.slug]), {"under": "karlsruhe"}, headers=ENGLISH)
    shown = _list_cells(page)
    assert _list_people(told) == shown
    assert "Anna / Gusti" in {row[0] for row in shown}
    assert "€ there" in told


def test_a_tournament_and_a_season_as_on_their_pages(secretary):
    tournament, _first, _tables = play_tournament()
    season = seasons.season()
    acts.add_tournament(season, new_key(), tournament)
    for option, route, owner in (
        ("--tournament", "tournament_rescoring", tournament),
        ("--season", "season_rescoring", season),
    ):
        told = _rescored("--sheet", "steindl", option, str(owner.slug))
        page = secretary.get(reverse(route, args=[owner.slug]), {"under": "steindl"}, headers=ENGLISH)
        assert all(sentence in told for sentence in page.context["sentences"])
        assert _list_people(told) == _list_cells(page)


def test_house_rules_from_a_file(table: GameTable, tmp_path: Path):
    file = tmp_path / "own.toml"
    file.write_text(OWN, encoding="utf-8")
    told = _rescored("--sheet-file", str(file))
    assert "Under Own:" in told
    assert "1 hand would pay something else there." in told
    file.write_text(OWN.replace('"treffpunkt"', '"nothing"'), encoding="utf-8")
    with pytest.raises(CommandError, match="not accepted"):
        _rescored("--sheet-file", str(file))


def test_a_pinned_version_by_the_digits_of_its_hash(table: GameTable):
    digest = table.sheet_version.digest
    assert "all would pay the same there" in _rescored("--sheet", digest[:12])
    for unknown in ("nothing", digest[:7], "f" * 64):
        with pytest.raises(CommandError, match="There are no house rules"):
            _rescored("--sheet", unknown)


def test_house_rules_must_be_named_and_what_is_asked_for_must_exist(table: GameTable):
    with pytest.raises(CommandError):
        _rescored()
    for what in ("--tournament", "--season"):
        with pytest.raises(CommandError, match="There is nothing at the address"):
            _rescored("--sheet", "karlsruhe", what, str(table.slug))
    for number in ("0", "-1", "x", "٣", "100", ""):
        with pytest.raises(CommandError):
            _rescored("--sheet", "karlsruhe", "--processes", number)


def test_only_the_first_are_printed_unless_all_are_wanted(monkeypatch: pytest.MonkeyPatch, table: GameTable):
    monkeypatch.setattr("tournaments.management.commands.rescore.MOST_PEOPLE", 1)
    assert "… and 3 more" in _rescored("--sheet", "karlsruhe")
    assert "Dora" in _rescored("--sheet", "karlsruhe", "--all")


class _Terminal(StringIO):
    def isatty(self) -> bool:
        return True


def test_a_bar_runs_on_a_terminal_only(monkeypatch: pytest.MonkeyPatch, table: GameTable):
    for screen, shown in ((_Terminal(), True), (StringIO(), False)):
        monkeypatch.setattr("sys.stderr", screen)
        _rescored("--sheet", "karlsruhe")
        assert ("100%" in screen.getvalue()) == shown
