"""Fees: who owes them, and their sums; of each round, or once for the whole tournament (`Settings.fee_per`).

Everybody owes the fee of their categories now (`Settings.reduced`); what was paid stays what it was.
"""

from collections.abc import Iterable
from typing import NamedTuple

from django.db.models import Count, Exists, OuterRef, Q, QuerySet, Sum
from django.db.models.functions import Coalesce
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from tarockclub.platform.accounts.persons import parse_categories
from tournaments.core.acts import Kind, parse_content
from tournaments.core.settings import TOURNAMENT, Settings, parse_settings
from tournaments.models import Act, Entrant, Presence, Round, Tournament

# The fee of a round is owed by everybody who has entered it, until it is paid or the staff has decided otherwise: also
# by a no-show and by a player who has withdrawn since. Those who wait for a seat owe nothing; nobody owes anything in a
# round that was given up, or in a tournament that is cancelled. The fee of a tournament is owed in the first such
# round, and never in a second one.
_GIVEN_UP_FILTER = Q(round__closed__isnull=False, round__started=None) | Q(round__tournament__cancelled__isnull=False)
_OWES_FILTER = Q(paid=0, debt=Presence.Debt.OPEN) & ~Q(state=Presence.State.WAITS) & ~_GIVEN_UP_FILTER
# The fee of the tournament that covers a seat serves one player in the rounds that follow, never two.
_PLAYED_FILTER = Q(state=Presence.State.LEFT) | Q(state=Presence.State.IN) & (
    Q(entrant__withdrawn=None) | Q(round__draw__isnull=False)
)
AWAY_FILTER = Q(state__in=(Presence.State.NO_SHOW, Presence.State.LEFT)) | Q(entrant__withdrawn__isnull=False)
# Entries that settle the fee of a tournament. A fee waived because somebody did not play is owed where they do; what
# was waived for a player stays so when they withdraw.
_SETTLES_FILTER = (
    Q(paid__gt=0)
    | Q(debt__in=(Presence.Debt.MOVED, Presence.Debt.SEAT))
    | Q(Q(debt=Presence.Debt.WAIVED) & ~Q(state__in=(Presence.State.NO_SHOW, Presence.State.LEFT)))
)
DEBTS: dict[str, Promise] = {
    Presence.Debt.WAIVED: _("entry fee waived"),
    Presence.Debt.MOVED: _("somebody else pays the entry fee"),
    Presence.Debt.SEAT: _("the entry fee of the seat is paid"),
}


class EntrantFees(NamedTuple):
    """The sums of the fees of a round, or of all; cents."""

    entered: int
    payers: int
    paid: int
    due: int


def format_debt(presence: Presence) -> str:
    """Return the decision about an unpaid fee, in words; "" where there is none."""
    return "" if presence.paid else str(DEBTS.get(presence.debt, ""))


def is_paid_once(tournament: Tournament) -> bool:
    """Return whether the fee is that of the tournament, and not of each round."""
    return parse_settings(tournament.settings).fee_per == TOURNAMENT


def compute_fee(settings: Settings, categories: str) -> int:
    """Return the cents of a player with these categories, as the register has them.

    >>> juniors = Settings(fee=300, reduced=(("Jugend", 0), ("Dame", 200)))
    >>> [compute_fee(juniors, categories) for categories in ("", "Dame", "Gast, dame, Jugend")]
    [300, 200, 0]
    """
    if not settings.reduced or not categories:
        return settings.fee
    words = {word.casefold() for word in parse_categories(categories)}
    return min([settings.fee, *(cents for category, cents in settings.reduced if category.casefold() in words)])


def load_fees(settings: Settings, entrants: Iterable[int]) -> dict[int, int]:
    """Return the fee of each of these entrants (ids); one query, none without reduced fees."""
    ids = list(entrants)
    if not settings.reduced:
        return dict.fromkeys(ids, settings.fee)
    return _compute_fees_of(settings, Entrant.objects.filter(pk__in=ids))


def _compute_fees_of(settings: Settings, entrants: QuerySet[Entrant]) -> dict[int, int]:
    words = Coalesce("person__merged_into__categories", "person__categories")
    return {pk: compute_fee(settings, categories) for pk, categories in entrants.values_list("pk", words)}


def list_free(presences: QuerySet[Presence], settings: Settings) -> list[int]:
    """Return the entrants (ids) in the tournaments of these entries who have to pay nothing; one query, mostly none."""
    if not any(cents == 0 for _category, cents in settings.reduced):
        return []
    entrants = Entrant.objects.filter(tournament__in=presences.order_by().values("round__tournament"))
    return [pk for pk, fee in _compute_fees_of(settings, entrants).items() if not fee]


def filter_owing(presences: QuerySet[Presence], settings: Settings) -> QuerySet[Presence]:
    """Return the entries that bear an unpaid fee: of a tournament's fee one for each debtor, the first."""
    owing = presences.filter(_OWES_FILTER)
    if free := list_free(presences, settings):
        owing = owing.exclude(entrant__in=free)
    if settings.fee_per != TOURNAMENT:
        return owing
    earlier = _list_same_entrant().filter(_OWES_FILTER, round__number__lt=OuterRef("round__number"))
    return owing.exclude(Exists(_list_settling(presences))).exclude(Exists(earlier))


def _list_same_entrant() -> QuerySet[Presence]:
    return Presence.objects.filter(entrant=OuterRef("entrant"))


def _list_settling(presences: QuerySet[Presence]) -> QuerySet[Presence]:
    return filter_settling(_list_same_entrant(), presences)


def filter_settling(entries: QuerySet[Presence], presences: QuerySet[Presence]) -> QuerySet[Presence]:
    """Return those entries that settle the fee of the tournament; `presences` are of the same tournaments."""
    return entries.filter(_SETTLES_FILTER).exclude(pk__in=list_used_seats(presences))


def compute_fees(presences: QuerySet[Presence], settings: Settings) -> EntrantFees:
    """Compute the fees of these entries: how many have entered and paid, the amounts paid and due.

    Of a tournament's fee, each debtor and each payer among them counts once, in whichever round it was.
    """
    owing, has_paid, each = _OWES_FILTER, Q(paid__gt=0), "pk"
    if free := list_free(presences, settings):
        owing &= ~Q(entrant__in=free)
    if settings.fee_per == TOURNAMENT:
        owing &= ~Q(Exists(_list_settling(presences)))
        has_paid, each = Q(Exists(_list_same_entrant().filter(paid__gt=0))), "entrant"
    sums = presences.aggregate(
        entered=Count("pk"),
        payers=Count(each, filter=has_paid, distinct=True),
        total=Sum("paid"),
        owing=Count(each, filter=owing, distinct=True),
    )
    due = sums["owing"] * settings.fee
    if settings.reduced and sums["owing"]:
        debtors = dict(presences.filter(owing).order_by().values_list(each, "entrant"))  # once each
        fees = load_fees(settings, set(debtors.values()))
        due = sum(fees[entrant] for entrant in debtors.values())
    return EntrantFees(sums["entered"], sums["payers"], sums["total"] or 0, due)


def list_debtors(presences: QuerySet[Presence], settings: Settings) -> set[tuple[int, int]]:
    """Return the debtors of fees: (entrant's id, number of the round)."""
    return set(filter_owing(presences, settings).values_list("entrant", "round__number"))


def list_settled(tournament: Tournament) -> set[int]:
    """Return the entrants (ids) for whom the fee of the whole tournament is settled; none if it is that of a round."""
    if not is_paid_once(tournament):
        return set()
    entries = Presence.objects.filter(round__tournament=tournament)
    return set(filter_settling(entries, entries).values_list("entrant", flat=True))


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


Debt, State = Presence.Debt, Presence.State


def take_over_fee(round_: Round, gone: int | None, came: int) -> None:
    """Enter a substitute into a round, within an act; `gone` and `came` are ids of entrants.

    A substitute owes the fee where that of the seat is not paid, and for a no-show in any case. The fee of a tournament
    covers the seat wherever it was paid; who takes part already goes on owing, or not, on their own account.
    """
    before = Presence.objects.filter(round=round_, entrant=gone).first()
    covered = before is not None and before.state != State.NO_SHOW and _is_seat_paid(before)
    entry, new = Presence.objects.get_or_create(round=round_, entrant_id=came)
    entry.state = State.IN
    takes_part = (
        is_paid_once(round_.tournament) and Presence.objects.filter(entrant=came).exclude(round=round_).exists()
    )
    if new and covered and not takes_part:
        entry.debt = Debt.SEAT
    entry.save(update_fields=["state", "debt"])


def find_carried_fee(round_: Round, gone: int | None) -> int:
    """Return the cents that somebody who has not come has paid in a round, for who takes their seat; 0: nothing."""
    entries = Presence.objects.filter(entrant=gone)
    entry = entries.filter(round=round_, state=State.NO_SHOW, paid__gt=0).first()
    if entry is None or (is_paid_once(round_.tournament) and entries.exclude(round=round_).exists()):
        return 0
    return entry.paid


def carry_fee(round_: Round, gone: int | None, came: int, cents: int) -> int:
    """Let what one has paid in a round be paid by another, within an act; 0: nothing, where the other has paid."""
    payments = Presence.objects.filter(entrant=came, paid__gt=0)
    if not is_paid_once(round_.tournament):
        payments = payments.filter(round=round_)
    if not cents or payments.exists():
        return 0
    Presence.objects.filter(round=round_, entrant=gone).update(paid=0, debt=Debt.WAIVED)
    Presence.objects.filter(round=round_, entrant=came).update(paid=cents, debt=Debt.OPEN)
    return cents


def _is_seat_paid(presence: Presence) -> bool:
    seats = Presence.objects.filter(Q(paid__gt=0) | Q(debt=Debt.SEAT), entrant=presence.entrant_id)
    if not is_paid_once(presence.round.tournament):
        return seats.filter(pk=presence.pk).exists()
    used = set(list_used_seats(seats)) - {presence.pk}  # a seat covers who takes it over in the same round
    return seats.exclude(pk__in=used).exists()


def uncover_seats(round_: Round, gone: Iterable[int]) -> list[list[int]]:
    """Let substitutes owe the fee of a seat that was given back to these entrants (ids), within an act.

    Return what was uncovered in other rounds, where the fee is that of the tournament: (number of the round, entrant).
    """
    once = is_paid_once(round_.tournament)
    rounds = list(Round.objects.filter(tournament=round_.tournament_id).order_by("number")) if once else [round_]
    entrants, elsewhere = list(gone), []
    for current in rounds:
        substitutes = load_substitutes(current)
        came = {substitutes[entrant] for entrant in entrants if entrant in substitutes}
        covered = Presence.objects.filter(round=current, entrant__in=came, debt=Debt.SEAT)
        if current.pk != round_.pk:
            elsewhere += [[current.number, entrant] for entrant in sorted(covered.values_list("entrant", flat=True))]
        covered.update(debt=Debt.OPEN)
    return elsewhere


def read_debts(round_: Round) -> dict[int, str]:
    """Return the decisions about the fees of a round, by id of the entrant."""
    return dict(Presence.objects.filter(round=round_).values_list("entrant", "debt"))


def load_substitutes(round_: Round) -> dict[int, int]:
    """Return the last substitute of each entrant who was replaced in a round, by ids of entrants; one query."""
    acts = Act.objects.filter(round=round_, kind=Kind.SUBSTITUTE, undone_by=None).order_by("sequence")
    return {content["gone"]: content["came"] for content in map(parse_content, acts) if content.get("gone")}
