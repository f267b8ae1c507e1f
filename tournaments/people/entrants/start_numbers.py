"""Start numbers: what people and programs call entrants by; given in order, changed until the first round is drawn."""

from collections.abc import Iterable
from typing import Annotated

from pydantic import Field

from tarockclub.kit.form_fields import NumberField
from tournaments.core.actions.base import ID_RANGE, Input
from tournaments.core.actions.targets import Spot, get_tournament_id
from tournaments.core.acts import ActionRefused
from tournaments.models import Entrant, Tournament

HIGHEST = 9999
MOST_AT_ONCE = 500  # entrants whom a program names in one write


def find_entrants(tournament: Tournament | int, numbers: Iterable[int]) -> list[int]:
    """Return the entrants (ids) of these start numbers, in the same order; ActionRefused("nobody_known")."""
    ids = dict(Entrant.objects.filter(tournament=tournament).values_list("number", "pk"))
    ordered = list(numbers)
    if not ids.keys() >= set(ordered):
        raise ActionRefused("nobody_known")
    return [ids[number] for number in ordered]


def find_entrant(tournament: Tournament | int, number: int) -> int:
    """Return the entrant (id) of a start number; ActionRefused("nobody_known")."""
    return find_entrants(tournament, [number])[0]


def _resolve_number(spot: Spot, number: int) -> int:
    return find_entrant(get_tournament_id(spot), number)


def resolve_numbers(spot: Spot, numbers: list[int]) -> list[int]:
    """Return the entrants (ids) of these start numbers where an action is done; ActionRefused("nobody_known")."""
    return find_entrants(get_tournament_id(spot), numbers)


EntrantId = Annotated[int, ID_RANGE, Input(lambda: NumberField(otherwise=0), resolve=_resolve_number)]
_Numbers = Annotated[list[Annotated[int, ID_RANGE]], Field(max_length=MOST_AT_ONCE)]
EntrantIds = Annotated[list[int], Input(resolve=resolve_numbers, body=_Numbers)]
SomeEntrantIds = Annotated[list[int], Input(resolve=resolve_numbers, body=Annotated[_Numbers, Field(min_length=1)])]
