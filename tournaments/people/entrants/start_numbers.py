"""Start numbers: given in order, changed until the first round is drawn."""

from tarockclub.kit.text import compute_surname_key
from tarockclub.platform.accounts.actors import ANONYMOUS, Actor
from tournaments.core.acts import TOURNAMENTS, ActionRefused, Command, Kind
from tournaments.models import Act, Entrant, Round, Tournament
from tournaments.people.entrants.services import must_go_on

HIGHEST = 9999
_OUT_OF_THE_WAY = 1_000_000  # start numbers that nobody has


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
