"""What operations of tournaments have in common: whose a tournament is, who acts, what became of it."""

import uuid
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager

from django.http import HttpRequest
from django.utils.translation import get_language

from scoring.api.common import mistakes_of
from tarockclub.accounts.actors import Who
from tarockclub.api.authentication import caller_of, must_be_own
from tarockclub.api.errors import Failed
from tarockclub.api.schemas import Name
from tarockclub.models import NAME_LENGTH
from tarockclub.text import cleaned
from tournaments.acts import Refused
from tournaments.lookup import Lookup
from tournaments.messages import sentence
from tournaments.models import Entrant, RoundTable, Tournament
from tournaments.selectors import table_at, tournament_at
from tournaments.view_helpers import own_round

FAILS = (404, 409)  # of whatever is done in a tournament
_STATUSES = {"no_key": 400, "other_body": 422}
Told = Callable[[Refused], str]


def language() -> str:
    """The language of this answer."""
    return get_language() or "de"


def is_staff(request: HttpRequest, tournament: Tournament) -> bool:
    """Whether a program acts for the staff of the tournament's club: it sees what is not public yet."""
    return caller_of(request).club == tournament.club_id


def own(request: HttpRequest, slug: uuid.UUID, *, deleted: bool = False) -> Tournament:
    """The tournament of an address, if it is one of the caller's club; otherwise 404; `deleted` as of tournament_at."""
    tournament = tournament_at(slug, deleted=deleted)
    must_be_own(request, tournament.club_id)
    return tournament


def own_table(request: HttpRequest, slug: uuid.UUID, number: int, table: int) -> RoundTable:
    """A table of a round of a tournament of the caller's club, or 404."""
    return table_at(own_round(request, slug, number), table)


def who(request: HttpRequest) -> Who:
    """Who acts; directors decide what players cannot."""
    caller = caller_of(request)
    return Who(caller.person, caller.device, directs=caller.is_director)


@contextmanager
def refusals(told: Told = sentence) -> Iterator[None]:
    """Answer what is Refused with 409 and its sentence; 422 where the key was used for something else."""
    try:
        yield
    except Refused as refused:
        problems = tuple(refused.params.get("problems", ()))
        status = _STATUSES.get(refused.code, 409)
        raise Failed(status, refused.code, told(refused), mistakes_of(problems)) from refused


def entrants_of(tournament: Tournament, numbers: Iterable[int]) -> list[int]:
    """The entrants (ids) of these start numbers, in the same order; Refused("nobody_known")."""
    known = dict(Entrant.objects.filter(tournament=tournament).values_list("number", "pk"))
    wanted = list(numbers)
    if not known.keys() >= set(wanted):
        raise Refused("nobody_known")
    return [known[one] for one in wanted]


def entrant_at(tournament: Tournament, number: int) -> int:
    """The entrant (id) of a start number; Refused("nobody_known")."""
    return entrants_of(tournament, [number])[0]


def numbers_of(tournament: Tournament, entrants: Sequence[int]) -> list[int]:
    """The start numbers of entrants (ids), in the same order."""
    known = numbers_by_id(tournament)
    return [known[one] for one in entrants]


def numbers_by_id(tournament: Tournament) -> Lookup[int]:
    """The start numbers of all entrants by their ids, 0 for an id of nobody's; one query."""
    found = Entrant.objects.filter(tournament=tournament).values_list("pk", "number")
    return Lookup(dict(found), lambda _entrant: 0)


def name_in(typed: Name) -> str:
    """A name as it is kept; Failed where nothing is left of it."""
    name = cleaned(typed)
    if not name or len(name) > NAME_LENGTH:
        raise Failed(400, "no_name")
    return name


def reason_in(typed: str) -> str:
    """A reason as it is kept."""
    return cleaned(typed)[:300]
