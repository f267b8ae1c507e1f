"""The actions on entries, fees and seats, and at the door, as tests call them."""

from tarockclub.platform.accounts.actors import ANONYMOUS
from tournaments.models import Tournament
from tournaments.people.door.actions import CheckIn, TakeArrivalBack, count_paid
from tournaments.people.entrants.actions import ChangeEntries, SetPresence, Withdraw
from tournaments.people.entrants.entering import EnterPeople
from tournaments.people.entrants.fee_actions import DecideDebt, PayFees
from tournaments.people.entrants.substitutes import Substitute


def enter(tournament, key, newcomers, rounds=(), who=ANONYMOUS):
    wanted = EnterPeople(newcomers=list(newcomers), rounds=list(rounds))
    return wanted.perform(Tournament.everything.get(pk=tournament), key, who)


def change_entries(round_, key, came=(), gone=(), who=ANONYMOUS):
    return ChangeEntries(come=list(came), go=list(gone)).perform(round_, key, who)


def pay(round_, key, entrants, who=ANONYMOUS, *, back=False):
    return PayFees(entrants=list(entrants), back=back).perform(round_, key, who)


def set_state(round_, key, entrants, state, who=ANONYMOUS):
    return SetPresence(entrants=list(entrants), state=state).perform(round_, key, who)


def withdraw(tournament, key, entrant, who=ANONYMOUS, *, back=False):
    return Withdraw(entrant=entrant, back=back).perform(Tournament.everything.get(pk=tournament), key, who)


def decide_debt(round_, key, entrant, decision, who=ANONYMOUS, *, payer=None):
    wanted = DecideDebt.build(entrant=entrant, decision=decision or "owed", payer=payer or 0)
    return wanted.perform(round_, key, who)


def check_in(round_, key, entrant, who=ANONYMOUS, *, paid):
    return count_paid(CheckIn(entrant=entrant, paid=paid).perform(round_, key, who))


def take_back_arrival(round_, key, entrant, *, money):
    return TakeArrivalBack(entrant=entrant, money=money).perform(round_, key)


def substitute(table, key, place, newcomer, who=ANONYMOUS):
    return Substitute(place=place, newcomer=newcomer).perform(table, key, who)
