"""Start numbers: what people and programs call entrants by; given in order, changed until the first round is drawn."""

from collections.abc import Iterable
from typing import Annotated

from tarockclub.kit.form_fields import NumberField
from tarockclub.kit.text import compute_surname_key
from tarockclub.platform.accounts.actors import ANONYMOUS, Actor
from tournaments.core.actions.base import ID_RANGE, Input
from tournaments.core.actions.targets import Spot, get_tournament_id
from tournaments.core.acts import TOURNAMENTS, ActionRefused, Command, Kind
from tournaments.models import Act, Entrant, Round, Tournament
from tournaments.people.entrants.services import must_go_on

HIGHEST = 9999
_OUT_OF_THE_WAY = 1_000_000  # start numbers that nobody has


def find_entrants(tournament: Tournament | int, numbers: Iterable[int]) -> list[int]:
    """Return the entrants (ids) of these start numbers, in the same order; ActionRefused("nobody_known")."""
    known = dict(Entrant.objects.filter(tournament=tournament).values_list("number", "pk"))
    wanted = list(numbers)
    if not known.keys() >= set(wanted):
        raise ActionRefused("nobody_known")
    return [known[number] for number in wanted]


def find_entrant(tournament: Tournament | int, number: int) -> int:
    """Return the entrant (id) of a start number; ActionRefused("nobody_known")."""
    return find_entrants(tournament, [number])[0]


def _resolve_number(spot: Spot, number: int) -> int:
    return find_entrant(get_tournament_id(spot), number)


EntrantId = Annotated[int, ID_RANGE, Input(lambda: NumberField(otherwise=0), resolve=_resolve_number)]


def renumber(tournament: int, key: str, entrant: int, number: int, who: Actor = ANONYMOUS) -> Act:
    """Give an entrant another start number; its previous holder gets the old one in exchange."""

    def do(row: Tournament) -> dict[str, object]:
        _must_not_be_drawn(row)
        if not 1 <= number <= HIGHEST:
            raise ActionRefused("number_wrong")
        one = Entrant.objects.filter(tournament=row, pk=entrant).first()
        if one is None:
            raise ActionRefused("nobody_known")
        other = Entrant.objects.filter(tournament=row, number=number).exclude(pk=one.pk).first()
        if other is not None:
            Entrant.objects.filter(pk=other.pk).update(number=_OUT_OF_THE_WAY)
        Entrant.objects.filter(pk=one.pk).update(number=number)
        if other is not None:
            Entrant.objects.filter(pk=other.pk).update(number=one.number)
        return {"entrant": one.pk, "number": number, "before": one.number, "other": other.pk if other else None}

    return TOURNAMENTS.act(tournament, Command(key, Kind.ENTERED, ["number", entrant, number], who), do)


def number_by_name(tournament: int, key: str, who: Actor = ANONYMOUS) -> Act:
    """Number everybody again from 1, by surname; the withdrawn come last."""

    def do(row: Tournament) -> dict[str, object]:
        _must_not_be_drawn(row)
        entrants = list(Entrant.objects.filter(tournament=row).select_related("person"))
        entrants.sort(
            key=lambda entrant: (entrant.withdrawn is not None, compute_surname_key(entrant.person.name), entrant.pk)
        )
        for step in (_OUT_OF_THE_WAY, 0):
            for number, entrant in enumerate(entrants, 1):
                entrant.number = step + number
            Entrant.objects.bulk_update(entrants, ["number"], batch_size=100)
        return {"entrants": [entrant.pk for entrant in entrants]}

    return TOURNAMENTS.act(tournament, Command(key, Kind.ENTERED, "numbers", who), do)


def _must_not_be_drawn(row: Tournament) -> None:
    must_go_on(row)
    if Round.objects.filter(tournament=row).exclude(draw=None).exists():
        raise ActionRefused("numbers_are_drawn")
