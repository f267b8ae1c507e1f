"""Common parts of the operations of tournaments: finding a tournament, the actor, refusals."""

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager

from tarockclub.kit.text import clean_text
from tarockclub.models import NAME_LENGTH
from tarockclub.office.api.scoring.common import build_mistakes
from tarockclub.platform.api.errors import ApiError
from tarockclub.platform.api.schemas import Name
from tournaments.core.acts import ActionRefused
from tournaments.core.lookup import Lookup
from tournaments.core.messages import format_refusal
from tournaments.models import Entrant, Tournament

FAILS = (404, 409)  # of any action in a tournament
_STATUSES = {"no_key": 400, "other_body": 422}


@contextmanager
def answer_refusals(area: str = "") -> Iterator[None]:
    """Answer ActionRefused with 409 and its sentence in this area, or 422 where the key was used for other content."""
    try:
        yield
    except ActionRefused as refused:
        problems = tuple(refused.params.get("problems", ()))
        status = _STATUSES.get(refused.code, 409)
        raise ApiError(status, refused.code, format_refusal(refused, area), build_mistakes(problems)) from refused


def find_entrants(tournament: Tournament, numbers: Iterable[int]) -> list[int]:
    """Return the entrants (ids) of these start numbers, in the same order; ActionRefused("nobody_known")."""
    known = dict(Entrant.objects.filter(tournament=tournament).values_list("number", "pk"))
    wanted = list(numbers)
    if not known.keys() >= set(wanted):
        raise ActionRefused("nobody_known")
    return [known[number] for number in wanted]


def find_entrant(tournament: Tournament, number: int) -> int:
    """Return the entrant (id) of a start number; ActionRefused("nobody_known")."""
    return find_entrants(tournament, [number])[0]


def list_numbers(tournament: Tournament, entrants: Sequence[int]) -> list[int]:
    """Return the start numbers of entrants (ids), in the same order."""
    known = load_numbers(tournament)
    return [known[entrant] for entrant in entrants]


def load_numbers(tournament: Tournament) -> Lookup[int]:
    """Load the start numbers of all entrants by their ids, 0 for an unknown id; one query."""
    found = Entrant.objects.filter(tournament=tournament).values_list("pk", "number")
    return Lookup(dict(found), lambda _entrant: 0)


def clean_name(typed: Name) -> str:
    """Clean a name for storing; ApiError("no_name") where nothing is left of it, or it is too long."""
    name = clean_text(typed)
    if not name or len(name) > NAME_LENGTH:
        raise ApiError(400, "no_name")
    return name
