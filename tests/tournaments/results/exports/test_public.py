"""The standings for programs: what is public, and nothing else; a cup to take along."""

import csv
import io
import json

import pytest
from django.test import Client
from django.urls import reverse

from tests.tournaments.results.exports.exported import taken
from tests.tournaments.results.standings.played_tables import (
    finish_table,
    normal,
    over,
    paper,
    play_hand,
    publish_results,
    running,
    solo,
    started,
)
from tests.tournaments.support import acts, cup, factories
from tests.tournaments.support.cup import PAPER, numbers
from tournaments.core.cash_journal.services import DONATION, EXPENSE
from tournaments.core.editions import FINAL
from tournaments.core.settings import CUP, build_default_settings
from tournaments.models import Entrant
from tournaments.people.teams.services import TeamDetails

pytestmark = pytest.mark.django_db


def fetched(of, form, client=None, **headers):
    """Return the file for somebody who has only the address, or a client."""
    return (client or Client()).get(f"/tournaments/{of.slug}/standings.{form}", headers=headers)


def test_what_is_live_is_there_for_programs():
    of, _round, tables = running(4)
    paper(tables[0], 3, -1, -1, -1)
    answer = fetched(of, "json")
    said = json.loads(answer.content)
    assert answer["Content-Type"] == "application/json"
    assert said["tournament"] == of.name
    first = {"rank": 1, "number": 1, "name": "Spieler 1", "replacements": 0, "table": 1, "capital": 53.0}
    assert said["rounds"][0]["rows"][0] == first
    assert not said["rounds"][0]["published"]
    assert said["overall"]["rows"][0] == {"rank": 1, "number": 1, "name": "Spieler 1", "replacements": 0, "won": 3.0}


def test_what_is_not_shown_while_a_round_runs_is_not_given_to_programs_either(director):
    of, round_, tables = factories.whole(4, show_live=False)
    over(round_, (tables[0], (3, -1, -1, -1)))
    assert json.loads(fetched(of, "json").content)["rounds"] == []
    assert json.loads(fetched(of, "json", director).content)["rounds"] == []
    publish_results(of, 1)
    said = json.loads(fetched(of, "json", director).content)
    assert [
        (shown_round["round"], shown_round["published"], len(shown_round["rows"])) for shown_round in said["rounds"]
    ] == [(1, True, 4)]
    assert said["overall"] is None
    publish_results(of, FINAL)
    assert json.loads(fetched(of, "json", director).content)["overall"]["rows"][0]["won"] == 3.0


def test_the_csv_has_the_same_rows():
    of, round_, tables = factories.whole(4)
    over(round_, (tables[0], (3, -1, -1, -1)))
    answer = fetched(of, "csv", accept_language="en")
    assert "attachment" in answer["Content-Disposition"]
    rows = list(csv.reader(io.StringIO(answer.content.decode("utf-8-sig")), delimiter=";"))
    assert rows[1] == ["1", "1", "1", "Spieler 1", "1", "0", "53.0"]
    assert [row[0] for row in rows[1:]] == ["1"] * 4 + ["overall"] * 4
    assert rows[5][6] == "3.0"


def test_whoever_has_it_already_gets_nothing():
    of, _round, _tables = factories.whole(4)
    tag = fetched(of, "json")["ETag"]
    assert fetched(of, "json", if_none_match=tag).status_code == 304


def test_the_tables_of_a_cup_say_what_the_paper_says():
    found = taken(cup.play_cup())
    overall, said = PAPER["overall"], found.values("overall")
    assert {row["number"]: row["rank"] for row in said} == numbers(overall["ranks"]["of"])
    assert {row["number"]: row["place_points"] for row in said} == {
        player: float(points) for player, points in numbers(overall["points"]).items()
    }
    first = next(row for row in said if row["number"] == 3)
    assert (first["written_1"], first["place_2"], first["place_points_2"], first["sum_3"]) == (13, 3, 22.5, 55)
    assert "gain" not in first
    assert "capital" not in found.values("standing_1")[0]
    assert [row["points"] for row in found.values("donations")] == [2, 12, 2, 12, 2, 0, PAPER["overall"]["box"]]
    points = {(row["players"], row["place"]): row["place_points"] for row in found.values("place_points")}
    assert (points[4, 2], points[5, 2], points[3, 3]) == (40, 45, 20)


def test_public_standings_of_a_cup_are_points():
    of = cup.cup()
    cup.play_round(of, 1)
    said = json.loads(fetched(of, "json").content)
    best = said["rounds"][0]["rows"][0]
    assert {name: best[name] for name in ("rank", "place", "written", "place_points", "sum")} == {
        "rank": 1,
        "place": 1,
        "written": 15,
        "place_points": 60,
        "sum": 75,
    }
    assert "capital" not in best
    assert said["overall"]["rows"][0]["rounds"] == [
        {"round": 1, "place": 1, "written": 15, "place_points": 60, "sum": 75, "per_hand": 3.75}
    ]
    rows = list(csv.reader(io.StringIO(fetched(of, "csv").content.decode("utf-8-sig")), delimiter=";"))
    assert rows[1] == ["1", "1", "9", "Spieler 09", "2", "1", "15", "60", "75", "3,75"]


@pytest.mark.parametrize("start", [0, 5000])
def test_teams_are_the_sum_of_their_members(start):
    settings = {"start": start, "team_size": 2, "place_points": ((60, 40, 20, 0),)} | (
        {} if start else {"overall_criteria": ("sum", "best_sum"), "round_criteria": ("sum",)}
    )
    of, first, (one,) = factories.whole(4, **settings)
    entrants = list(Entrant.objects.filter(tournament=of).order_by("number").values_list("pk", flat=True))
    acts.create_teams(
        of.pk, factories.new_key(), [TeamDetails("Erste", tuple(entrants[:2])), TeamDetails("", tuple(entrants[2:]))]
    )
    started(first)
    paper(one, 10, -10, 5, -5)
    rows = taken(of).values("teams")
    assert [(row["written"], row["place_points"], row["sum"]) for row in rows] == [(0, 60, 60), (0, 60, 60)]
    assert {row["team"]: row["members"] for row in rows}["Erste"] == "Spieler 1, Spieler 2"
    assert ("gain" in rows[0]) == bool(start)


def test_the_cash_box_says_what_each_movement_is():
    of, _round, (table,) = running(4)
    acts.record_movement(of, factories.new_key(), DONATION, 140, "Spendenschwein", table=table)
    acts.record_movement(of, factories.new_key(), EXPENSE, -990, "Saalmiete", voucher="R-17", party="Wirt")
    rows = taken(of).values("cash")
    told = [(row["what"], row["kind"], row["table"], row["party"], row["voucher"], row["balance"]) for row in rows]
    assert told[:-1] == [
        ("Spendenschwein", "Donation", "Round 1, table 1", None, None, 1.4),
        ("Saalmiete", "Expense", None, "Wirt", "R-17", -8.5),
    ]


def test_the_mean_of_a_hand_stands_wherever_all_hands_are_known():
    of, first, (one, other) = factories.whole(8, **{**build_default_settings(CUP)._asdict(), "rounds": 0})
    started(first)
    for hand in (normal(0, 1), solo(2), normal(1, 3)):
        play_hand(one, hand)  # −4, −2, +10, −4 points
    paper(other, 12, -4, -4, -4)  # totals tell nothing of hands
    text = fetched(of, "csv", accept_language="en").content.decode("utf-8-sig")
    head, *rows = csv.reader(io.StringIO(text), delimiter=";")
    assert (head[-1], {row[-1] for row in rows}) == ("Ø per hand", {"", "-1.33", "-0.67", "3.33"})
    found, said = taken(of), json.loads(fetched(of, "json").content)
    for shown, table, address in (
        (said["rounds"][0], "standing_1", "rounds/1/standings"),
        (said["overall"], "overall", "standings"),
    ):
        assert sorted(row.get("per_hand", 0) for row in shown["rows"]) == [-1.33, -1.33, -0.67, 0, 0, 0, 0, 3.33]
        assert {row["per_hand"] for row in found.values(table)} == {-1.33, -0.67, 3.33, None}
        lines = Client().get(f"/api/v1/tournaments/{of.slug}/{address}").json()["lines"]
        assert {line["per_hand"] for line in lines} == {-133, -67, 333, None}
    finish_table(one)
    finish_table(other)
    publish_results(of, 1)
    shown = Client().get(reverse("edition", kwargs={"slug": of.slug, "number": 1, "edition": 1})).content.decode()
    assert "Spieler" in shown
    assert "Ø" not in shown  # hands are not published
