"""Taps at the door that do more: newcomers are entered first, the missing noted; players say that they are there."""

from typing import Any

from django.db import transaction

from tarockclub.kit.time_source import now
from tarockclub.models import Person
from tarockclub.platform.accounts.actors import ANONYMOUS, Actor
from tournaments.core.acts import TOURNAMENTS, ActionRefused, Command, Kind, parse_content
from tournaments.models import Act, Application, Entrant, Presence, Round, Tournament
from tournaments.people.door.actions import CheckIn, find_act
from tournaments.people.entrants.actions import SetPresence
from tournaments.people.entrants.applications import DecideApplication
from tournaments.people.entrants.entering import EnterPeople
from tournaments.people.entrants.own_codes import compute_code_mark
from tournaments.people.entrants.selectors import list_unseen
from tournaments.people.entrants.services import must_go_on
from tournaments.people.name_lists.candidates import Newcomer

State = Presence.State
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
        must_go_on(row)
        current = Entrant.objects.select_for_update(no_key=True).get(pk=entrant.pk, tournament=row)
        if current.withdrawn is not None:
            raise ActionRefused("nobody_known")
        if current.arrived is not None or current.asked is not None:
            raise ActionRefused("here_already")
        Entrant.objects.filter(pk=current.pk).update(asked=now())
        return {"entrants": [current.pk], "asked": True}

    # Not more than a few times: an act stays for good, and everybody with the link may tap.
    key = f"come.{compute_code_mark(entrant.tournament, entrant.pk)}."
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
