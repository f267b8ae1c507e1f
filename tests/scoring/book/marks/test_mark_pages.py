"""Marks on the pages: what other phones are asked, what they said, and what is disputed until it is settled."""

import django.test
import pytest
from django.urls import reverse

from scoring.book.marks import MARK_DISPUTED, MARK_FITS, MARK_SETTLED
from scoring.models import Mark
from tarockclub.platform.accounts.actors import Actor
from tarockclub.platform.accounts.devices import get_device
from tests.scoring.book.marks.test_marks import enter_hand, send_mark, verdict_of
from tests.scoring.support.evenings import end_evening, fresh
from tests.scoring.support.exports import pages_of, values
from tests.scoring.support.pages import Page, open_table_page, url
from tests.scoring.support.tables import book_of, dreier, new_table, play, strike
from tests.support.phones import Client

pytestmark = pytest.mark.django_db


@pytest.fixture
def phone():
    """A phone that has its sign and may write."""
    client = Client()
    client.get("/log-in/")
    return client


def deal_page(client, table, line):
    answer = client.get(reverse("deal", args=[table.slug, line]))
    assert answer.status_code == 200
    return Page(answer.content.decode())


def post_mark(client, table, kind, place="1", page=None, **headers):
    """The answer to a tap on the form that asks whether the last hand fits."""
    fields = (page or open_table_page(client, table)).sent
    sent = {name: fields[name] for name in ("key", "line", "seen", "newest")}
    return client.post(url("mark", table), {**sent, "place": place, "kind": kind}, **headers)


def marks_form(page):
    """The form of the table page that asks, as the phone shows it: None where it is hidden."""
    start = page.html.find('<form class="mark"')
    tag = page.html[start : page.html.find(">", start)]
    return None if start < 0 or tag.endswith("hidden") else tag


def form_of(page):
    """The form that asks, as it is written."""
    return page.html.partition('<form class="mark"')[2].partition("</form>")[0]


def test_another_phone_is_asked_and_after_its_answer_not_any_more(phone, table, line):
    assert marks_form(open_table_page(phone, table))
    answer = post_mark(phone, table, MARK_FITS, page=deal_page(phone, table, line))
    assert answer.status_code == 302
    assert verdict_of(table, line) == ([1], [])
    page = open_table_page(phone, table)
    assert marks_form(page) is None
    assert "stimmt: Berta" in page.text


def test_who_one_is_is_asked_once(phone, table, line):
    assert "selected>" not in form_of(deal_page(phone, table, line))
    post_mark(phone, table, MARK_FITS, page=deal_page(phone, table, line))
    enter_hand(table, dreier(1))
    assert '<option value="1" selected>Berta<' in form_of(open_table_page(phone, table))


def test_the_phone_that_entered_the_hand_is_not_asked(phone):
    table = new_table()
    page = open_table_page(phone, table)
    phone.post(
        url("save_hand", table), page.fill_form({"p0-contract": "dreier", "p0-declarer": "0", "p0-result": "won"})
    )
    assert marks_form(open_table_page(phone, table)) is None
    line = book_of(table).played[0].number
    page = deal_page(phone, table, line)
    assert "kind" not in page.fields
    assert "Dieses Handy hat das Spiel selbst eingetragen" in page.text


def test_a_disputed_hand_stays_in_sight_everywhere_until_it_is_settled(phone, table, line):
    post_mark(phone, table, MARK_DISPUTED, page=deal_page(phone, table, line))
    link = reverse("deal", args=[table.slug, line])
    page = open_table_page(phone, table)
    assert "Spiel 1 ist strittig" in page.text
    assert "stimmt nicht: Berta" in page.text
    assert page.html.count(f'href="{link}"') == 6  # ribbon (three), notice, sheet, chart
    settlement = Page(phone.get(url("settlement", table)).content.decode())
    assert "Spiel 1 ist strittig" in settlement.text
    assert "Ein Spiel ist noch strittig. Nach dem Ende lässt sich nichts mehr ausbessern." in settlement.text
    post_mark(phone, table, MARK_SETTLED, "2", page=deal_page(phone, table, line))
    for shown in (open_table_page(phone, table), Page(phone.get(url("settlement", table)).content.decode())):
        assert "ist strittig" not in shown.text
        assert "stimmt nicht: Berta" not in shown.text
    history = deal_page(phone, table, line).text
    assert "Berta:\n⚑ stimmt nicht" in history
    assert "Cilli:\nerledigt" in history
    assert "zählt nicht mehr" in history


def test_a_mark_that_cannot_be_is_answered_with_what_to_do(phone, table, line):
    page = deal_page(phone, table, line)
    assert post_mark(phone, table, MARK_FITS, "", page=page).status_code == 400
    strike(table)
    answer = post_mark(phone, table, MARK_FITS, page=page)
    assert answer.status_code == 412
    assert "Das Spiel steht inzwischen anders da." in Page(answer.content.decode()).text
    answer = post_mark(phone, table, MARK_FITS, page=page, HTTP_X_LIVE="1")
    assert (answer.status_code, answer["Content-Type"]) == (412, "text/plain; charset=utf-8")
    assert answer.content.decode().startswith("Das Spiel steht")


def test_a_script_is_answered_without_a_page(phone, table, line):
    answer = post_mark(phone, table, MARK_FITS, page=deal_page(phone, table, line), HTTP_X_LIVE="1")
    assert (answer.status_code, answer.content) == (204, b"")
    assert Mark.objects.count() == 1


def test_from_the_page_of_a_hand_one_stays_there(phone, table, line):
    sent = deal_page(phone, table, line).sent | {"place": "1", "kind": MARK_FITS}
    assert phone.post(url("mark", table), sent).url == reverse("deal", args=[table.slug, line])


def test_the_own_mark_is_seen_as_chosen_and_can_be_changed(phone, table, line):
    post_mark(phone, table, MARK_FITS, page=deal_page(phone, table, line))
    assert 'value="fits" aria-pressed="true"' in deal_page(phone, table, line).html
    post_mark(phone, table, MARK_DISPUTED, page=deal_page(phone, table, line))
    assert verdict_of(table, line) == ([], [1])


def test_whoever_only_watches_sees_what_was_said_and_is_asked_nothing(table, line):
    send_mark(table, line, MARK_DISPUTED)
    watching = django.test.Client()
    page = Page(watching.get(url("table", table)).content.decode())
    assert "Spiel 1 ist strittig" in page.text
    assert '<form class="mark"' not in page.html
    page = deal_page(watching, table, line)
    assert "Berta:\n⚑ stimmt nicht" in page.text
    assert '<form class="mark"' not in page.html
    assert watching.post(url("mark", table), {"line": line, "kind": MARK_FITS}).status_code == 403


def test_after_the_end_what_was_said_stays_and_nobody_is_asked(phone, table, line):
    send_mark(table, line, MARK_FITS)
    end_evening(table)
    assert '<form class="mark"' not in open_table_page(phone, table).html
    page = deal_page(phone, fresh(table), line)
    assert "✓ stimmt" in page.text
    assert '<form class="mark"' not in page.html


def test_the_pages_take_as_many_queries_for_many_marks(phone, django_assert_max_num_queries):
    for hands in (1, 30):
        table = new_table()
        for at in range(hands):
            line = enter_hand(table)
            send_mark(table, line, MARK_DISPUTED, place=at % 4)
        for address in (url("table", table), url("settlement", table), reverse("deal", args=[table.slug, line])):
            with django_assert_max_num_queries(12):
                assert phone.get(address).status_code == 200


def test_a_phone_without_a_sign_is_asked_nothing(rf):
    assert get_device(rf.get("/")) == ""
    table = new_table()
    play(table, dreier(0))
    client = Client()
    assert marks_form(open_table_page(client, table)) is None
    assert send_mark(table, book_of(table).played[0].number, MARK_FITS, Actor()).name == "OWN_HAND"


def test_the_workbook_says_beside_a_hand_what_was_said_of_it(table, line):
    send_mark(table, line, MARK_FITS, Actor(None, "3" * 16), place=2)
    send_mark(table, line, MARK_DISPUTED)
    cells = {cell for page in pages_of(table).values() for row in values(page) for cell in row}
    assert "Dreier; stimmt nicht: Berta; stimmt: Cilli" in cells
