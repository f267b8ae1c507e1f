"""The page that starts an evening: the names, who drew high, what is played for, and what was used last comes first."""

import uuid
from datetime import UTC, datetime

import pytest
from django.urls import reverse

from scoring.book.sheet_library import list_readable_ids
from scoring.engine.agreement import AgreedPot, Stakes
from scoring.models import GameTable
from scoring.table.evenings.services import EveningStart, start_evening
from scoring.table.settlement.services import load_agreed
from tarockclub.models import Club, Person
from tarockclub.platform.accounts.persons import create_person, load_first_club
from tests.scoring.support.evenings import SIX, end_evening
from tests.scoring.support.pages import Page, url
from tests.scoring.support.tables import book_of
from tests.support.accounts import log_in, make_account
from tests.support.shared_rows import share_rows

pytestmark = pytest.mark.django_db


@share_rows
def client():
    """Return a secretary's client that speaks German."""
    return log_in(headers={"accept-language": "de"}, raise_request_exception=False)


def post_form(client, names=SIX[:4], **changed):
    """Fill in the start form and send it."""
    page = Page(client.get(reverse("start")).content.decode())
    fields = {f"name{seat}": name for seat, name in enumerate(names)}
    posted = {**page.sent, **fields, **changed}
    return client.post(reverse("start"), {name: value for name, value in posted.items() if name != "next"})


def started(client, names=SIX[:4], **changed) -> GameTable:
    """Start an evening that must begin."""
    answer = post_form(client, names, **changed)
    assert answer.status_code == 302, Page(answer.content.decode()).text
    return GameTable.objects.latest("pk")


def refused(client, message, names=SIX[:4], **changed) -> Page:
    """Send a form that must come back with a message; nothing may have begun."""
    answer = post_form(client, names, **changed)
    page = Page(answer.content.decode())
    assert answer.status_code == 400
    assert message is None or message in page.texts
    assert not GameTable.objects.exists()
    return page


def test_an_evening_is_started_and_found_on_the_first_page(client):
    answer = post_form(client, sheet="standard", high="2")
    table = GameTable.objects.get()
    assert (answer.status_code, answer["Location"]) == (302, url("table", table))
    assert table.sheet_version.sheet == "standard"
    assert table.first_forehand == 2
    home = Page(client.get("/").content.decode())
    assert "Anna, Berta, Cilli, Dora" in home.text
    assert "Hier wird gespielt" in home.text


def test_those_who_sit_at_a_table_now_are_offered_after_those_who_were_here_before(client):
    end_evening(started(client, ("Zita", "Yvo", "Xenia", "Wanda")))
    started(client)
    known = client.get(reverse("start")).context["form"].known
    assert (known[:4], set(SIX[:4]) <= set(known[4:])) == (["Wanda", "Xenia", "Yvo", "Zita"], True)


def test_switches_that_are_ticked_and_unticked_count(client):
    switches = {"option-standard-zwiccolo_bei": "on", "option-standard-negative_kontra": ""}
    contracts = book_of(started(client, sheet="standard", **switches)).sheet.contracts
    assert "zwiccolo" in contracts
    assert contracts["piccolo"].game.kontra == 1


def test_a_key_that_has_started_another_evening_is_told_so_and_the_form_may_start_a_second_one(client):
    first = post_form(client, key="one-key")
    answer = post_form(client, key="one-key", name3="Emil")
    page = Page(answer.content.decode())
    assert answer.status_code == 422
    assert "schon ein Abend mit anderen Namen" in page.text
    assert f'href="{first["Location"]}"' in page.html
    assert GameTable.objects.count() == 1
    assert not Person.objects.filter(name="Emil").exists()
    assert page.sent["name3"] == "Emil"
    assert page.sent["key"] != "one-key"
    second = client.post(reverse("start"), page.fill_form({}))
    assert second.status_code == 302
    assert second["Location"] != first["Location"]


@pytest.mark.parametrize(
    "changed", [{"sheet": "standard"}, {"high": "1"}, {"name0": "Berta", "name1": "Anna"}, {"played_for": "money"}]
)
def test_other_rules_another_forehand_order_or_agreement_are_another_evening(client, changed):
    usual = {"key": "one-key", "sheet": "treffpunkt", "high": "0"}
    post_form(client, **usual)
    assert post_form(client, **{**usual, **changed}).status_code == 422
    assert GameTable.objects.count() == 1


@pytest.mark.parametrize("key", ["", "k" * 65, "a\x00b"])
def test_a_start_form_with_a_broken_key_comes_back_with_one_that_works(client, key):
    page = refused(client, None, key=key)
    assert "noch einmal auf „Beginnen“ tippen" in page.text
    assert client.post(reverse("start"), page.fill_form({})).status_code == 302


def test_switches_that_exclude_each_other_are_refused_with_the_names_of_both(client):
    both = {f"option-treffpunkt-{name}": "on" for name in ("radl_announced_only", "radl_game_and_announced")}
    only = "Nur eines von beiden: „Im Radl zählen nur angesagte Prämien doppelt“ oder „Im Radl zählen nur Spiel und"
    refused(client, f"{only} angesagte Prämien doppelt“.", **both)
    both.pop("option-treffpunkt-radl_announced_only")
    table = started(client, **both)
    assert '"doubles":["game","announced"]' in table.sheet_version.text


@pytest.mark.parametrize("players", [4, 5, 6])
def test_so_many_as_have_a_name_play(client, players):
    table = started(client, SIX[:players])
    book = book_of(table)
    assert table.players == players
    assert book.now.order == tuple(range(players))
    names = [seat.person.name for sitting in table.sittings.order_by("place") for seat in sitting.seated.all()]
    assert names == list(SIX[:players])


def test_a_gap_between_the_names_is_told(client):
    refused(client, "Zuerst der fünfte Spieler, dann der sechste.", (*SIX[:4], "", "Franz"))


def test_the_sixth_may_not_be_called_like_the_second_nor_too_long_and_neither_is_called_missing(client):
    doubled = "Zwei Spieler heißen so: bitte etwas ergänzen, damit man sie auseinanderhält."
    for name, message in (("BERTA", doubled), ("x" * 81, "Höchstens 80 Zeichen; dieser Name hat 81.")):
        page = refused(client, message, (*SIX[:5], name))
        assert "Bitte unten nachbessern." in page.text
        assert "fehlt" not in page.text


@pytest.mark.parametrize(
    ("sheet", "players", "high", "forehand"),
    [("treffpunkt", 4, 2, 2), ("steindl", 4, 2, 3), ("steindl", 4, 3, 0), ("steindl", 5, 4, 0), ("karlsruhe", 6, 5, 5)],
)
def test_who_drew_high_is_first_forehand_or_deals_first_as_the_sheet_says(client, sheet, players, high, forehand):
    table = started(client, SIX[:players], sheet=sheet, high=str(high))
    assert table.first_forehand == forehand
    assert book_of(table).now.forehand == forehand


def test_by_itself_an_evening_is_played_for_points_without_a_pagatkassa(client):
    assert load_agreed(started(client)) == Stakes()


@pytest.mark.heavy_but("typed2-agreed2")
@pytest.mark.parametrize(
    ("typed", "agreed"),
    [
        ({"played_for": "money"}, Stakes(10)),
        ({"played_for": "money", "rate": " 25 "}, Stakes(25)),
        ({"played_for": "points", "rate": "25"}, Stakes()),
        ({"played_for": "points", "rate": "Unsinn", "pot_stake": "Unsinn"}, Stakes()),
        ({"played_for": "money", "donation": "on"}, Stakes(10)),
        ({"played_for": "money", "donation": "on", "sheet": "skoty"}, Stakes(10, True)),
        ({"donation": "on", "sheet": "skoty"}, Stakes()),
        ({"pot": "on"}, Stakes(0, False, AgreedPot("treffpunkt", 10))),
        ({"pot": "on", "sheet": "standard"}, Stakes(0, False, AgreedPot("standard", 10))),
        ({"pot": "on", "sheet": "karlsruhe"}, Stakes(0, False, AgreedPot("standard", 10))),
        ({"pot": "on", "pot_version": "standard", "pot_stake": "0.5"}, Stakes(0, False, AgreedPot("standard", 50))),
        (
            {"pot": "on", "pot_stake": "1", "pot_start": "2,50 €", "pot_cap": ",99"},
            Stakes(0, False, AgreedPot("treffpunkt", 100, 250, 99)),
        ),
    ],
)
def test_what_is_agreed_about_money_is_kept_as_it_was_typed(client, typed, agreed):
    assert load_agreed(started(client, **typed)) == agreed


@pytest.mark.parametrize(
    ("typed", "message"),
    [
        ({"played_for": "money", "rate": "NaN"}, "Hier gehören ganze Cent hin, etwa 10."),
        ({"played_for": "money", "rate": "999999999"}, "Hier gehört ein Betrag von 0,00 bis 100,00 Euro hin."),
        ({"pot": "on", "pot_stake": "1,2,3"}, "Hier gehört ein Betrag in Euro hin, etwa 0,50."),
    ],
)
def test_a_wrong_amount_is_told_beside_its_field_and_the_names_stay(client, typed, message):
    page = refused(client, message, **typed)
    assert page.sent["name3"] == "Dora"
    assert page.texts.count(message) == 1
    assert 'class="pot" open' in page.html or "pot" not in typed


@pytest.mark.parametrize(
    "typed",
    [
        {"played_for": "gold"},
        {"pot": "on", "pot_version": "mine"},
        {"sheet": "schnapsen"},
        {"sheet": ""},
        {"high": "4"},
        {"high": "x"},
    ],
)
def test_a_choice_that_the_page_does_not_offer_starts_nothing(client, typed):
    assert 'role="alert"' in refused(client, None, **typed).html


def test_persons_of_the_club_are_offered_those_of_others_and_erased_ones_are_not(client):
    started(client)
    neighbours = Club.objects.create(name="Nachbarn")
    create_person(neighbours, "Fremde")
    Person.objects.filter(name="Dora").update(erased="2026-01-01T00:00Z")
    html = client.get(reverse("start")).content.decode()
    assert '<option value="Anna">' in html
    assert "Fremde" not in html
    assert '<option value="Dora">' not in html


def test_without_script_every_sheet_says_what_its_fields_mean(client):
    text = Page(client.get(reverse("start")).content.decode()).text
    assert "nach diesen Regeln gibt er als Erster: Steindl." in text
    assert "Mit Spendenschwein" in text
    assert "(Skotyregeln, Oberösterreich 2023" in text


def play(sheet, *names):
    """Return an evening by these house rules, after all others."""
    return start_evening(str(uuid.uuid4()), EveningStart(names, sheet, {}, 0))


def open_form():
    return log_in(make_account("secretary")).get(reverse("start")).context["form"]


def test_the_usual_house_rules_are_proposed_before_anything_was_played():
    form = open_form()
    create_person(load_first_club(), "Lotte")  # known, but nobody has played
    page = " ".join(log_in(make_account("director")).get(reverse("start")).content.decode().split())
    assert "<details> <summary>Zusatzregeln" in page
    assert form["sheet"].value() == "treffpunkt"
    assert [sheet for sheet, _name in form.fields["sheet"].choices] == list_readable_ids(load_first_club().pk)


def test_the_last_house_rules_are_proposed_and_come_first():
    for sheet in ("steindl", "karlsruhe", "steindl", "karlsruhe"):
        play(sheet, "Anna", "Bert", "Carl", "Dora")
    form = open_form()
    ids = [sheet for sheet, _name in form.fields["sheet"].choices]
    assert form["sheet"].value() == "karlsruhe"
    page = " ".join(log_in(make_account("director")).get(reverse("start")).content.decode().split())
    assert "<details> <summary>Zusatzregeln" in page
    assert ids[:2] == ["karlsruhe", "steindl"]
    assert sorted(ids) == sorted(list_readable_ids(load_first_club().pk))


def test_an_archived_evening_proposes_nothing():
    table = play("karlsruhe", "Anna", "Bert", "Carl", "Dora")
    GameTable.objects.filter(pk=table.pk).update(archived=datetime(2026, 1, 4, tzinfo=UTC))
    assert open_form()["sheet"].value() == "treffpunkt"


def test_who_played_last_is_offered_first():
    for names in (("Anna", "Bert", "Carl", "Walter"), ("Zita", "Yves", "Xaver", "Walter")):
        end_evening(play("treffpunkt", *names))
    assert open_form().known[:7] == ["Walter", "Xaver", "Yves", "Zita", "Anna", "Bert", "Carl"]
