"""The address in a table's link: it gives the phone its cookie; wrong ones are limited, right ones never."""

from datetime import timedelta

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from scoring.book.access.links import create_link
from scoring.book.access.permissions import COOKIE
from scoring.models import AccessToken
from tarockclub.models import FailedAttempt
from tarockclub.platform.accounts.rate_limits import MOST_FROM_ADDRESS, WINDOW
from tarockclub.platform.accounts.secret_links import draw_secret
from tests.scoring.support.pages import Page, url
from tests.scoring.support.tables import new_table
from tests.support.attack.load import begin_tables
from tests.support.clients import Client as WireClient
from tests.support.links import find_secret
from tests.support.shared_rows import share_rows


@pytest.fixture
def client():
    """A phone that has opened no link yet."""
    return Client(headers={"accept-language": "de"})


@share_rows
def table():
    """A table."""
    return new_table()


def at(secret):
    """Return the address to which a secret leads."""
    return reverse("enter", args=[secret])


def test_the_link_leads_to_the_table_with_a_cookie_for_it_alone(client, table):
    link = create_link(table)
    answer = client.get(at(link.secret))
    assert (answer.status_code, answer["Location"]) == (302, f"{url('own_seat', table)}?new")
    cookie = answer.cookies[COOKIE]
    assert cookie.value == link.secret
    assert (cookie["path"], cookie["httponly"], cookie["samesite"], cookie["secure"]) == (
        url("table", table),
        True,
        "Lax",
        "",
    )
    assert 0 <= 14 * 24 * 3600 - cookie["max-age"] < 10
    assert "no-store" in answer["Cache-Control"]
    assert answer["Referrer-Policy"] == "no-referrer"


def test_in_public_mode_the_cookie_goes_over_https_only(client, table, settings):
    settings.INN_MODE = False
    answer = client.get(at(create_link(table).secret), secure=True)
    assert answer.cookies[COOKIE]["secure"] is True


def test_the_cookie_ends_with_the_link(client, table):
    secret = create_link(table).secret
    AccessToken.objects.filter(table=table).update(expires=timezone.now() + timedelta(hours=2))
    assert 7190 <= client.get(at(secret)).cookies[COOKIE]["max-age"] <= 7200


def over(table, **what):
    """A link that has come to its end."""
    secret = create_link(table).secret
    AccessToken.objects.filter(table=table).update(**what)
    return secret


@pytest.mark.parametrize("how", ["expired", "replaced", "unknown", "malformed", "in capitals", "long"])
def test_a_link_that_does_not_count_leads_to_one_friendly_page(client, table, how):
    secret = {
        "expired": lambda: over(table, expires=timezone.now()),
        "replaced": lambda: over(table, ended=timezone.now()),
        "unknown": draw_secret,
        "malformed": lambda: "käse",
        "in capitals": lambda: create_link(table).secret.replace("0", "a").upper() + "A",
        "long": lambda: "0" * 3000,
    }[how]()
    answer = client.get(at(secret))
    assert answer.status_code == 404
    assert COOKIE not in answer.cookies
    assert answer["Referrer-Policy"] == "no-referrer"
    page = Page(answer.content.decode())
    assert "Scanne den Code, den der Tisch jetzt hat" in page.text
    # Who once had a link may watch; who makes one up learns of no table.
    assert (url("table", table) in page.html) == (how in ("expired", "replaced"))


def fail(count, **options):
    """Open so many wrong links; the last answer."""
    answers = [Client().get(at(draw_secret()), **options) for _ in range(count)]
    return answers[-1]


def test_failures_are_limited_for_an_address_and_a_link_that_counts_opens_all_the_same(client, table):
    assert fail(MOST_FROM_ADDRESS).status_code == 404
    refused = fail(1)
    assert refused.status_code == 429
    assert 0 < int(refused["Retry-After"]) <= WINDOW.total_seconds()
    assert "Ein Link, der gilt, geht immer auf" in refused.content.decode()
    assert client.get(at(create_link(table).secret)).status_code == 302
    assert fail(1, REMOTE_ADDR="10.0.0.9").status_code == 404


def test_a_preview_and_phones_that_open_a_link_use_nothing_up_however_many_share_the_inns_address(table):
    secret = create_link(table).secret
    assert Client().head(at(secret)).status_code == 302  # a preview
    assert {Client().get(at(secret)).status_code for _ in range(MOST_FROM_ADDRESS + 5)} == {302}
    assert not FailedAttempt.objects.exists()


def test_a_link_that_counts_takes_one_query_and_writes_nothing(client, table):
    secret = create_link(table).secret
    with CaptureQueriesContext(connection) as queries:
        client.get(at(secret))
    assert [query["sql"].split()[0] for query in queries] == ["SELECT"]


@pytest.mark.heavy
def test_the_server_prints_no_link_that_was_opened(served):
    [slug] = begin_tables(served, 1)
    good, wrong, phone = find_secret(slug), draw_secret(), WireClient(served.url)
    assert phone.get(at(good)).status == 302
    assert phone.get(f"/tables/{slug}/").body.decode().count("p0-contract")
    assert phone.get(at(wrong)).status == 404
    assert phone.get(at(wrong + "0")).status == 404
    phone.close()
    assert good[4:] not in served.log
    assert wrong[4:] not in served.log
