"""The cash box: fees, prizes, what was put in and taken out; it always adds up."""

import pytest
from django.urls import reverse

from tarockclub.models import Club
from tests.support.accounts import log_in, make_account
from tests.support.shared_rows import share_rows
from tests.tournaments.support import factories
from tests.tournaments.support.factories import new_key
from tournaments.core.acts import ActionRefused
from tournaments.core.cash_journal.journal import FLOAT, TypedMove
from tournaments.core.cash_journal.services import load_cash_box, record_movement
from tournaments.models import Presence
from tournaments.people.entrants.round_entries import pay
from tournaments.results.final_results.prizes import add_prize, remove_prize

pytestmark = pytest.mark.django_db


@share_rows
def paid_tournament():
    of, first, _tables = factories.whole(8)
    entrants = list(of.entrants.order_by("number"))
    pay(first, new_key(), [entrant.pk for entrant in entrants[:6]])
    pay(first, new_key(), [entrants[0].pk], back=True)
    return of


def test_fees_prizes_and_moves_make_the_balance(paid_tournament):
    assert (load_cash_box(paid_tournament).fee_total, load_cash_box(paid_tournament).balance) == (1500, 1500)
    add_prize(paid_tournament.pk, new_key(), 1, "Speck", 1240)
    add_prize(paid_tournament.pk, new_key(), 1, "Wein", 700)
    record_movement(paid_tournament, new_key(), TypedMove(FLOAT, 5000), "Wechselgeld")
    record_movement(paid_tournament, new_key(), TypedMove(FLOAT, -350), "Zettel kopiert")
    box = load_cash_box(paid_tournament)
    assert (box.bought, box.other_total, box.balance) == (1940, 4650, 4210)
    assert box.adds_up
    remove_prize(paid_tournament.prizes.get(name="Wein"), new_key())
    assert load_cash_box(paid_tournament).balance == 4910


def test_a_double_tap_moves_money_once(paid_tournament):
    key = new_key()
    record_movement(paid_tournament, key, TypedMove(FLOAT, 100), "Trinkgeld")
    record_movement(paid_tournament, key, TypedMove(FLOAT, 100), "Trinkgeld")
    assert load_cash_box(paid_tournament).other_total == 100
    with pytest.raises(ActionRefused, match="other_body"):
        record_movement(paid_tournament, key, TypedMove(FLOAT, 200), "Trinkgeld")


@pytest.mark.parametrize(("cents", "reason", "code"), [(0, "so", "no_amount"), (100, "", "no_reason")])
def test_money_does_not_move_without_an_amount_and_a_reason(paid_tournament, cents, reason, code):
    with pytest.raises(ActionRefused, match=code):
        record_movement(paid_tournament, new_key(), TypedMove(FLOAT, cents), reason)


def test_a_fee_that_nobody_wrote_down_is_noticed(paid_tournament):
    Presence.objects.filter(paid=0).update(paid=300)
    assert not load_cash_box(paid_tournament).adds_up


def test_secretaries_and_directors_keep_the_box(paid_tournament):
    page = reverse("cash_box", args=[paid_tournament.slug])
    for client in (log_in(), log_in(make_account("director"))):
        sent = {"key": new_key(), "amount": "12,50", "way": "out", "reason": "Pokal graviert"}
        assert client.post(page, sent).status_code == 302
    assert load_cash_box(paid_tournament).other_total == -2500
    client = log_in()
    assert client.post(page, {"key": new_key(), "amount": "viel", "way": "in", "reason": "so"}).status_code == 400
    assert client.post(page, {"key": new_key(), "amount": "1", "way": "in", "reason": " "}).status_code == 400
    assert client.get(page).context["box"].balance == 1500 - 2500
    stranger = log_in(make_account("director", Club.objects.create(name="Nachbarn")))
    assert stranger.get(page).status_code == 404
