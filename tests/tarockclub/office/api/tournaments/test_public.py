"""A tournament and a season through the API: what everybody sees, the acts of the staff, standings and files."""

import pytest

from tarockclub.models import Club
from tests.support.accounts import make_account
from tests.support.programs import Program, create_program
from tests.support.shared_rows import share_rows
from tests.support.small_tournament import NAMES, create_small_season, create_small_tournament
from tests.tournaments.seasons.season import seasons
from tournaments.core.settings import Settings, build_default_settings, encode_settings, parse_settings
from tournaments.models import Tournament

pytestmark = pytest.mark.django_db
CUP = {"name": "Cup", "day": "2026-01-06", "settings": {"format": "cup", "sheet": "zwanzigerrufen"}}


@share_rows
def at() -> str:
    """The address of a tournament with one table that is drawn."""
    return f"tournaments/{create_small_tournament().slug}"


def test_everybody_sees_players_seats_and_rounds(at):
    anybody = Program()
    assert [player["name"] for player in anybody.read(f"{at}/players").json()] == list(NAMES)
    assert [player["name"] for player in anybody.read(f"{at}/rounds/1/seats").json()[0]["players"]] == list(NAMES)
    assert [round_["stage"] for round_ in anybody.read(at).json()["rounds"]] == ["drawn"]


def test_a_standing_that_is_known_is_not_sent_again(at):
    first = Program().read(f"{at}/rounds/1/standings")
    assert [line["name"] for line in first.json()["lines"]] == list(NAMES)
    assert Program().read(f"{at}/rounds/1/standings", **{"If-None-Match": first["ETag"]}).status_code == 304
    assert Program().read(f"{at}/rounds/2/standings").status_code == 404


def test_standings_that_are_not_public_are_for_the_staff_of_the_club_alone(at):
    Tournament.objects.update(settings=encode_settings(Settings(show_live=False)))
    neighbour = make_account("director", Club.objects.create(name="Nachbarn"))
    path = f"{at}/rounds/1/standings"
    for client, live in (
        (Program(), False),
        (create_program(neighbour), False),
        (create_program(make_account("director")), True),
    ):
        shown = client.read(path).json()
        assert (shown["live"], bool(shown["lines"])) == (live, live)


def test_a_tournament_is_prepared_once_for_its_key_with_the_usual_settings():
    director = create_program(make_account("director"))
    first, again = (director.send("tournaments", {**CUP, "key": "k"}) for _ in range(2))
    assert first.json() == again.json()
    assert director.send("tournaments", {**CUP, "key": "k", "name": "Anders"}).status_code == 422
    made, wanted = Tournament.objects.get(), build_default_settings("cup")
    assert parse_settings(made.settings)._replace(options=()) == wanted._replace(sheet="zwanzigerrufen", options=())
    assert director.send(f"tournaments/{made.slug}/rounds", {"key": "r"}).json() == {"number": 1}
    assert [tournament["name"] for tournament in director.read("tournaments").json()] == ["Cup"]


def test_a_format_brings_its_house_rules_and_a_cup_must_name_them():
    director = create_program(make_account("director"))
    sent = {"name": "Cup", "day": "2026-01-06", "key": "k"}
    refused = director.send("tournaments", {**sent, "settings": {"format": "cup"}})
    assert refused.status_code == 400
    [mistake] = refused.json()["errors"]
    assert (mistake["path"], mistake["code"]) == ("settings/sheet", "missing_field")
    assert "cup" in mistake["message"]
    for at, (wanted, sheet, per) in enumerate(
        (
            ({"format": "cup", "sheet": "steindl"}, "steindl", "round"),
            ({"format": "tirol"}, "standard", "tournament"),
            ({"format": "tirol", "sheet": "skoty", "fee_per": "round"}, "skoty", "round"),
        )
    ):
        made = director.send("tournaments", {**sent, "key": f"k{at}", "settings": wanted}).json()
        settings = parse_settings(Tournament.objects.get(slug=made["slug"]).settings)
        assert (settings.format, settings.sheet, settings.fee_per) == (wanted["format"], sheet, per)


@pytest.mark.parametrize(
    ("settings", "where"),
    [
        ({"stake": 6000, "start": 5000}, "settings/stake"),
        ({"sheet": "none"}, "settings/sheet"),
        ({"options": {"nothing": True}}, "settings/options/nothing"),
        (
            {"sheet": "treffpunkt", "options": {"radl_announced_only": True, "radl_game_and_announced": True}},
            "settings/options/radl_game_and_announced",
        ),
        ({"rounds": True}, "settings/rounds"),
        ({"round_criteria": ["nothing"]}, "settings/round_criteria/0"),
    ],
)
def test_settings_that_cannot_be_are_refused_with_the_place(settings, where):
    body = {"key": "k", "name": "Cup", "day": "2026-01-06", "settings": settings}
    answer = create_program(make_account("director")).send("tournaments", body)
    assert answer.status_code == 400
    assert where in [error["path"] for error in answer.json()["errors"]]
    assert not Tournament.objects.exists()


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("en", "“Starting capital” and “Ranking of a round” contradict each other"),
        ("de", "„Startkapital“ und „Reihung einer Runde“ widersprechen einander"),
    ],
)
def test_settings_that_contradict_each_other_are_refused_in_a_sentence(language, said):
    body = {"key": "k", "name": "Cup", "day": "2026-01-06", "settings": {"start": 0}}
    answer = create_program(make_account("director")).send("tournaments", body, **{"accept-language": language})
    [found] = [error for error in answer.json()["errors"] if error["code"] == "needs_capital"][:1]
    assert said in found["message"]


@pytest.mark.parametrize("day", ["2026-13-01", "6.1.2026", 20260106, "2026-01-06T00:00"])
def test_what_is_no_day_is_refused(day):
    body = {"key": "k", "name": "Cup", "day": day}
    assert create_program(make_account("director")).send("tournaments", body).status_code == 400


@share_rows
def director():
    return create_program(make_account("director"))


def test_a_season_of_two_typed_days_is_published(director):
    of = seasons.season(way="table", table=(300, 200, 100))
    season = of.slug
    for names in (("Spieler 1", "Spieler 2", "Spieler 3"), ("Spieler 2", "Spieler 1", "Spieler 4")):
        seasons.day(of, *names)
    assert [row["name"] for row in director.read("seasons").json()["seasons"]] == ["Cup"]
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
    later = seasons.season(name="Cup 2026").slug
    refused = director.send(f"seasons/{later}/events/carried", {"key": "carried", "season": str(season), "percent": 50})
    assert refused.json()["code"] == "not_published"


def test_a_typed_event_is_put_in_and_changed(director):
    season = seasons.season().slug
    event = director.do(f"seasons/{season}/events/typed", name="Cuptag", day="2025-03-01")["number"]
    director.do(f"seasons/{season}/events/{event}/change", name="Frühlingstag", day="2025-03-02")
    seen = director.read(f"seasons/{season}").json()
    assert [(shown["name"], shown["day"], shown["counts"]) for shown in seen["events"]] == [
        ("Frühlingstag", "2025-03-02", False)
    ]


def test_a_marathon_stands_in_its_season_before_it_is_published(director):
    season = create_small_season(create_small_tournament())
    seen = Program().read(f"seasons/{season.slug}")
    assert seen.status_code == 200
    [marathon] = seen.json()["rankings"]
    assert {name: marathon[name] for name in ("number", "name", "shares")} == {
        "number": 1,
        "name": "Marathon",
        "shares": [6000],
    }
    assert [line["name"] for line in marathon["standing"]] == ["Spieler 1", "Spieler 2", "Spieler 3"]


@pytest.mark.parametrize("form", ["xlsx", "csv", "json"])
def test_a_season_is_taken_along(director, form):
    answer = director.read(f"seasons/{create_small_season(create_small_tournament()).slug}/files/{form}")
    assert answer.status_code == 200
    assert len(answer.content) > 100
    assert "attachment" in answer["Content-Disposition"]
