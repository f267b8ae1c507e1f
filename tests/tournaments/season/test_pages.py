"""Pages of seasons: a form that says what it comes to, a standing for everybody, changes only by the director."""

import re
from typing import Any

import pytest
from django.conf import settings
from django.test import Client
from django.urls import reverse

from tarockclub.models import Club
from tests.support.accounts import log_in, make_account
from tests.support.shared_rows import share_rows
from tests.tournaments.season.seasons import (
    NAMES,
    day,
    new_key,
    person,
    play_tournament,
    publish,
    results,
    season,
    stands,
)
from tests.tournaments.support import factories
from tournaments.models import Season, SeasonAct, SeasonEvent
from tournaments.season.data import load_season_progress
from tournaments.season.forms import SeasonForm, build_initial
from tournaments.season.publishing import compute_standing_sign
from tournaments.season.settings import FINAL_PLACE, LOT, SeasonSettings, parse_season_settings

pytestmark = pytest.mark.django_db


@share_rows
def director():
    return log_in(make_account("director"))


def filled_in(wanted: SeasonSettings | None = None, name: str = "Jahrescup", **changed: Any) -> dict[str, Any]:
    """Return the fields that the form sends as it opens, with changes."""
    initial = {**build_initial(wanted or SeasonSettings(), "de"), "key": new_key(), "name": name}
    form = SeasonForm(initial=initial, language="de")
    sent: dict[str, Any] = {}
    for field in form:
        value = field.value()
        if field.name == "criteria":
            sent |= {f"criteria_{at}": part for at, part in enumerate(value)}
        else:
            sent[field.name] = value
    return {key: value for key, value in {**sent, **changed}.items() if value is not None}


def at(name: str, of: Season, **where: Any) -> str:
    """The address of a page of a season."""
    return reverse(name, kwargs={"slug": of.slug, **where})


def text_of(answer: Any) -> str:
    """A page as text."""
    return str(answer.content.decode())


def test_a_season_is_made_on_one_page(director):
    sent = filled_in()
    answer = director.post(reverse("new_season"), sent)
    of = Season.objects.get()
    assert answer["Location"] == at("season", of)
    assert (of.name, parse_season_settings(of.settings)) == ("Jahrescup", SeasonSettings())
    assert director.post(reverse("new_season"), sent)["Location"] == answer["Location"]
    assert director.post(reverse("new_season"), {**sent, "name": "Anders"}).status_code == 409
    assert Season.objects.count() == 1


def test_every_setting_is_kept_as_it_was_typed(director):
    sent = filled_in(
        way="table",
        table="22,5; 19; 18,25",
        rest="0.5",
        formula="wenn platz <= 3 dann 5 sonst 1",
        ties="better",
        decimals="2",
        counting="half",
        best="4",
        half_up="0",
        days="12",
        least_days="3",
        criteria_0="final_place",
        criteria_1="lot",
        criteria_2=None,
        final="alone",
        factor="1,5",
        taken="40",
    )
    assert director.post(reverse("new_season"), sent).status_code == 302
    kept = parse_season_settings(Season.objects.get().settings)
    assert kept == SeasonSettings(
        way="table",
        table=(2250, 1900, 1825),
        rest=50,
        formula="if place <= 3 then 5 else 1",
        ties="better",
        decimals=2,
        counting="half",
        best=4,
        half_up=False,
        days=12,
        least_days=3,
        criteria=(FINAL_PLACE, LOT),
        final="alone",
        factor=150,
        taken=40,
    )
    page = text_of(director.get(at("season_settings", Season.objects.get())))
    for shown in ("22,5; 19; 18,25", "wenn platz &lt;= 3 dann 5 sonst 1", 'value="1,5"'):
        assert shown in page


@pytest.mark.parametrize(
    ("changed", "said"),
    [
        ({"formula": "players - plase"}, "plase"),
        ({"formula": "10 / (players - 57)"}, "57"),
        ({"formula": ""}, "Formel"),
        ({"formula": "1+" * 600}, "1200"),
        ({"way": "table", "table": ""}, "223"),
        ({"way": "table", "table": "223, zwei"}, "223"),
        ({"way": "table", "table": "1 " * 301}, "300"),
        ({"rest": "-1"}, "12"),
        ({"best": "0"}, "1"),
        ({"factor": "0"}, "100"),
        ({"factor": "101"}, "100"),
        ({"taken": "101"}, "100"),
        ({"decimals": "3"}, "3"),
        ({"criteria_0": "lot", "criteria_1": "places"}, ""),
        ({"criteria_0": "places", "criteria_1": "places"}, ""),
        ({"name": ""}, ""),
        ({"way": "guess"}, "guess"),
    ],
)
def test_what_cannot_be_reckoned_is_refused_with_a_sentence(director, changed, said):
    answer = director.post(reverse("new_season"), filled_in(**changed))
    assert answer.status_code == 400
    assert "problem" in text_of(answer)
    assert said in text_of(answer)
    assert not Season.objects.exists()


def test_the_points_are_shown_without_a_script_too(director):
    sent = filled_in(formula="spieler - plaz", check="1")
    answer = director.post(reverse("new_season"), sent)
    assert answer.status_code == 200
    assert "meinst du platz?" in text_of(answer)
    answer = director.post(reverse("new_season"), {**sent, "formula": "2 * (spieler - platz)"})
    assert "<td>118</td>" in text_of(answer)
    assert not Season.objects.exists()


def checked(director: Client, **typed: str) -> str:
    """Return the server's verdict while somebody types."""
    answer = director.get(reverse("season_check"), {"way": "formula", "formula": "", "decimals": "0", **typed})
    assert answer.status_code == 200
    return text_of(answer)


def test_while_one_types_the_points_of_8_24_and_60_players_are_shown(director):
    assert "<td>8</td><td>24</td><td>60</td>" in checked(director, formula="players - place + 1")
    assert "Stelle 11: „plaz“ kenne ich nicht: meinst du platz?" in checked(director, formula="spieler - plaz")
    assert "weniger als 0 Punkte" in checked(director, formula="10 - platz")
    assert "<td>33,3</td>" in checked(director, formula="100 / 3", decimals="1")
    assert "<td>223</td>" in checked(director, way="table", table="223, 198", ties="mean")
    assert "mehr als der Platz davor" in checked(director, way="table", table="198, 223")
    assert "problem" in checked(director, way="table", table="viel")
    director.cookies[settings.LANGUAGE_COOKIE_NAME] = "en"
    assert "<td>33.3</td>" in checked(director, formula="100 / 3", decimals="1")


@pytest.mark.parametrize(
    "typed",
    [
        {},
        {"way": "x", "formula": "\x00" * 2000, "decimals": "²"},
        {"way": "table", "table": "9" * 6000, "rest": "\ud800".encode("utf-8", "replace").decode()},
        {"way": "formula", "formula": "(" * 299},
        {"way": "formula", "formula": "1/3+" * 74 + "1"},
    ],
)
def test_whatever_is_typed_has_an_answer(director, typed):
    assert director.get(reverse("season_check"), typed).status_code == 200


def test_what_other_settings_would_change_is_shown_before_it_is_saved(director):
    cup = season()
    day(cup, *NAMES)
    day(cup, "Bert", "Anna")
    address = at("season_settings", cup)
    sent = filled_in(SeasonSettings(counting="number", best=1), name="Cup")
    answer = director.post(address, sent)
    assert answer.status_code == 200
    assert "Anna" in text_of(answer)
    assert parse_season_settings(Season.objects.get().settings) == SeasonSettings()
    sign = answer.context["sign"]
    assert director.post(address, {**sent, "confirmed": "x"}).status_code == 200
    assert director.post(address, {**sent, "confirmed": sign}).status_code == 302
    assert parse_season_settings(Season.objects.get().settings).best == 1
    assert (
        director.post(address, filled_in(SeasonSettings(counting="number", best=1), name="Anders")).status_code == 302
    )
    assert Season.objects.get().name == "Anders"


def test_only_the_director_changes_a_season():
    cup = season()
    secretary = log_in(make_account("secretary"))
    assert "disabled" in text_of(secretary.get(at("season_settings", cup)))
    assert secretary.post(at("season_settings", cup), filled_in()).status_code == 403
    assert secretary.get(at("season_events", cup)).status_code == 403
    assert "season_publish" not in text_of(secretary.get(at("season", cup)))


def test_the_settings_of_a_season_that_has_ended_are_only_read(director):
    cup = season()
    day(cup, *NAMES)
    post(director, cup, "season_publish", seen=sign(cup), confirmed="1")
    assert "disabled" in text_of(director.get(at("season_settings", cup)))
    answer = director.post(at("season_settings", cup), filled_in(name="Anders"))
    assert answer.status_code in (400, 409)
    assert Season.objects.get().name == "Cup"


def sign(of: Season) -> str:
    """Return the sign of the standing that whoever publishes has seen."""
    return compute_standing_sign(load_season_progress(Season.objects.get(pk=of.pk)).standing)


def post(client: Client, of: Season, page: str, status: int = 302, /, **sent: Any) -> Any:
    """Send a form of a season."""
    where = {"number": sent.pop("number")} if "number" in sent else {}
    answer = client.post(at(page, of, **where), {"key": new_key(), **sent})
    assert answer.status_code == status, text_of(answer)
    return answer


def test_tournaments_are_put_in_changed_taken_out_and_put_back(director):
    cup, tournament = season(), factories.tournament()
    other = factories.tournament(Club.objects.create(name="Nachbarn"), name="Fremdes")
    page = text_of(director.get(at("season_events", cup)))
    assert "Dreikönigsturnier" in page
    assert "Fremdes" not in page
    post(director, cup, "season_events", 400, what="tournament", tournament=other.pk, kind="day")
    post(director, cup, "season_events", what="tournament", tournament=tournament.pk, kind="final")
    post(director, cup, "season_events", 409, what="tournament", tournament=tournament.pk, kind="day")
    post(
        director,
        cup,
        "season_events",
        **{"what": "typed", "typed-key": new_key(), "typed-name": "Kirtag", "typed-kind": "day"},
    )
    post(director, cup, "season_events", 400, **{"what": "typed", "typed-key": new_key(), "typed-name": ""})
    post(director, cup, "season_events", 400, what="carry")
    post(director, cup, "season_events", 400, what="else")
    assert list(SeasonEvent.objects.order_by("number").values_list("kind", flat=True)) == ["final", "day"]
    post(director, cup, "season_event", 409, number=2, what="change", name="Kirtag", kind="final")
    post(director, cup, "season_event", 400, number=2, what="change", name="")
    post(
        director,
        cup,
        "season_event",
        number=2,
        what="change",
        name="Kirchtag",
        kind="day",
        day="2026-09-01",
        players="40",
    )
    post(director, cup, "season_event", 409, number=2, what="remove", reason="")
    post(director, cup, "season_event", number=2, what="remove", reason="war kein Turnier")
    assert Client().get(at("season_event", cup, number=2)).status_code == 404
    assert "Kirchtag" in text_of(director.get(at("season_events", cup)))
    post(director, cup, "season_event", number=2, what="return")
    assert "1. September 2026" in text_of(Client().get(at("season_event", cup, number=2)))
    assert Client().get(at("season_event", cup, number=3)).status_code == 404


def test_points_of_an_earlier_season_are_carried_by_a_form(director):
    before = season(name="Vorjahr")
    day(before, *NAMES)
    cup = season()
    assert "Vorjahr" not in text_of(director.get(at("season_events", cup)))
    post(director, before, "season_publish", seen=sign(before), confirmed="1")
    assert "Vorjahr" in text_of(director.get(at("season_events", cup)))
    sent = {"what": "carry", "carry-key": new_key(), "carry-earlier": before.pk, "carry-percent": 50}
    for _twice in range(2):
        post(director, cup, "season_events", **sent)
    assert stands(cup) == [(1, "Anna", 2), (1, "Bert", 2), (3, "Carl", 1), (3, "Dora", 1)]  # 4, 3, 2, 1 halved


def test_the_standing_is_for_everybody_who_has_the_address():
    cup = season(counting="number", best=1, least_days=2)
    day(cup, *NAMES)
    day(cup, "Bert", "Anna")
    play_tournament(cup, "Carl")
    page = text_of(Client().get(at("season_standing", cup)))
    assert page.index("Anna") < page.index("Bert")
    assert "<s>1</s>" in page
    assert "provisional" not in page
    anna = text_of(Client().get(at("season_player", cup, number=person("Anna").number)))
    assert re.search(r"1\. \w+ 4<", anna)
    assert "<s>1</s>" in anna
    dora = text_of(Client().get(at("season_player", cup, number=person("Dora").number)))
    assert "–" in dora
    assert Client().get(at("season_player", cup, number=9999)).status_code == 404
    nobody = factories.enter_people(factories.tournament(), "Fremde")[0].person
    assert Client().get(at("season_player", cup, number=nobody.number)).status_code == 404


def test_what_was_corrected_after_the_end_is_said_until_it_is_published(director):
    cup = season()
    event = day(cup, "Anna", "Bert")
    address = at("season_standing", cup)
    post(director, cup, "season_publish", 409, seen=sign(cup))
    post(director, cup, "season_publish", seen=sign(cup), confirmed="1")
    assert "official" in text_of(Client().get(address))
    results(event, ("Bert", "Anna"), "vertauscht")
    page = text_of(Client().get(address))
    assert "official" not in page
    assert at("season_edition", cup, edition=1) in page
    first = text_of(Client().get(at("season_edition", cup, edition=1)))
    assert first.index("Anna") < first.index("Bert")
    post(director, cup, "season_publish", 409, seen=sign(cup))
    post(director, cup, "season_publish", seen=sign(cup), reason="vertauscht")
    second = text_of(Client().get(at("season_edition", cup, edition=2)))
    assert second.index("Bert") < second.index("Anna")
    assert 'class="warning"' in text_of(Client().get(at("season_edition", cup, edition=1)))
    post(director, cup, "season_take_up", 409)
    post(director, cup, "season_take_up", reason="ein Tag fehlt")
    assert "official" not in text_of(Client().get(address))
    assert SeasonAct.objects.filter(kind="standing").count() == 3


@pytest.mark.parametrize("number", [0, 99, 2**31, 2**63, 10**30])
def test_a_number_that_is_nobodys_leads_nowhere(director, number):
    cup = season()
    day(cup, *NAMES)
    for name, of in (("season_event", "number"), ("season_player", "number"), ("season_edition", "edition")):
        assert director.get(at(name, cup, **{of: number})).status_code == 404


def test_lots_are_drawn_by_a_button(director):
    cup = season(criteria=("lot",))
    day(cup, "Anna")
    day(cup, "Bert")
    assert at("season_lots", cup) in text_of(director.get(at("season", cup)))
    post(director, cup, "season_lots")
    assert [rank for rank, _name, _points in stands(cup)] == [1, 2]
    post(director, cup, "season_lots", 409)


def test_staff_sees_what_is_under_way_nobody_else(director):
    cup, tournament = season(), factories.tournament()
    factories.enter_people(tournament, *NAMES)
    post(director, cup, "season_events", what="tournament", tournament=tournament.pk, kind="day")
    tournament.__class__.objects.filter(pk=tournament.pk).update(frozen=tournament.made)
    address = at("season_standing", cup)
    assert "provisional=1" in text_of(director.get(address))
    assert director.get(f"{address}?provisional=1").context["provisional"]
    assert not Client().get(f"{address}?provisional=1").context["provisional"]
    publish(tournament, NAMES)
    assert "provisional=1" not in text_of(director.get(address))


def test_a_name_is_shown_as_it_was_typed_and_nothing_of_it_runs(director):
    cup = season(name="<script>alert(1)</script>")
    event = day(cup, "<b>Anna</b>", name="<i>Tag</i>")
    for name, where in (("season_standing", {}), ("season_event", {"number": event.number})):
        page = text_of(Client().get(at(name, cup, **where)))
        assert "<b>Anna" not in page
        assert "<i>Tag" not in page
        assert "<script>alert" not in page


@pytest.mark.parametrize("name", ["season_standing", "season"])
def test_more_events_and_players_ask_no_more_of_the_database(director, django_assert_max_num_queries, name):
    def queries(of: Season) -> int:
        with django_assert_max_num_queries(40) as found:
            assert director.get(at(name, of)).status_code == 200
        return len(found)

    small, large = season(), season(name="Groß")
    play_tournament(small, "Anna")
    day(small, "Bert")
    for at_ in range(3):
        play_tournament(large, *(f"Spieler {number}" for number in range(at_ + 5)))
        day(large, *(f"Spieler {number}" for number in range(9)))
    director.get(at(name, small))
    assert queries(large) == queries(small)


def test_the_list_of_seasons_asks_no_more_for_more(director, django_assert_max_num_queries):
    season()
    director.get(reverse("seasons"))
    with django_assert_max_num_queries(10) as few:
        assert "Cup" in text_of(director.get(reverse("seasons")))
    for number in range(5):
        season(name=f"Cup {number}")
    with django_assert_max_num_queries(10) as many:
        assert "Cup 4" in text_of(director.get(reverse("seasons")))
    assert len(few) == len(many)
