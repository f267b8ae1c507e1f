"""Many held hands, and strange ones: what is offered stays short, and whatever a phone had in its form can be shown."""

import re

import pytest

from scoring.book.ledger.held_hands import find_held_hand
from scoring.models import GameTable
from scoring.table.held_hands.services import DROP, NEXT
from tests.scoring.support.held_hands import OTHER, Away, decided, dreier_of, held_of, open_at, too_late
from tests.scoring.support.pages import open_table_page, url
from tests.scoring.support.tables import book_of, dreier, line_of, new_table, play
from tests.scoring.table.held_hands.test_held_pages import form_of, piece
from tests.support.phones import Client

pytestmark = pytest.mark.django_db


def test_of_a_long_evening_only_deals_that_it_may_be_are_offered(table):
    phone = Away(table)
    phone.enter(dreier_of(3))
    for _ in range(20):
        play(table, dreier(0))
    phone.send(phone.queue[0])
    phone.send(phone.queue[0]._replace(key="of-nothing", previous="thrown-away"))
    lines = [line.number for line in book_of(table).played]
    assert list_offers(table) == [*lines[:10], *lines[-3:]]
    decided(table, phone.queue[0].key, DROP, note="nur probiert")
    assert list_offers(table) == lines[-3:]


def list_offers(table: GameTable) -> list[int]:
    """The lines that the first hand may be, by its buttons, in the order of play."""
    html = piece(open_table_page(Client(), table)).html.partition("</article>")[0]
    return sorted(int(line) for line in re.findall(r'value="same (\d+)"', html))


@pytest.mark.heavy_but("fields0")
@pytest.mark.parametrize(
    "fields",
    [
        {},
        {"p0-contract": "<script>", "p0-declarer": "9"},
        {"p0-contract": "dreier", "p0-declarer": "²", "p0-result": "won"},
        {"p0-contract": "trischaken", "p0-points-0": "70"},
        {"key": "x", "previous": "y", "seats": "z", "what": "strike", "line": "1"},
    ],
)
def test_whatever_a_phone_had_in_its_form_can_be_shown(table, fields):
    phone = too_late(table, fields)
    page = open_table_page(Client(), table)
    assert open_at(table) == [phone.queue[0].key]
    assert "<script>" not in piece(page).html
    assert piece(page).text
    filled = form_of(Client().get(url("table", table), {"held": phone.queue[0].key}))
    assert filled.sent["key"] == phone.queue[0].key


def test_a_hand_of_sittings_that_nobody_knows_is_shown_without_names(table):
    phone = Away(table)
    one = phone.enter(dreier_of(0))
    play(table, dreier(0))
    phone.send(one._replace(seen=one.seen._replace(sittings=(901, 902, 903, 904))))
    shown = piece(open_table_page(Client(), table))
    assert "Dreier" in shown.text
    assert find_held_hand(table.pk, one.key) is not None


def test_only_so_many_are_asked_about_at_once(monkeypatch):
    monkeypatch.setattr("scoring.table.held_hands.page.MOST_SHOWN", 2)
    table = new_table()
    phones = [Away(table) for _ in range(4)]
    for phone in phones:
        phone.enter(dreier_of(1))
    play(table, dreier(0))
    for phone in phones:
        phone.send(phone.queue[0])
    shown = piece(open_table_page(Client(), table))
    assert shown.html.count("<article") == 2
    assert "Danach warten noch 2 Spiele." in shown.text


def test_two_phones_that_entered_the_same_hand_are_asked_one_by_one(table):
    phones = [Away(table), Away(table, OTHER)]
    for phone in phones:
        phone.enter(dreier_of(1))
    play(table, dreier(0))
    for phone in phones:
        phone.send(phone.queue[0])
    decided(table, phones[0].queue[0].key, NEXT)
    html = piece(open_table_page(Client(), table)).html
    assert f'value="same {line_of(table, 1)}" class="primary"' in html


def test_the_pages_take_as_many_queries_for_many_held_hands(django_assert_max_num_queries):
    client = Client()
    client.get("/log-in/")
    counts = []
    for hands in (1, 30):
        table = new_table()
        phone = Away(table)
        for at in range(hands):
            phone.enter(dreier_of(at % 4))
        play(table, dreier(0))
        for hand in phone.queue:
            phone.send(hand)
        assert len(held_of(table).open) == hands
        for name in ("table", "live", "settlement"):
            with django_assert_max_num_queries(13) as seen:
                assert client.get(url(name, table)).status_code == 200
            counts.append(len(seen))
    assert counts[:3] == counts[3:]
