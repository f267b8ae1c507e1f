"""The end of an evening is seen on the first page and on the table's."""

import re

import django.test
import pytest

from scoring.book.ledger.seats import load_seats
from scoring.engine.agreement import AgreedPot, Stakes
from scoring.table.settlement.services import compute_settlement, load_agreed
from tarockclub.kit.amounts import format_points, format_signed_cents
from tarockclub.platform.privacy.readers import INSIDE
from tests.scoring.support.evenings import end_evening, evening_of, fresh, table_of
from tests.scoring.support.pages import Page, open_table_page, url
from tests.scoring.support.tables import book_of, dreier
from tests.support.accounts import log_in

pytestmark = pytest.mark.django_db


def test_the_first_page_lists_ended_evenings_apart_and_leads_to_their_settlement():
    client = log_in(headers={"accept-language": "de"})
    goes_on, over = evening_of(4), end_evening(evening_of(5))
    page = Page(client.get("/").content.decode())
    going_on, _, done = page.html.partition("<h2>Letzte Ergebnisse</h2>")
    assert url("table", goes_on) in going_on
    assert url("settlement", over) in done
    assert url("settlement", goes_on) not in page.html
    assert "Anna, Berta, Cilli, Dora, Emil" in page.texts


def test_the_table_page_leads_to_the_settlement_and_shows_what_is_in_the_pot(german):
    table = table_of(dreier(0), agreed=Stakes(10, False, AgreedPot("treffpunkt", 10)))
    page = open_table_page(german, table)
    assert url("settlement", table) in page.html
    assert "Pagatkassa: €\n0,50" in page.text
    assert "Pagatkassa" not in open_table_page(german, evening_of(4)).text


def test_an_ended_evening_has_shared_its_pot_and_says_to_its_players_who_gets_what(german):
    """Dreier of Anna: 15 points at 10 cents, and her part of the pot of 0,50 that came back to all."""
    table = table_of(dreier(0), agreed=Stakes(10, False, AgreedPot("treffpunkt", 10)))
    end_evening(table)
    html = open_table_page(german, table).html
    assert "Dieser Abend ist beendet." in html
    assert "Pagatkassa: <strong>" not in html
    rows = re.findall(r'<th scope="row">(\w+)</th>\s*<td[^>]*>([^<]+)</td>\s*<td[^>]*>([^<]+)</td>', html)
    settled = compute_settlement(
        book_of(table), load_seats(table, INSIDE), load_agreed(table), bytes(fresh(table).head)
    )
    expected = [
        (account.name, format_points(account.owed.written), format_signed_cents(account.owed.balance))
        for account in settled.ranked
    ]
    assert rows[:4] == expected
    assert "€" not in open_table_page(django.test.Client(headers={"accept-language": "de"}), table).text


def test_an_evening_for_points_only_has_no_money_on_its_page(german):
    table = table_of(dreier(0))
    assert "€" not in open_table_page(german, end_evening(table)).text
