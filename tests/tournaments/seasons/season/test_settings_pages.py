"""The settings of a season as a form that says what it comes to; only the director changes them."""

from typing import Any

import pytest
from django.conf import settings
from django.test import Client
from django.urls import reverse

from tests.tournaments.seasons.season.seasons import NAMES, at, day, new_key, post, season, sign, text_of
from tournaments.models import Season
from tournaments.seasons.season.forms import SeasonForm, build_season_initial
from tournaments.seasons.season.points.preview import find_ready
from tournaments.seasons.season.settings import FINAL_PLACE, LOT, SeasonSettings, parse_season_settings

pytestmark = pytest.mark.django_db


def filled_in(wanted: SeasonSettings | None = None, name: str = "Jahrescup", **changed: Any) -> dict[str, Any]:
    """Return the fields that the form sends as it opens, with changes."""
    initial = {**build_season_initial(wanted or SeasonSettings(), "de"), "key": new_key(), "name": name}
    form = SeasonForm(initial=initial, language="de")
    sent: dict[str, Any] = {}
    for field in form:
        value = field.value()
        if field.name == "criteria":
            sent |= {f"criteria_{at}": part for at, part in enumerate(value)}
        else:
            sent[field.name] = value
    return {key: value for key, value in {**sent, **changed}.items() if value is not None}


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
        worst="3",
        per="round",
        bonus="2,5",
        days="12",
        least_days="3",
        criteria_0="final_place",
        criteria_1="lot",
        criteria_2=None,
        final="alone",
        factor="1,5",
        final_table="10; 5,5",
        final_formula="2 - platz",
        absent="3 - spieler",
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
        worst=3,
        per="round",
        bonus=250,
        days=12,
        least_days=3,
        criteria=(FINAL_PLACE, LOT),
        final="alone",
        factor=150,
        final_table=(1000, 550),
        final_formula="2 - place",
        absent="3 - players",
        taken=40,
    )
    page = text_of(director.get(at("season_settings", Season.objects.get())))
    for shown in ("22,5; 19; 18,25", "wenn platz &lt;= 3 dann 5 sonst 1", 'value="1,5"'):
        assert shown in page


@pytest.mark.heavy_but("changed10-49")
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
        ({"final_formula": "2 - plaz"}, "plaz"),
        ({"absent": "2 - platz"}, "49"),
        ({"per": "season"}, "schrift * 60"),
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


def test_a_cup_is_chosen_by_its_name_and_the_season_says_so_afterwards(director):
    page = text_of(director.get(reverse("new_season"), {"ready": "wtc"}))
    assert "abrunden(max(0; min(punkte; 50 + punkte / 2; 200)))" in page
    assert "Trag ein, wie viele Tage geplant sind." in page
    rule = find_ready("wtc")
    assert rule is not None
    cup = season(**rule.settings._replace(days=11)._asdict())
    assert "<strong>Wien (WTC) seit 2020/21</strong>" in text_of(director.get(at("season_settings", cup)))
    other = season(**rule.settings._replace(bonus=100)._asdict())
    page = text_of(director.get(at("season_settings", other)))
    assert "<strong>Wien" not in page
    assert 'aria-current="true">Wien' not in page


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


def test_the_settings_of_a_season_are_only_read_by_secretaries_and_once_it_has_ended(director, secretary):
    cup = season()
    day(cup, *NAMES)
    assert "disabled" not in text_of(director.get(at("season_settings", cup)))
    assert "disabled" in text_of(secretary.get(at("season_settings", cup)))
    post(director, cup, "season_publish", seen=sign(cup), confirmed="1")
    assert "disabled" in text_of(director.get(at("season_settings", cup)))
    answer = director.post(at("season_settings", cup), filled_in(name="Anders"))
    assert answer.status_code in (400, 409)
    assert Season.objects.get().name == "Cup"
