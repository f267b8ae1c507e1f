"""The player at a phone: asked for once after the link, named by a code of their own, changed at any time."""

import django.test
import pytest
from django.urls import reverse

from scoring.book.access.links import SEAT_COOKIE, create_link
from scoring.models import Entry, Mark
from tests.scoring.book.marks.test_marks import enter_hand
from tests.scoring.support.evenings import new_order
from tests.scoring.support.pages import Page, open_table_page, url
from tests.scoring.support.tables import new_table
from tests.support.phones import Client
from tests.support.shared_rows import share_rows

pytestmark = pytest.mark.django_db
QUESTION = "Wer bist du?"


@share_rows
def table():
    """A table with a hand that another phone has entered: Anna +15, the others −5."""
    made = new_table()
    enter_hand(made)
    return made


@pytest.fixture
def phone():
    """A phone that has its sign and may write."""
    client = Client(headers={"accept-language": "de"})
    client.get("/log-in/")
    return client


def list_persons(client, table):
    """The persons whom the page offers, by name."""
    page = " ".join(client.get(url("own_seat", table)).content.decode().split())
    rows = page.split('name="person" value="')[1:-1]  # the last one is nobody
    return {row.partition("<b>")[2].partition("</b>")[0]: row.partition('"')[0] for row in rows}


def say(client, table, name):
    """The answer to a tap on a name."""
    person = list_persons(client, table)[name] if name else "0"
    return client.post(url("own_seat", table), {"person": person})


def get_chip(client, table):
    """The words about this phone above the cards."""
    html = open_table_page(client, table).html
    return (
        Page(html.partition('<a class="me"')[2].partition(">")[2].partition("</a>")[0]).text.replace("\n", " ").strip()
    )


def test_the_link_asks_once_who_sits_there_and_then_leads_to_the_table(table, phone):
    link = reverse("enter", args=[create_link(table).secret])
    answer = phone.get(link)
    assert answer["Location"] == f"{url('own_seat', table)}?new"
    assert phone.get(answer["Location"]).status_code == 200
    assert say(phone, table, "Berta")["Location"] == url("table", table)
    assert phone.get(phone.get(link)["Location"])["Location"] == url("table", table)


def test_the_code_of_a_player_says_it_at_once(table, phone):
    answer = phone.get(reverse("enter_as", args=[create_link(table).secret, 1]))
    assert answer["Location"] == url("table", table)
    assert answer.cookies[SEAT_COOKIE]["path"] == url("table", table)
    assert answer.cookies[SEAT_COOKIE]["httponly"]
    assert get_chip(phone, table) == "Berta"


def test_a_code_of_a_place_where_nobody_sits_asks(table, phone):
    assert phone.get(reverse("enter_as", args=[create_link(table).secret, 5]))["Location"].endswith("/me/?new")
    assert phone.get(reverse("enter_as", args=["0" * 32, 1])).status_code == 404


def test_the_phone_shows_its_players_plus_and_minus_and_is_asked_in_that_name(table, phone):
    assert get_chip(phone, table) == QUESTION
    say(phone, table, "Anna")
    page = open_table_page(phone, table).html
    assert get_chip(phone, table) == "Anna"
    assert page.count(" mine") == 1
    assert ">15<" in page.partition(" mine")[2].partition("</li>")[0]  # the card has the amount
    form = " ".join(page.partition('<form class="mark"')[2].partition("</form>")[0].split())
    assert "als <b>Anna</b>" in form
    assert 'required autocomplete="off" hidden>' in form


def test_a_wrong_name_is_changed_and_a_phone_of_nobody_is_asked_again(table, phone):
    say(phone, table, "Anna")
    say(phone, table, "Dora")
    assert get_chip(phone, table) == "Dora"
    say(phone, table, "")
    assert get_chip(phone, table) == QUESTION
    assert phone.get(f"{url('own_seat', table)}?new")["Location"] == url("table", table)  # it has said so


def test_a_mark_says_it_too_and_nobody_has_said_otherwise_before(table, phone):
    fields = open_table_page(phone, table).sent
    sent = {name: fields[name] for name in ("key", "line", "seen", "newest")}
    answer = phone.post(url("mark", table), {**sent, "place": "2", "kind": "fits"})
    assert SEAT_COOKIE in answer.cookies
    assert get_chip(phone, table) == "Cilli"
    del phone.cookies[SEAT_COOKIE]  # a phone that spoke before there was such a cookie
    assert get_chip(phone, table) == "Cilli"
    say(phone, table, "")  # handed on
    assert get_chip(phone, table) == QUESTION


@pytest.mark.parametrize("how", ["came", "substitutes"])
def test_the_phone_belongs_to_a_person_not_to_a_place(table, phone, how):
    say(phone, table, "Berta")
    new_order(table, (0, 1, 2, 3), **{how: {1: "Erna"}})
    assert get_chip(phone, table) == QUESTION
    assert "Berta" not in list_persons(phone, table)


@pytest.mark.parametrize("person", ["", "-1", "x", "999999999", "1" * 40])
def test_a_person_of_no_seat_is_not_kept(table, phone, person):
    answer = phone.post(url("own_seat", table), {"person": person})
    assert answer["Location"] == url("own_seat", table)
    assert SEAT_COOKIE not in answer.cookies


@pytest.mark.parametrize("value", ["", "x", "-1", "²", "9" * 400, "1; path=/"])
def test_a_cookie_of_somebody_else_names_nobody(table, phone, value):
    phone.cookies[SEAT_COOKIE] = value
    assert get_chip(phone, table) == QUESTION


def test_it_writes_nothing(table, phone):
    before = (Entry.objects.count(), Mark.objects.count())
    say(phone, table, "Anna")
    assert (Entry.objects.count(), Mark.objects.count()) == before


def test_who_only_watches_is_not_asked(table):
    guest = django.test.Client(headers={"accept-language": "de"})
    guest.cookies[SEAT_COOKIE] = "1"
    assert QUESTION not in open_table_page(guest, table).text
    assert guest.get(url("own_seat", table)).status_code == 403
