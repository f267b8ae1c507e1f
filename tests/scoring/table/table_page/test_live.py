"""The answers to phones that ask every second: nothing where nothing is new, else pieces that were rendered once."""

import time
import uuid
from contextlib import suppress

import django.test
import pytest
from django.db import transaction
from django.urls import reverse

from scoring.book.marks import MARK_DISPUTED
from scoring.table.table_page import live, views
from scoring.table.table_page.live import load_page_version
from tarockclub.platform.accounts.sessions import BEGUN_AT, USED_AT
from tarockclub.platform.server.page_cache import PageCache
from tests.scoring.book.marks.test_marks import enter_hand, send_mark
from tests.scoring.support.evenings import end_evening, table_of
from tests.scoring.support.pages import Page
from tests.scoring.support.tables import dreier, new_table, play, strike
from tests.support.accounts import log_in, make_account

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _empty_shelf(monkeypatch):
    monkeypatch.setattr(views, "PAGE_CACHE", PageCache())


@pytest.fixture
def watching():
    """A phone that has only the address."""
    return django.test.Client()


def address(table):
    return reverse("live", args=[table.slug])


def poll_table(client, table, tag="", **headers):
    """The answer to a phone that shows what is called so."""
    return client.get(address(table), HTTP_IF_NONE_MATCH=tag, **headers)


def tag_of(client, table):
    return poll_table(client, table)["ETag"]


def test_a_phone_that_shows_everything_is_told_nothing(client, table):
    answer = poll_table(client, table, tag_of(client, table))
    assert (answer.status_code, answer.content) == (304, b"")
    weak = poll_table(client, table, f'"other", W/{tag_of(client, table)}')
    assert weak.status_code == 304
    assert weak["ETag"] == tag_of(client, table)


def test_the_page_itself_says_what_it_shows(client, watching):
    for phone in (client, watching):
        table = table_of(dreier(0))
        phone.get("/")  # the phone gets its sign
        version = phone.get(reverse("table", args=[table.slug])).context["version"]
        assert poll_table(phone, table, version).status_code == 304


@pytest.mark.parametrize(
    "happens",
    [
        lambda table: play(table, dreier(1)),
        lambda table: strike(table),
        lambda table: send_mark(table, table.deals.get().number, MARK_DISPUTED),
    ],
)
def test_whatever_changes_the_page_is_new(client, happens, table):
    enter_hand(table)
    tag = tag_of(client, table)
    happens(table)
    assert poll_table(client, table, tag).status_code == 200
    assert tag_of(client, table) != tag


def test_another_language_and_another_right_are_another_answer(client, watching, table):
    tags = {tag_of(phone, table) for phone in (client, watching)}
    tags |= {poll_table(client, table, HTTP_ACCEPT_LANGUAGE="en")["ETag"]}
    assert len(tags) == 3


def test_a_newer_program_is_another_answer(client, monkeypatch, table):
    tag = tag_of(client, table)
    monkeypatch.setattr(live, "compute_program_sign", lambda: "newer")
    assert poll_table(client, table, tag).status_code == 200


def test_the_pieces_of_whoever_writes_bring_the_next_form_and_ask_whether_the_hand_fits(client):
    table = table_of(dreier(0))
    page = Page(poll_table(client, table).content.decode())
    assert {"p0-contract", "previous", "seats", "place", "kind"} <= page.fields.keys()
    assert page.fields["key"] == {""}  # every phone makes its own
    assert "csrfmiddlewaretoken" not in page.fields
    assert 'data-live="sheet"' in page.html


def test_the_pieces_of_whoever_watches_offer_no_writing(watching):
    table = table_of(dreier(0))
    html = poll_table(watching, table).content.decode()
    assert 'data-live="sheet"' in html
    assert "<form" not in html


def test_after_the_end_there_is_no_form_any_more(client):
    table = table_of(dreier(0))
    end_evening(table)
    page = Page(poll_table(client, table).content.decode())
    assert "p0-contract" not in page.fields
    assert "kind" not in page.fields


def test_asking_takes_one_small_read_for_the_table_and_one_for_the_right(
    client, watching, django_assert_max_num_queries, table
):
    for _ in range(12):
        play(table, dreier(0))
    for phone, queries in ((watching, 1), (client, 2)):
        tag = tag_of(phone, table)
        with django_assert_max_num_queries(queries):
            poll_table(phone, table, tag)
        with django_assert_max_num_queries(queries):
            assert poll_table(phone, table).status_code == 200  # kept


def test_rendering_takes_as_many_queries_for_a_long_evening(client, django_assert_max_num_queries):
    for hands in (1, 40):
        table = new_table()
        for _ in range(hands):
            send_mark(table, enter_hand(table), MARK_DISPUTED)
        with django_assert_max_num_queries(10):
            assert poll_table(client, table).status_code == 200


def test_a_table_that_is_not_there_has_nothing_new(client):
    assert client.get(reverse("live", args=[uuid.uuid4()])).status_code == 404
    assert load_page_version(uuid.uuid4()) is None


def test_the_shelf_keeps_the_tables_that_were_asked_for_last():
    shelf, made = PageCache(2), []

    def body(name, tag="1"):
        def make():
            made.append(name)
            return str(name)

        return shelf.load_body((uuid.UUID(int=name), "de", True), tag, make)

    assert [body(1), body(2), body(1), body(3)][0] == body(1)
    assert made == [1, 2, 3]
    body(2)
    assert made == [1, 2, 3, 2]
    body(2, "2")
    assert made == [1, 2, 3, 2, 2]
    assert len(shelf) == 2


def test_another_hand_with_the_same_number_is_new(client):
    """So it is after coming back to a backup while the server runs: nothing old is left in sight or on the shelf."""
    table = new_table()
    with suppress(_Back), transaction.atomic():
        play(table, dreier(0))
        tag, old = tag_of(client, table), poll_table(client, table).content
        raise _Back
    play(table, dreier(1))
    now = poll_table(client, table, tag)
    assert now.status_code == 200
    assert now.content != old


class _Back(Exception):  # noqa: N818 -- undoes what was written
    """The book is as it was before."""


def test_a_page_that_asks_by_itself_does_not_keep_anybody_logged_in():
    staff, table = log_in(make_account("director")), new_table()
    long_ago = int(time.time()) - 3600
    session = staff.session
    session[BEGUN_AT] = session[USED_AT] = long_ago
    session.save()
    assert poll_table(staff, table).status_code == 200
    assert staff.session[USED_AT] == long_ago
    staff.get(reverse("table", args=[table.slug]))
    assert staff.session[USED_AT] > long_ago
