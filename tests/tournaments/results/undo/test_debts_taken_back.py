"""Fees and what was decided about them: taken back, everybody owes what they owed before."""

import pytest

from tarockclub.platform.accounts.actors import Actor
from tests.support.shared_rows import share_rows
from tests.tournaments.results.standings.played_tables import started
from tests.tournaments.support import factories
from tests.tournaments.support.entry_acts import decide_debt, pay, set_state, substitute
from tests.tournaments.support.factories import new_key
from tournaments.core.acts import ActionRefused, Kind
from tournaments.core.cash_journal.services import load_cash_box
from tournaments.core.settings import Settings
from tournaments.models import Act, Entrant, Presence
from tournaments.people.entrants.fees import list_debtors
from tournaments.people.name_lists.candidates import Newcomer
from tournaments.results.undo.services import undo

pytestmark = pytest.mark.django_db
DIRECTOR = Actor(None, "d" * 16, directs=True)
ABSENT, PLAYER = "Spieler 1", "Spieler 2"


@share_rows
def running():
    """A round of a table that runs; nobody has paid."""
    of, first, (table,) = factories.whole(4, fee=300)
    return of, started(first), table


def entrant(name):
    return Entrant.objects.get(person__name=name).pk


def owes(name):
    return entrant(name) in {debtor for debtor, _round in list_debtors(Presence.objects.all(), Settings())}


def take_back(kind):
    act = Act.objects.filter(kind=kind, undone_by=None).latest("sequence")
    return undo(act.tournament_id, new_key(), act.sequence, DIRECTOR)


def test_whose_fee_was_waived_by_mistake_owes_it_again(running):
    _of, first, _table = running
    decide_debt(first, new_key(), entrant(ABSENT), "waived")
    assert not owes(ABSENT)
    take_back(Kind.DEBT)
    assert owes(ABSENT)


def test_a_fee_that_was_moved_by_mistake_is_owed_by_who_had_owed_it_and_covers_the_seat_again(running):
    _of, first, table = running
    pay(first, new_key(), [entrant(PLAYER)])
    substitute(table, new_key(), 1, Newcomer("Ersatz"))  # for whom the fee is paid
    decide_debt(first, new_key(), entrant(ABSENT), "moved", payer=entrant("Ersatz"))
    assert (owes(ABSENT), owes("Ersatz")) == (False, True)
    take_back(Kind.DEBT)
    assert (owes(ABSENT), owes("Ersatz")) == (True, False)


def test_a_decision_stays_once_who_was_to_pay_has_paid_or_another_one_was_made(running):
    of, first, _table = running
    moved = decide_debt(first, new_key(), entrant(ABSENT), "moved", payer=entrant(PLAYER))
    pay(first, new_key(), [entrant(PLAYER)])
    with pytest.raises(ActionRefused, match="followed"):
        undo(of.pk, new_key(), moved.sequence, DIRECTOR)
    take_back(Kind.PAID)
    decide_debt(first, new_key(), entrant(ABSENT), "waived")
    with pytest.raises(ActionRefused, match="followed"):
        undo(of.pk, new_key(), moved.sequence, DIRECTOR)


def test_a_fee_that_was_ticked_by_mistake_leaves_what_had_been_decided_about_it(running):
    of, first, table = running
    pay(first, new_key(), [entrant(PLAYER)])
    substitute(table, new_key(), 1, Newcomer("Ersatz"))
    decide_debt(first, new_key(), entrant(ABSENT), "waived")
    pay(first, new_key(), [entrant("Ersatz"), entrant(ABSENT)])
    take_back(Kind.PAID)
    assert (owes("Ersatz"), owes(ABSENT)) == (False, False)
    box = load_cash_box(of)
    assert (box.fee_total, box.adds_up) == (300, True)


def test_a_fee_that_was_given_back_by_mistake_covers_the_seat_again(running):
    of, first, table = running
    pay(first, new_key(), [entrant(PLAYER)])
    substitute(table, new_key(), 1, Newcomer("Ersatz"))
    given = pay(first, new_key(), [entrant(PLAYER)], back=True)
    assert owes("Ersatz")
    pay(first, new_key(), [entrant("Ersatz")])
    with pytest.raises(ActionRefused, match="followed"):  # both would have paid for one seat
        undo(of.pk, new_key(), given.sequence, DIRECTOR)
    take_back(Kind.PAID)
    undo(of.pk, new_key(), given.sequence, DIRECTOR)
    assert (owes(PLAYER), owes("Ersatz")) == (False, False)


def test_who_was_in_the_round_only_as_a_substitute_owes_nothing_when_that_is_taken_back(running):
    _of, first, table = running
    set_state(first, new_key(), [entrant(ABSENT)], "no_show")
    substitute(table, new_key(), 0, Newcomer("Ersatz"))
    assert (owes(ABSENT), owes("Ersatz")) == (True, True)
    pay(first, new_key(), [entrant("Ersatz")])
    with pytest.raises(ActionRefused, match="fee_paid"):
        take_back(Kind.SUBSTITUTE)
    take_back(Kind.PAID)
    take_back(Kind.SUBSTITUTE)
    assert (owes(ABSENT), owes("Ersatz")) == (True, False)
    assert not Presence.objects.filter(entrant=entrant("Ersatz")).exists()
    assert Presence.objects.get(entrant=entrant(ABSENT)).state == "no_show"


def test_a_substitute_who_is_to_pay_for_somebody_stays_until_that_is_decided_anew(running):
    _of, first, table = running
    set_state(first, new_key(), [entrant(ABSENT)], "no_show")
    substitute(table, new_key(), 0, Newcomer("Ersatz"))
    decide_debt(first, new_key(), entrant(ABSENT), "moved", payer=entrant("Ersatz"))
    with pytest.raises(ActionRefused, match="followed") as found:
        take_back(Kind.SUBSTITUTE)
    assert found.value.params["act"].kind == Kind.DEBT
    decide_debt(first, new_key(), entrant(ABSENT), "")
    take_back(Kind.SUBSTITUTE)
    assert owes(ABSENT)
