"""The actions at the door: there, paid, not there after all, newcomers, the missing; two taps of two desks are one."""

from typing import Any, ClassVar

from django.db import transaction
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from tarockclub.kit.time_source import now
from tarockclub.models import Person
from tarockclub.platform.accounts.actors import ANONYMOUS, Actor
from tarockclub.platform.accounts.rights import Right
from tournaments.core.actions.base import Action, Spec, action
from tournaments.core.actions.names import ActNames, Content
from tournaments.core.actions.targets import ROUND, Here
from tournaments.core.acts import (
    TOURNAMENTS,
    ActionRefused,
    Command,
    Kind,
    must_not_have_ended,
    must_take_place,
    parse_content,
)
from tournaments.core.settings import TOURNAMENT, parse_settings
from tournaments.models import Act, Application, Entrant, JournalAct, Presence, Round, Tournament
from tournaments.people.entrants.actions import SetPresence
from tournaments.people.entrants.applications import DecideApplication
from tournaments.people.entrants.entering import EnterPeople, enter_round
from tournaments.people.entrants.fee_actions import PayFees
from tournaments.people.entrants.fees import list_debtors
from tournaments.people.entrants.own_codes import compute_code_mark
from tournaments.people.entrants.selectors import list_unseen
from tournaments.people.name_lists.candidates import Newcomer

State = Presence.State
_SPEC = Spec(kind=Kind.ARRIVED, targets=(ROUND,), right=Right.ENTER, words=_("somebody came to the door"))


class Arrival(Action):
    """A note about an entrant at the door."""

    refusals: ClassVar = {
        "here_already": _("Another desk has already done this."),
        "not_here": _("This player has not been checked in."),
        "fee_taken": _("The entry fee was taken: a cashier must give it back first."),
    }

    @classmethod
    def say(cls, content: Content, names: ActNames) -> str:
        """Return who is there, or not, or says so."""
        text = gettext("%(names)s: not there after all")
        if content.get("asked"):
            text = gettext("%(names)s: waits at the door")
        elif content["here"]:
            text = gettext("%(names)s: arrived")
        return text % {"names": names.name_entrants(content["entrants"])}


@action(_SPEC)
class CheckIn(Arrival):
    """Note that an entrant (id) is there and plays in a round; `paid`: and pays the fee, if it is owed."""

    entrant: int
    paid: bool

    def perform_once(self, spot: Round, key: str, who: Actor, reason: str) -> JournalAct:
        """Check them in, and take the fee by an act of its own (`count_paid`); once, however often the tap arrives."""
        with transaction.atomic():
            may_pay = self.paid and find_act(spot.tournament_id, key) is None
            act = super().perform_once(spot, key, who, reason)
            if may_pay and _is_owing(spot.tournament, spot, self.entrant):
                PayFees(entrants=[self.entrant]).perform(spot, _name_payment(key), who)
        return act

    def carry_out(self, here: Here) -> dict[str, Any]:
        """Do it; "here_already" where a desk has done all of this, and the refusals of the entries of a round."""
        must_take_place(here.tournament)
        if here.round.closed is not None:
            raise ActionRefused("closed")
        entrant = _lock_entrant(here, self.entrant)
        if entrant is None:
            raise ActionRefused("nobody_known")
        is_new, was_gone = entrant.arrived is None, entrant.withdrawn is not None
        came = enter_round(here.round, [self.entrant])
        missed = Presence.objects.filter(round=here.round, entrant=self.entrant, state=State.NO_SHOW)
        is_back = missed.update(state=State.IN) > 0
        owes = self.paid and _is_owing(here.tournament, here.round, self.entrant)
        if not (is_new or came or is_back or was_gone or owes):
            raise ActionRefused("here_already")
        entrant.arrived, entrant.asked, entrant.withdrawn = entrant.arrived or now(), None, None
        entrant.save(update_fields=["arrived", "asked", "withdrawn"])
        return {"entrants": [self.entrant], "here": True, "new": came, "back": [self.entrant] if was_gone else []}


@action(_SPEC)
class TakeArrivalBack(Arrival):
    """Note that an entrant (id) is not there after all; `money`: the fee that was taken with the tap goes back.

    Who had been entered into the round by the tap leaves it again, unless it is drawn.
    """

    entrant: int
    money: bool

    def list_sent(self) -> object:
        """Return who it is; whether money may be moved is no part of the tap."""
        return [self.entrant, "back"]

    def carry_out(self, here: Here) -> dict[str, Any]:
        """Do it; "not_here", and "fee_taken" if the fee was taken with the tap and must not be given back."""
        must_not_have_ended(here.tournament)
        entrant = _lock_entrant(here, self.entrant)
        if entrant is None or entrant.arrived is None:
            raise ActionRefused("not_here")
        last = _find_check_in(here.tournament.pk, self.entrant)
        if last is not None and _has_taken(last, here.round, self.entrant):
            if not self.money:
                raise ActionRefused("fee_taken")
            PayFees(entrants=[self.entrant], back=True).perform(here.round, f"{here.key}.back", here.who)
            here.tournament.refresh_from_db(fields=["version"])  # the act within has raised it
        entry = Presence.objects.filter(round=here.round, entrant=self.entrant, round__draw=None, paid=0)
        was_new = last is not None and self.entrant in parse_content(last)["new"]
        out = [self.entrant] if was_new and entry.delete()[0] else []
        entrant.arrived = entrant.asked = None
        entrant.save(update_fields=["arrived", "asked"])
        return {"entrants": [self.entrant], "here": False, "out": out}


def count_paid(check_in: Act) -> int:
    """Return the cents that were taken with a check-in."""
    fee = find_act(check_in.tournament_id, _name_payment(check_in.key))
    return sum(cents for _entrant, cents in parse_content(fee)["paid"]) if fee is not None else 0


def find_act(tournament: int, key: str) -> Act | None:
    """Return the act of a tournament (id) with a key."""
    return Act.objects.filter(tournament=tournament, key=key).first()


def _name_payment(key: str) -> str:
    """Return the key of the payment that belongs to a check-in."""
    return f"{key}.fee"


def _lock_entrant(here: Here, entrant: int) -> Entrant | None:
    return Entrant.objects.select_for_update(no_key=True).filter(tournament=here.tournament, pk=entrant).first()


def _is_owing(tournament: Tournament, round_: Round, entrant: int) -> bool:
    """Return whether an entrant owes the fee that is taken in a round."""
    settings = parse_settings(tournament.settings)
    if not settings.fee:
        return False
    presences = Presence.objects.filter(round__tournament=tournament, entrant=entrant)
    debts = list_debtors(presences, settings)
    return bool(debts) if settings.fee_per == TOURNAMENT else (entrant, round_.number) in debts


def _find_check_in(tournament: int, entrant: int) -> Act | None:
    """Return the last act that checked an entrant in."""
    acts = Act.objects.filter(tournament=tournament, kind=Kind.ARRIVED).order_by("-sequence")
    for act in acts.iterator(chunk_size=50):
        content = parse_content(act)
        if content.get("here") and entrant in content["entrants"]:
            return act
    return None


def _has_taken(check_in: Act, round_: Round, entrant: int) -> bool:
    """Return whether the fee that was taken with a check-in is still there."""
    key = _name_payment(check_in.key)
    fee = Act.objects.filter(tournament=check_in.tournament_id, key=key, undone_by=None)
    return fee.exists() and Presence.objects.filter(round=round_, entrant=entrant, paid__gt=0).exists()


MOST_ANNOUNCED = 5  # times that one entrant may say so


def check_in_newcomer(round_: Round, key: str, newcomer: Newcomer, who: Actor = ANONYMOUS, *, paid: bool) -> Act:
    """Enter somebody who has not registered, and check them in."""
    with transaction.atomic():
        entry = EnterPeople(newcomers=[newcomer], rounds=[round_.number])
        done = entry.perform(round_.tournament, f"{key}.new", who)
        return CheckIn(entrant=parse_content(done)["entrants"][0], paid=paid).perform(round_, key, who)


def check_in_registration(
    round_: Round, key: str, application: Application, person: Person | None, who: Actor = ANONYMOUS, *, paid: bool
) -> Act:
    """Take in somebody whose registration waits, as a known person or a new one, and check them in."""
    with transaction.atomic():
        application.refresh_from_db(fields=["entrant"])
        entrant = application.entrant_id
        if entrant is None:
            person_id = 0 if person is None else person.pk
            decision = DecideApplication(application=application.pk, take=True, person=person_id, alone=True)
            entrant = parse_content(decision.perform(round_.tournament, f"{key}.new", who))["entrant"]
        return CheckIn(entrant=entrant, paid=paid).perform(round_, key, who)


def announce_oneself(entrant: Entrant) -> None:
    """Note that an entrant says to be there: they wait for the staff's tap; once, however often they say it.

    ActionRefused("ended"), ActionRefused("nobody_known"), ActionRefused("here_already").
    """

    def do(row: Tournament) -> dict[str, Any]:
        must_take_place(row)
        current = Entrant.objects.select_for_update(no_key=True).get(pk=entrant.pk, tournament=row)
        if current.withdrawn is not None:
            raise ActionRefused("nobody_known")
        if current.arrived is not None or current.asked is not None:
            raise ActionRefused("here_already")
        Entrant.objects.filter(pk=current.pk).update(asked=now())
        return {"entrants": [current.pk], "asked": True}

    # Not more than a few times: an act stays for good, and everybody with the link may tap.
    key = f"come.{compute_code_mark(entrant.tournament, entrant)}."
    count = Act.objects.filter(tournament=entrant.tournament_id, key__startswith=key).count()
    if count >= MOST_ANNOUNCED:
        raise ActionRefused("here_already")
    TOURNAMENTS.act(entrant.tournament_id, Command(f"{key}{count}", Kind.ARRIVED, [entrant.pk]), do)


def close_door(round_: Round, key: str, who: Actor = ANONYMOUS) -> Act | None:
    """Note of everybody who has entered a round and was not seen that they have not come; None: there is nobody."""
    act = find_act(round_.tournament_id, key)
    if act is not None:
        return act
    entrants = list_unseen(round_)
    return SetPresence(entrants=entrants, state=State.NO_SHOW).perform(round_, key, who) if entrants else None
