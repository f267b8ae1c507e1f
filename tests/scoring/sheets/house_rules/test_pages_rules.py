"""Rules of every page: forms of other sites, nothing inline, no more queries for a hundred hands."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from tests.scoring.support.pages import Page, url, words
from tests.scoring.support.tables import dreier, everything, new_table, play, strike
from tests.support.accounts import log_in
from tests.support.phones import Client
from tests.support.shared_rows import share_rows

pytestmark = pytest.mark.django_db
DREIER = {"p0-contract": "dreier", "p0-declarer": "1", "p0-result": "won"}
LANGUAGES = ("de", "en")


@pytest.fixture(params=LANGUAGES)
def client(request, db):
    """Return a secretary's client that speaks a language."""
    return log_in(headers={"accept-language": request.param})


@share_rows
def german():
    """Return a secretary's client that speaks German."""
    return log_in(headers={"accept-language": "de-AT"})


@pytest.mark.parametrize("name", ["preview", "save_hand", "strike"])
@pytest.mark.parametrize("method", ["get", "head"])
def test_the_address_of_what_only_takes_posts_leads_to_the_table(german, name, method):
    table = new_table()
    answer = getattr(german, method)(url(name, table))
    assert (answer.status_code, answer["Location"]) == (302, url("table", table))


def test_the_table_is_kept_in_no_cache_so_that_back_shows_what_is_there_now(german):
    assert "no-store" in german.get(url("table", new_table()))["Cache-Control"]


def test_an_address_that_is_no_table_is_not_found_and_the_page_does_not_promise_all_evenings(client):
    for address in ("/tables/1/", "/tables/x/hands/", "/nirgends/"):
        answer = client.get(address)
        assert answer.status_code == 404
        assert words(client, "Die letzten Abende stehen", "The latest evenings are") in answer.content.decode()


@pytest.mark.heavy_but("en-preview")
@pytest.mark.parametrize("name", ["save_hand", "strike", "preview"])
def test_a_body_that_is_not_read_is_answered_with_a_page_that_leads_back_to_the_table(client, name):
    table = new_table()
    answer = client.post(url(name, table), {f"field{number}": "1" for number in range(10_000)})
    page = Page(answer.content.decode())
    assert answer.status_code == 400
    assert words(client, "ist nicht zu lesen. Gespeichert wurde nichts.", "could not be read. Nothing was") in page.text
    assert f'href="{url("table", table)}"' in page.html
    assert page.inline == []


def test_a_start_form_that_is_not_read_leads_to_the_first_page(client):
    answer = client.post(reverse("start"), {f"field{number}": "1" for number in range(10_000)})
    assert answer.status_code == 400
    assert f'href="/">{words(client, "Zur ersten Seite", "To the start page")}</a>' in answer.content.decode()
    assert "/tables/" not in answer.content.decode()


def test_a_host_that_is_not_ours_gets_the_same_page(client):
    answer = client.get("/", headers={"host": "evil.example"})
    assert answer.status_code == 400
    assert words(client, "Das wurde nicht angenommen", "This was not accepted") in answer.content.decode()


@pytest.mark.parametrize("name", ["preview", "save_hand", "strike"])
def test_a_form_of_another_site_is_refused(name):
    strict = Client(enforce_csrf_checks=True, headers={"accept-language": "de"})
    table = new_table()
    before = everything(table)
    answer = strict.post(url(name, table), {**DREIER, "key": "k", "previous": "", "reason": "so"})
    assert answer.status_code == 403
    page = Page(answer.content.decode())
    assert "Gespeichert wurde nichts. Bitte zurückgehen" in page.text
    assert f'href="{url("table", table)}"' in page.html
    assert everything(table) == before


def test_no_page_has_anything_inline(client):
    table = new_table()
    play(table, dreier(0))
    strike(table)
    play(table, dreier(0))
    answers = [client.get(address) for address in ("/", reverse("start"), url("table", table), "/nirgends")]
    answers += [client.post(reverse("start"), {}), client.post(url("save_hand", table), {})]
    answers.append(client.post(url("preview", table), DREIER))
    for answer in answers:
        page = Page(answer.content.decode())
        assert page.inline == []
        assert page.texts


@pytest.fixture
def count_queries(db):
    """Return a function that counts the queries of a page, for a phone with a table's link."""
    phone = Client(headers={"accept-language": "de-AT"})

    def count(address):
        with CaptureQueriesContext(connection) as queries:
            assert phone.get(address).status_code == 200
        return len(queries)

    return count


def test_a_long_evening_takes_no_more_queries_than_a_short_one(count_queries):
    table = new_table()
    for declarer in range(3):
        play(table, dreier(declarer))
    strike(table)
    count_queries(url("table", table))  # whose table it is, is looked up once
    few = count_queries(url("table", table))
    for hand in range(100):
        play(table, dreier(hand % 4))
        if hand % 10 == 0:
            strike(table)
    assert count_queries(url("table", table)) == few <= 7
