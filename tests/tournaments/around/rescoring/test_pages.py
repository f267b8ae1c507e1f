"""Tournaments and seasons under other house rules: ranked in their own way."""

from io import BytesIO
from typing import Any

import openpyxl
import pytest
from django.test import Client
from django.urls import reverse

from scoring.models import GameTable
from tests.scoring.support.tables import play
from tests.tournaments.results.standings.played_tables import paper, running
from tests.tournaments.seasons.season import seasons
from tests.tournaments.support.factories import new_key
from tests.tournaments.support.season_acts import add_tournament
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
    add_tournament(season, new_key(), of)
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
