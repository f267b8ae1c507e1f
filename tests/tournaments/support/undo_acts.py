"""The last act of a kind, and taking it back, as tests do it."""

from tarockclub.platform.accounts.actors import Actor
from tests.tournaments.support.factories import new_key
from tournaments.models import Act
from tournaments.results.undo.services import undo

DIRECTOR = Actor(None, "d" * 16, directs=True)


def last(kind):
    return Act.objects.filter(kind=kind).order_by("-sequence").first()


def take_back(kind, reason="", who=DIRECTOR):
    act = last(kind)
    return undo(act.tournament_id, new_key(), act.sequence, who, reason)
