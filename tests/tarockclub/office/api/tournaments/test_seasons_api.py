"""A season through the API: made, filled with results of earlier years, published, taken up again."""

import pytest

from tests.support.accounts import make_account
from tests.support.programs import Program, create_program
from tests.support.small_season import create_small_season
from tests.support.small_tournament import create_small_tournament

pytestmark = pytest.mark.django_db


@pytest.fixture
def director(db):
    return create_program(make_account("director"))


def test_a_season_of_two_typed_days_is_published(director):
    season = director.do("seasons", name="Cup 2025", settings={"way": "table", "table": [300, 200, 100]})["slug"]
    for names in (("Spieler 1", "Spieler 2", "Spieler 3"), ("Spieler 2", "Spieler 1", "Spieler 4")):
        event = director.do(f"seasons/{season}/events/typed", name="Cuptag", day="2025-03-01")["number"]
        results = [{"name": name, "rank": rank} for rank, name in enumerate(names, 1)]
        director.do(f"seasons/{season}/events/{event}/results", results=results)
    seen = Program().read(f"seasons/{season}").json()
    assert [(line["rank"], line["name"], line["points"]) for line in seen["standing"]] == [
        (1, "Spieler 1", 500),
        (1, "Spieler 2", 500),
        (3, "Spieler 3", 100),
        (3, "Spieler 4", 100),
    ]
    assert seen["missing"] == []
    director.do(f"seasons/{season}/publish", seen=seen["seen"], confirmed=True)
    again = director.send(f"seasons/{season}/events/typed", {"key": "late", "name": "Noch ein Tag"})
    assert (again.status_code, again.json()["code"]) == (409, "season_ended")
    director.do(f"seasons/{season}/take-up", reason="ein Tag fehlt")
    later = director.do("seasons", name="Cup 2026")["slug"]
    refused = director.send(f"seasons/{later}/events/carried", {"key": "carried", "season": season, "percent": 50})
    assert refused.json()["code"] == "not_published"


def test_a_marathon_stands_in_its_season_before_it_is_published(director):
    season = create_small_season(create_small_tournament())
    seen = Program().read(f"seasons/{season.slug}")
    assert seen.status_code == 200
    [marathon] = seen.json()["rankings"]
    assert {name: marathon[name] for name in ("number", "name", "shares", "pot")} == {
        "number": 1,
        "name": "Marathon",
        "shares": [6000],
        "pot": 0,
    }
    assert [line["name"] for line in marathon["standing"]] == ["Spieler 1", "Spieler 2", "Spieler 3"]


def test_settings_are_looked_at_as_on_their_page(director):
    said = {"key": "one", "name": "Cup", "settings": {"formula": "players -"}}
    wrong = director.send("seasons", said)
    assert wrong.status_code == 400
    assert [error["path"] for error in wrong.json()["errors"]] == ["settings/formula"]
    lot = director.send("seasons", {"key": "two", "name": "Cup", "settings": {"criteria": ["lot", "places"]}})
    assert [error["path"] for error in lot.json()["errors"]] == ["settings/criteria"]
    assert director.send("seasons/check", {"formula": "players - plase"}).json()["problems"]
    assert director.send("seasons/check", {"formula": "place"}).json()["warnings"]
