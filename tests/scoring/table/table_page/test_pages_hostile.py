"""Whatever is typed or sent: a clear message, nothing written, no page that falls over."""

import unicodedata
from typing import Any

import pytest
from django.urls import reverse

from scoring.models import Entry, GameTable
from tarockclub.models import Person
from tests.scoring.support.evenings import table_of
from tests.scoring.support.pages import Page, open_table_page, url
from tests.scoring.support.tables import NAMES, dreier, everything, new_table, play
from tests.support.accounts import log_in
from tests.support.shared_rows import share_rows

pytestmark = [pytest.mark.django_db, pytest.mark.heavy]
DREIER = {"p0-contract": "dreier", "p0-declarer": "1", "p0-result": "won"}
LOST = "Unterwegs ist etwas verloren gegangen, gespeichert wurde nichts."


@share_rows
def client():
    """Return a secretary's client that speaks German and shows errors as he would see them."""
    return log_in(headers={"accept-language": "de"}, raise_request_exception=False)


def start(client, **changed):
    """Send the start form with these names."""
    fields = {f"name{seat}": name for seat, name in enumerate(NAMES)}
    return client.post(reverse("start"), {"key": "k", "sheet": "treffpunkt", "high": "0", **fields, **changed})


def on_the_table_page(client):
    """Return the page of the only table."""
    return Page(client.get(url("table", GameTable.objects.get())).content.decode())


@pytest.mark.parametrize(
    "name",
    [
        "<script>alert(1)</script>",
        '"=cmd|/c calc"!A1',
        "'; DROP TABLE x; --",
        "{{ 7|add:7 }}",
        "&amp;",
        "%s%d{0}",
        "a\\b",
    ],
)
def test_a_strange_name_is_shown_as_it_was_typed(client, name):
    assert start(client, name1=name).status_code == 302
    play(GameTable.objects.get(), dreier(0))
    page = on_the_table_page(client)
    assert name in page.texts
    assert page.inline == []
    assert f"Anna, {name}, Cilli, Dora" in Page(client.get("/").content.decode()).texts


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("", "Hier fehlt ein Name."),
        ("   ", "Hier fehlt ein Name."),
        ("\u200b\u202e\t", "Hier fehlt ein Name."),
        ("\u200d", "Hier fehlt ein Name."),
        ("😀 ♠", "Hier fehlt ein Name."),
        ("a" + "😀" * 299, "Höchstens 80 Zeichen; dieser Name hat 300."),
        ("x" * 81, "Höchstens 80 Zeichen; dieser Name hat 81."),
        ("anna", "Zwei Spieler heißen so"),
        (" ANNA ", "Zwei Spieler heißen so"),
        ("A\u200bnna", "Zwei Spieler heißen so"),
        ("x" * 100_000, "1000"),
        ("An\x00na", "Null"),
    ],
    ids=repr,
)
def test_a_name_that_cannot_be_taken_gets_a_clear_message_and_the_form_keeps_the_others(client, name, message):
    answer = start(client, name1=name)
    page = Page(answer.content.decode())
    assert answer.status_code == 400
    assert message in page.text
    assert page.sent["name0"] == "Anna"
    assert page.sent["name3"] == "Dora"
    assert GameTable.objects.count() == Person.objects.filter(account=None).count() == 0


def test_the_same_name_spelt_in_other_code_points_is_the_same_name(client):
    decomposed = unicodedata.normalize("NFD", "Jürgen")
    assert start(client, name0="Jürgen", name1=decomposed).status_code == 400
    assert start(client, name0=decomposed, name1="Berta").status_code == 302
    assert Person.objects.filter(name="Jürgen").count() == 1


@pytest.mark.parametrize("name", ["x" * 80, "a" + "😀" * 79, "\u202eeimE", "Eva 👩\u200d👩\u200d👧"])
def test_a_name_that_fits_is_taken(client, name):
    assert start(client, name1=name).status_code == 302
    assert on_the_table_page(client).texts.count(name.replace("\u202e", "")) >= 1


def test_half_a_character_becomes_a_sign_that_can_be_stored(client):
    body = "key=k&sheet=treffpunkt&high=0&name0=a%ED%A0%80&name1=b%FF&name2=c&name3=d"
    answer = client.post(reverse("start"), body, content_type="application/x-www-form-urlencoded")
    assert answer.status_code == 302
    assert on_the_table_page(client).texts


def test_a_switch_of_another_sheet_changes_nothing(client):
    assert start(client, **{"option-standard-negative_kontra": "on", "option-x-y": "on"}).status_code == 302
    table = GameTable.objects.get()
    assert table.sheet_version == new_table("treffpunkt").sheet_version


@share_rows
def table_and_form(client):
    """A table, and what its form sends for a Dreier."""
    table = new_table()
    return table, open_table_page(client, table).fill_form(DREIER)


REFUSED_FORMS: list[tuple[str, dict[str, Any], str]] = [
    ("nothing", {"p0-contract": ""}, "Es fehlt, was gespielt wurde."),
    ("an unknown game", {"p0-contract": "schnapsen"}, "kennt kein Spiel „schnapsen“"),
    ("a game out of code", {"p0-contract": "<b>x</b>"}, "kennt kein Spiel „<b>x</b>“"),
    ("a game with a NUL", {"p0-contract": "dreier\x00"}, "kennt kein Spiel"),
    ("a long game", {"p0-contract": "x" * 100_000}, "kennt kein Spiel „xxx"),
    ("a ninth player", {"p0-declarer": "9"}, "Ein Platz ist 0, 1, 2 oder 3."),
    ("a huge number", {"p0-result": "", "p0-points": "9" * 10_000}, "Kartenpunkte schreibt man"),
    ("a second game beside none", {"p1-contract": "piccolo", "p1-declarer": "2", "p1-result": "won"}, "Negativspiele"),
    ("no key", {"key": ""}, LOST),
    ("a long key", {"key": "k" * 10_000}, LOST),
    ("a key with a NUL", {"key": "a\x00b"}, LOST),
    ("a previous key from nowhere", {"previous": "\x00" * 1000}, "Jemand war schneller"),
]


@pytest.mark.parametrize(
    ("changed", "message"), [case[1:] for case in REFUSED_FORMS], ids=[case[0] for case in REFUSED_FORMS]
)
def test_a_hand_that_cannot_be_is_refused_with_a_clear_message_and_its_preview_does_not_fall_over(
    client, table_and_form, changed, message
):
    table, fields = table_and_form
    before = everything(table)
    posted = {**fields, **changed}
    answer = client.post(url("save_hand", table), posted)
    page = Page(answer.content.decode())
    assert 400 <= answer.status_code < 500
    assert message in page.text
    assert page.inline == []
    assert "{" not in page.text
    assert client.post(url("preview", table), posted).status_code == 200
    again = client.post(url("save_hand", table), {**posted, "preview": "1"})
    assert again.status_code == (412 if "previous" in changed else 200)
    assert everything(table) == before


@pytest.mark.parametrize("key", ["", "k" * 10_000, "a\x00b"])
def test_a_form_with_a_broken_key_comes_back_with_one_that_works(client, table_and_form, key):
    table, fields = table_and_form
    posted = {**fields, "key": key}
    page = Page(client.post(url("save_hand", table), posted).content.decode())
    assert client.post(url("save_hand", table), page.fill_form({})).status_code == 302


@pytest.mark.parametrize("key", ["", "k" * 10_000, "a\x00b"])
def test_a_strike_with_a_broken_key_says_that_nothing_was_saved(client, key, table):
    hand = play(table, dreier(0)).entry
    assert hand is not None
    before = everything(table)
    answer = client.post(url("strike", table), {"key": key, "previous": hand.key, "reason": "verzählt"})
    assert answer.status_code == 400
    assert LOST in answer.content.decode()
    assert everything(table) == before


@pytest.mark.parametrize("reason", ["x" * 100_000, "<script>alert(1)</script>", "a\x00b", "\u202eso"])
def test_a_strange_reason_is_cleaned_cut_and_shown_as_text(client, reason, table):
    hand = play(table, dreier(0)).entry
    assert hand is not None
    answer = client.post(url("strike", table), {"key": "k", "previous": hand.key, "reason": reason})
    page = Page(client.get(answer["Location"]).content.decode())
    note = Entry.objects.get(kind="strike").note
    assert note is not None
    assert 1 <= len(note.text) <= 300
    assert note.text in page.text
    assert page.inline == []


@pytest.mark.parametrize("reason", ["", "   ", "\x00", "\u200b"])
def test_a_reason_of_nothing_is_none(client, reason, table):
    hand = play(table, dreier(0)).entry
    assert hand is not None
    answer = client.post(url("strike", table), {"key": "k", "previous": hand.key, "reason": reason})
    assert answer.status_code == 400
    assert "Bitte sagen, warum" in answer.content.decode()


@pytest.mark.parametrize(
    "query", ["?saved=", "?saved=x", "?saved=99", "?saved=%00", "?saved=" + "9" * 5000, "?saved=1&saved=2"]
)
def test_a_made_up_address_shows_the_table(client, query):
    table = table_of(dreier(0))
    assert client.get(url("table", table) + query).status_code == 200
