"""Questions to the fee of a whole tournament: who owes it where, and the sums."""

from typing import Any

from tournaments.core.selectors import load_settings
from tournaments.models import Entrant, Presence
from tournaments.people.entrants.fees import compute_fees, list_debtors

FEE = 1200  # cents


def entrant(name):
    return Entrant.objects.get(person__name=name).pk


def fees(of, **only: Any):
    return compute_fees(Presence.objects.filter(round__tournament=of, **only), load_settings(of))


def debtors(of):
    found = list_debtors(Presence.objects.filter(round__tournament=of), load_settings(of))
    names = dict(Entrant.objects.filter(tournament=of).values_list("pk", "person__name"))
    return sorted((names[who], number) for who, number in found)
