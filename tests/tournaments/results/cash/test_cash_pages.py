"""The pages of the cash box: movements, counts, receipts, donations of the tables."""

import pytest
from django.urls import reverse

from tests.support.accounts import log_in
from tests.support.clients import count_queries
from tests.support.shared_rows import share_rows
from tests.tournaments.support import factories
from tests.tournaments.support.cash_acts import record_movement, write_move_receipt
from tests.tournaments.support.entry_acts import pay
from tests.tournaments.support.factories import new_key
from tournaments.core.cash_journal.journal import DONATION, FLOAT
from tournaments.core.cash_journal.receipts import load_receipts
from tournaments.core.cash_journal.services import load_cash_box
from tournaments.models import Tournament
from tournaments.results.cash import page as cash_page
from tournaments.results.cash.donations import CashDonation

pytestmark = pytest.mark.django_db


@share_rows
def of() -> Tournament:
    tournament, first, _tables = factories.whole(8)
    pay(first, new_key(), [entrant.pk for entrant in tournament.entrants.all()[:2]])
    return tournament


def at(of: Tournament, route: str = "cash_box", *more: int) -> str:
    return reverse(route, args=[of.slug, *more])


@pytest.mark.parametrize(
    ("way", "balance"), [("in", 1850), ("expense", -650), ("donation", 1850), ("donated", -650), ("income", 1850)]
)
def test_each_way_is_written_down(of, way, balance, secretary):
    sent = {"key": new_key(), "way": way, "amount": "12,50", "reason": "so", "voucher": "17", "party": "Seewirt"}
    assert secretary.post(at(of), sent).status_code == 302
    assert load_cash_box(of).balance == balance
    page = secretary.get(at(of)).content.decode()
    assert "Seewirt" not in page  # that stands on the page of the movement
    (move,) = load_cash_box(of).moves
    assert "Seewirt" in secretary.get(at(of, "cash_move", move.sequence)).content.decode()


@pytest.mark.parametrize(
    ("way", "amount", "reason"), [("gone", "1", "Zettel"), ("in", "viel", "Zettel"), ("in", "17", " ")]
)
def test_what_nobody_knows_is_refused_and_stays_typed(of, secretary, way, amount, reason):
    answer = secretary.post(at(of), {"key": new_key(), "way": way, "amount": amount, "reason": reason})
    assert answer.status_code == 400
    assert f'value="{amount}"' in answer.content.decode()
    assert reason.strip() in answer.content.decode()
    assert not load_cash_box(of).moves


def test_the_box_is_counted(of, secretary):
    sent = {"key": new_key(), "counted": "5,90", "seen": "600"}
    assert secretary.post(at(of), sent).status_code == 400
    assert secretary.post(at(of), {**sent, "key": new_key(), "reason": "fehlt"}).status_code == 302
    # Another one was first.
    assert secretary.post(at(of), {**sent, "key": new_key(), "reason": "fehlt"}).status_code == 400
    assert secretary.post(at(of), {"key": new_key(), "counted": "viel", "seen": "590"}).status_code == 400
    assert load_cash_box(of).balance == 590


def test_a_movement_is_taken_back_on_its_page_and_gets_a_receipt(of, secretary):
    done = record_movement(of, new_key(), FLOAT, 500, "Wechselgeld")
    page = at(of, "cash_move", done.sequence)
    assert secretary.post(page, {"key": new_key(), "receipt": "1", "party": "Kassier"}).status_code == 302
    assert secretary.post(page, {"key": new_key(), "reason": ""}).status_code == 400
    assert secretary.post(page, {"key": new_key(), "reason": "zu viel"}).status_code == 302
    assert load_cash_box(of).balance == 600
    assert [receipt.name for receipt in load_receipts(of)] == ["Kassier"]
    assert secretary.get(at(of, "cash_move", 1)).status_code == 404


def test_a_receipt_for_fees_is_found_by_number_or_name(of):
    staff, page = log_in(), at(of, "cash_receipts")
    first = staff.post(page, {"key": new_key(), "player": "1"})
    assert first.headers["Location"].startswith(at(of, "cash_receipt", 1))
    assert staff.post(page, {"key": new_key(), "player": "Spieler 2"}).status_code == 302
    assert staff.post(page, {"key": new_key(), "player": "Spieler 3"}).status_code == 400  # has not paid
    assert staff.post(page, {"key": new_key(), "player": "niemand"}).status_code == 400
    assert staff.get(page).status_code == 200
    assert "Spieler 2" in staff.get(at(of, "cash_receipt", 2)).content.decode()
    assert staff.get(at(of, "cash_receipt", 3)).status_code == 404


def test_what_tables_hand_in_is_held_against_what_they_owe(of, monkeypatch):
    tables = list(of.rounds.get().tables.order_by("number"))
    owe = [CashDonation(1, table.number, table.pk, 0, 150 * table.number, (), True, True) for table in tables]
    monkeypatch.setattr(cash_page, "load_donations", lambda _of: tuple(owe))
    staff, page = log_in(), at(of, "cash_donations")
    assert [debt.left for debt in staff.get(page).context["owed"]] == [150, 300]
    sent = {"amount-1-1": "1,50", "amount-1-2": "2", "table": "1-2"}
    assert staff.post(page, {"key": new_key(), **sent}).status_code == 302
    assert [debt.left for debt in staff.get(page).context["owed"]] == [150, 100]
    assert load_cash_box(of).donated == 200
    assert staff.get(at(of)).context["left"] == 250
    assert staff.post(page, {"key": new_key(), **sent, "table": "1-9"}).status_code == 404
    assert staff.post(page, {"key": new_key(), **sent, "amount-1-2": "x"}).status_code == 400


def test_a_long_journal_takes_no_more_queries(of, secretary):
    secretary.get(at(of))  # whose it is, is looked up once
    counts = []
    for _ in range(2):
        for _more in range(6):
            done = record_movement(of, new_key(), DONATION, 500, "so", voucher="7", party="Gast")
            write_move_receipt(of, new_key(), done.sequence)
        counts.append(count_queries(secretary, at(of)))
    assert counts[0] == counts[1]
