"""Checking in at the door: there, paid, taken back; two taps of two desks are one."""

from typing import Any, NamedTuple

from django.db import transaction

from tarockclub.kit.time_source import now
from tarockclub.models import Person
from tarockclub.platform.accounts.actors import ANONYMOUS, Actor
from tournaments.core.acts import TOURNAMENTS, ActionRefused, Command, Kind, parse_content
from tournaments.core.settings import TOURNAMENT, parse_settings
from tournaments.models import Act, Application, Entrant, Presence, Round, Tournament
from tournaments.people.entrants.actions import SetPresence
from tournaments.people.entrants.fee_actions import PayFees
from tournaments.people.entrants.fees import list_debtors
from tournaments.people.entrants.own_codes import compute_code_mark
from tournaments.people.entrants.services import enter, enter_round, must_go_on
from tournaments.people.entrants.waiting_list import decide_waiting
from tournaments.people.name_lists.candidates import Newcomer

State = Presence.State
MOST_ANNOUNCED = 5  # times that one entrant may say so


class CheckIn(NamedTuple):
    """The outcome of a tap at the door."""

    entrant: int
    paid: int  # cents, with this tap


def check_in(round_: Round, key: str, entrant: int, who: Actor = ANONYMOUS, *, paid: bool) -> CheckIn:
    """Note that an entrant (id) is there and plays in a round; `paid`: and pays the fee, if it is owed.

    ActionRefused("here_already") if a desk has done all of this, and the refusals of the entries of a round.
    """

    def do(row: Tournament) -> dict[str, Any]:
        must_go_on(row)
        here = Round.objects.get(pk=round_.pk)
        if here.closed is not None:
            raise ActionRefused("closed")
        found = Entrant.objects.select_for_update(no_key=True).filter(tournament=row, pk=entrant).first()
        if found is None:
            raise ActionRefused("nobody_known")
        is_new, was_gone = found.arrived is None, found.withdrawn is not None
        came = enter_round(here, [entrant])
        back = Presence.objects.filter(round=here, entrant=entrant, state=State.NO_SHOW).update(state=State.IN)
        if not (is_new or came or back or was_gone or (paid and _is_owing(row, here, entrant))):
            raise ActionRefused("here_already")
        found.arrived, found.asked, found.withdrawn = found.arrived or now(), None, None
        found.save(update_fields=["arrived", "asked", "withdrawn"])
        return {"entrants": [entrant], "here": True, "new": came, "back": [entrant] if was_gone else []}

    with transaction.atomic():
        asked = Command(key, Kind.ARRIVED, [entrant, paid], who, round=round_)
        is_repeat = _find_act(round_.tournament_id, key) is not None
        TOURNAMENTS.act(round_.tournament_id, asked, do)
        if not is_repeat and paid and _is_owing(round_.tournament, round_, entrant):
            PayFees(entrants=[entrant]).perform(round_, name_payment(key), who)
        fee = _find_act(round_.tournament_id, name_payment(key))
    moved = parse_content(fee)["paid"] if fee is not None else []
    return CheckIn(entrant, sum(cents for _entrant, cents in moved))


def name_payment(key: str) -> str:
    """Return the key of the payment that belongs to a check-in."""
    return f"{key}.fee"


def _find_act(tournament: int, key: str) -> Act | None:
    return Act.objects.filter(tournament=tournament, key=key).first()


def _is_owing(tournament: Tournament, round_: Round, entrant: int) -> bool:
    """Return whether an entrant owes the fee that is taken in a round."""
    settings = parse_settings(tournament.settings)
    if not settings.fee:
        return False
    presences = Presence.objects.filter(round__tournament=tournament, entrant=entrant)
    debts = list_debtors(presences, settings)
    return bool(debts) if settings.fee_per == TOURNAMENT else (entrant, round_.number) in debts


def check_in_newcomer(round_: Round, key: str, newcomer: Newcomer, who: Actor = ANONYMOUS, *, paid: bool) -> CheckIn:
    """Enter somebody who has not registered, and check them in."""
    with transaction.atomic():
        done = enter(round_.tournament_id, f"{key}.new", [newcomer], [round_.number], who)
        said = parse_content(done)
        return check_in(round_, key, said["entrants"][0], who, paid=paid)


def check_in_registration(
    round_: Round, key: str, application: Application, person: Person | None, who: Actor = ANONYMOUS, *, paid: bool
) -> CheckIn:
    """Take in somebody whose registration waits, as a known person or a new one, and check them in."""
    with transaction.atomic():
        application.refresh_from_db(fields=["entrant"])
        entrant = application.entrant_id
        if entrant is None:
            done = decide_waiting(application, f"{key}.new", Application.As.TAKEN, person, who)
            entrant = parse_content(done)["entrant"]
        return check_in(round_, key, entrant, who, paid=paid)


def take_back_arrival(round_: Round, key: str, entrant: int, who: Actor = ANONYMOUS, *, money: bool) -> Act:
    """Note that an entrant (id) is not there after all; `money`: the fee that was taken with the tap goes back.

    Who had been entered into the round by the tap leaves it again, unless it is drawn. ActionRefused("not_here"), and
    ("fee_taken") if the fee was taken with the tap and must not be given back.
    """

    def do(row: Tournament) -> dict[str, Any]:
        must_go_on(row)
        found = Entrant.objects.select_for_update(no_key=True).filter(tournament=row, pk=entrant).first()
        if found is None or found.arrived is None:
            raise ActionRefused("not_here")
        last = _find_check_in(row.pk, entrant)
        if last is not None and _has_taken(last, round_, entrant):
            if not money:
                raise ActionRefused("fee_taken")
            PayFees(entrants=[entrant], back=True).perform(round_, f"{key}.back", who)
            row.refresh_from_db(fields=["version"])  # the act within has raised it
        here = Presence.objects.filter(round=round_, entrant=entrant, round__draw=None, paid=0)
        was_new = last is not None and entrant in parse_content(last)["new"]
        out = [entrant] if was_new and here.delete()[0] else []
        found.arrived = found.asked = None
        found.save(update_fields=["arrived", "asked"])
        return {"entrants": [entrant], "here": False, "out": out}

    return TOURNAMENTS.act(round_.tournament_id, Command(key, Kind.ARRIVED, [entrant, "back"], who, round=round_), do)


def _find_check_in(tournament: int, entrant: int) -> Act | None:
    """Return the last act that checked an entrant in."""
    acts = Act.objects.filter(tournament=tournament, kind=Kind.ARRIVED).order_by("-sequence")
    for act in acts.iterator(chunk_size=50):
        said = parse_content(act)
        if said.get("here") and entrant in said["entrants"]:
            return act
    return None


def _has_taken(check_in_: Act, round_: Round, entrant: int) -> bool:
    """Return whether the fee that was taken with a check-in is still there."""
    fee = Act.objects.filter(tournament=check_in_.tournament_id, key=name_payment(check_in_.key), undone_by=None)
    return fee.exists() and Presence.objects.filter(round=round_, entrant=entrant, paid__gt=0).exists()


def announce_oneself(entrant: Entrant) -> None:
    """Note that an entrant says to be there: they wait for the staff's tap; once, however often they say it.

    ActionRefused("ended"), ActionRefused("nobody_known"), ActionRefused("here_already").
    """

    def do(row: Tournament) -> dict[str, Any]:
        must_go_on(row)
        found = Entrant.objects.select_for_update(no_key=True).get(pk=entrant.pk, tournament=row)
        if found.withdrawn is not None:
            raise ActionRefused("nobody_known")
        if found.arrived is not None or found.asked is not None:
            raise ActionRefused("here_already")
        Entrant.objects.filter(pk=found.pk).update(asked=now())
        return {"entrants": [found.pk], "asked": True}

    # Not more than a few times: an act stays for good, and everybody with the link may tap.
    key = f"come.{compute_code_mark(entrant.tournament, entrant.pk)}."
    count = Act.objects.filter(tournament=entrant.tournament_id, key__startswith=key).count()
    if count >= MOST_ANNOUNCED:
        raise ActionRefused("here_already")
    TOURNAMENTS.act(entrant.tournament_id, Command(f"{key}{count}", Kind.ARRIVED, [entrant.pk]), do)


def close_door(round_: Round, key: str, who: Actor = ANONYMOUS) -> Act | None:
    """Note of everybody who has entered a round and has not arrived that they have not come; None: there is nobody."""
    known = _find_act(round_.tournament_id, key)
    if known is not None:
        return known
    missing = Presence.objects.filter(
        round=round_, state=State.IN, entrant__arrived=None, entrant__withdrawn=None
    ).order_by("entrant")
    entrants = list(missing.values_list("entrant", flat=True))
    return SetPresence(entrants=entrants, state=State.NO_SHOW).perform(round_, key, who) if entrants else None
