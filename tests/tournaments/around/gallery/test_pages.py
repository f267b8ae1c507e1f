"""A tournament begins with the gallery: a card for each format, its example, then what differs each time."""

from typing import Any

import pytest
from django.urls import reverse

from tarockclub.kit.amounts import format_cents
from tests.tournaments.support import factories
from tournaments.core.formats.library import list_formats
from tournaments.core.settings import SPIELGELD, parse_settings
from tournaments.models import Season, Tournament
from tournaments.seasons.season.settings import parse_season_settings

pytestmark = pytest.mark.django_db
ENGLISH = {"accept-language": "en"}
HEINE = "floor(max(0, min(points, 50 + points / 2, 200)))"
IDS = [each.id for each in list_formats()]
ORDER = [each.id for each in sorted(list_formats(), key=lambda each: (each.id != SPIELGELD, not each.source))]


def read(client, name, *args, **query):
    return client.get(reverse(name, args=args), query, headers=ENGLISH)


def fill_in(form, **changed):
    """Return the fields that a form sends as it opens, with changes."""
    sent: dict[str, Any] = {}
    for field in form:
        value = field.value()
        if field.name.endswith("_criteria"):
            sent |= {f"{field.name}_{at}": part for at, part in enumerate(value)}
        elif value is True:
            sent[field.name] = "on"
        elif value is not False:
            sent[field.name] = field.field.prepare_value(value) if value is not None else ""
    return {**sent, **changed}


def test_the_gallery_has_a_card_for_each_format_the_one_used_last_first(director):
    cards = read(director, "new_tournament").context["cards"]
    assert [(card.id, card.used) for card in cards] == [(each, False) for each in ORDER]
    factories.tournament(format="wien")
    page = read(director, "new_tournament")
    assert [card.id for card in page.context["cards"]] == ["wien", *(each for each in ORDER if each != "wien")]
    assert page.content.decode().count("Used last") == 1


def test_a_card_says_the_facts(director):
    card = next(card for card in read(director, "new_tournament").context["cards"] if card.id == "tirol")
    rounds, hands, clock, rate, points, fee = card.facts
    assert (rounds, hands, clock) == ("3 rounds", "16 hands (20 at five)", "without a clock")
    assert rate == f"{format_cents(10)} per point"
    assert (points, fee) == ("place points 60/40/20/0", f"{format_cents(1200)} for the tournament")


@pytest.mark.parametrize("format_id", IDS)
def test_each_example_has_its_page(director, format_id):
    page = read(director, "format_example", format_id)
    assert page.status_code == 200
    seen = page.context["seen"]
    html = page.content.decode()
    assert all(row["name"] in html and row["season"] in html for row in seen["rows"])
    assert reverse("prepare_tournament", args=[format_id]) in html
    assert director.get(reverse("format_example", args=[format_id])).content != page.content  # in German


@pytest.mark.heavy_but("oesterreich-finale")
@pytest.mark.parametrize("format_id", IDS)
def test_a_format_becomes_a_tournament_as_it_is(director, format_id):
    page = read(director, "prepare_tournament", format_id)
    assert [section["unusual"] for section in page.context["sections"]] == [0, 0, 0, 0, 0]
    assert all(section["summary"] for section in page.context["sections"])
    sent = fill_in(page.context["form"], name="Probe")
    assert director.post(reverse("prepare_tournament", args=[format_id]), sent).status_code == 302
    settings = parse_settings(Tournament.objects.get().settings)
    chosen = next(each.settings for each in list_formats() if each.id == format_id)
    assert settings._replace(options=()) == chosen


def test_an_unknown_format_is_not_found(director):
    for name in ("prepare_tournament", "format_example"):
        assert read(director, name, "salzburg").status_code == 404


def test_what_is_unusual_is_counted_and_marked(director):
    of = factories.tournament(format="spielgeld", replaced_last=True, stake=200, choosers=3, show_live=False)
    page = read(director, "tournament_settings", of.slug)
    assert {section["id"]: section["unusual"] for section in page.context["sections"]} == {
        "clock": 0,
        "money": 1,
        "ranking": 1,
        "teams": 0,
        "public": 1,
    }
    assert page.content.decode().count('class="unusual">changed<') == 3


def test_a_section_with_something_refused_is_open(director):
    sent = fill_in(read(director, "prepare_tournament", "spielgeld").context["form"], name="Probe", stake="600")
    page = director.post(reverse("prepare_tournament", args=["spielgeld"]), sent, headers=ENGLISH)
    assert page.status_code == 400
    assert [section["id"] for section in page.context["sections"] if section["open"]] == ["money"]


def test_the_next_number_of_a_name_is_proposed(director):
    assert read(director, "prepare_tournament", "tirol").context["form"]["name"].value() == ""
    factories.tournament(name="3. Herbstturnier", format="tirol")
    factories.tournament(name="Dreikönig", format="wien")
    page = read(director, "prepare_tournament", "tirol")
    assert page.context["form"]["name"].value() == "4. Herbstturnier"
    assert page.context["names"] == ["4. Herbstturnier", "Dreikönig"]
    assert read(director, "prepare_tournament", "wien").context["form"]["name"].value() == ""


def test_a_season_begins_with_the_rule_of_a_format(director):
    page = read(director, "new_season", format="wien")
    assert page.context["form"]["formula"].value() == HEINE
    assert page.context["preview"].by_points
    assert "Points made" in page.content.decode()
    sent = fill_in(page.context["form"], name="Wiener Saison")
    del sent["check"]
    assert director.post(reverse("new_season"), sent).status_code == 302
    assert parse_season_settings(Season.objects.get().settings).formula == HEINE
