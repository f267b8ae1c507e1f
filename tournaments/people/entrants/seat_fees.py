"""The fee of the tournament that covers a seat: it serves one player in the rounds that follow, never two."""

from django.db.models import Q, QuerySet

from tournaments.core.acts import Kind, parse_content
from tournaments.models import Act, Presence

_PLAYED_FILTER = Q(state=Presence.State.LEFT) | Q(state=Presence.State.IN) & (
    Q(entrant__withdrawn=None) | Q(round__draw__isnull=False)
)


def list_used_seats(presences: QuerySet[Presence]) -> list[int]:
    """Return the entries (ids) of substitutes in these tournaments whose seat settles nothing in later rounds.

    Whoever has paid plays there again, or another substitute whom the same payment covers.
    """
    entries = Presence.objects.filter(round__tournament__in=presences.order_by().values("round__tournament"))
    seats = list(entries.filter(debt=Presence.Debt.SEAT).select_related("round").order_by("round__number", "pk"))
    if not seats:
        return []
    paid = set(entries.filter(paid__gt=0).values_list("entrant", flat=True))
    given_up = Q(round__closed__isnull=False, round__started=None)
    played = list(entries.filter(_PLAYED_FILTER).exclude(given_up).values_list("entrant", "round__number"))
    owners = _load_owners(seats)
    used, free = [], list[tuple[int, int, Presence]]()
    for seat in seats:
        if seat.entrant_id in paid:
            continue
        payer = _find_payer(seat.entrant_id, owners, paid)
        later = {who: number for who, number in sorted(played, reverse=True) if number > seat.round.number}
        if payer in later:
            used.append(seat.pk)
        elif seat.entrant_id in later:
            free.append((payer, later[seat.entrant_id], seat))
    serves: set[int] = set()
    for payer, _number, seat in sorted(free, key=lambda row: (row[1], row[2].round.number, row[2].pk)):
        if payer in serves:
            used.append(seat.pk)
        serves.add(payer)
    return used


def _load_owners(seats: list[Presence]) -> dict[int, int]:
    """Return whose seat each substitute has taken first, by ids of entrants."""
    tournaments = {seat.round.tournament_id for seat in seats}
    acts = Act.objects.filter(tournament__in=tournaments, kind=Kind.SUBSTITUTE, undone_by=None).order_by("-sequence")
    return {content["came"]: content["gone"] for content in map(parse_content, acts) if content.get("gone")}


def _find_payer(entrant: int, owners: dict[int, int], paid: set[int]) -> int:
    """Return the player whose payment covers the seat of a substitute: the next one before them who has paid."""
    visited = {entrant}
    while entrant in owners and owners[entrant] not in visited:
        entrant = owners[entrant]
        visited.add(entrant)
        if entrant in paid:
            break
    return entrant
