"""The fee of a whole tournament: who owes it where, the sums, and steps that may change them."""

import contextlib
from typing import Any

from tarockclub.platform.accounts.actors import Actor
from tests.tournaments.support import acts
from tests.tournaments.support.factories import new_key
from tournaments.core.acts import ActionRefused, Kind
from tournaments.core.selectors import load_settings
from tournaments.models import Act, Entrant, Presence
from tournaments.people.entrants.fees import compute_fees, list_debtors
from tournaments.results.undo.services import undo

FEE = 1200  # cents
DIRECTOR = Actor(None, "d" * 16, directs=True)


def entrant(name):
    return Entrant.objects.get(person__name=name).pk


def fees(of, **only: Any):
    return compute_fees(Presence.objects.filter(round__tournament=of, **only), load_settings(of))


def debtors(of):
    found = list_debtors(Presence.objects.filter(round__tournament=of), load_settings(of))
    names = dict(Entrant.objects.filter(tournament=of).values_list("pk", "person__name"))
    return sorted((names[who], number) for who, number in found)


def take_step(of, round_, what, who):
    """Do something that a program may ask for, if it can be done."""
    doing = {
        "pay": lambda: acts.pay(round_, new_key(), [who]),
        "back": lambda: acts.pay(round_, new_key(), [who], back=True),
        "waived": lambda: acts.decide_debt(round_, new_key(), who, "waived"),
        "owed": lambda: acts.decide_debt(round_, new_key(), who, ""),
        "withdraw": lambda: acts.withdraw(of.pk, new_key(), who),
        "return": lambda: acts.withdraw(of.pk, new_key(), who, back=True),
        "enter": lambda: acts.change_entries(round_, new_key(), [who]),
        "undo": lambda: undo(
            of.pk,
            new_key(),
            of.acts.filter(kind__in=(Kind.PAID, Kind.DEBT), undone_by=None).latest("sequence").sequence,
            DIRECTOR,
        ),
    }
    with contextlib.suppress(ActionRefused, Act.DoesNotExist):
        doing.get(what, lambda: acts.set_state(round_, new_key(), [who], what))()
