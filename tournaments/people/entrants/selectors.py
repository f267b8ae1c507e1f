"""The participants on pages; a fixed number of queries."""

from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

from django.core.paginator import Page, Paginator
from django.db.models import Count, F, Q, QuerySet
from django.utils.translation import gettext_lazy as _

from scoring.book.ledger.selectors import list_recent_names
from scoring.models import Seated
from tarockclub.kit.tables.search import filter_matching
from tarockclub.kit.tables.sorting import order_by_surname
from tarockclub.platform.privacy.namesakes import filter_people
from tarockclub.platform.privacy.public_names import build_player_called, build_player_name, get_player_called
from tournaments.core.settings import TOURNAMENT, Settings, parse_settings
from tournaments.models import Entrant, Presence, Round, Tournament
from tournaments.people.entrants.debts import load_substitutes
from tournaments.people.entrants.fees import (
    EntrantFees,
    compute_fees,
    format_debt,
    list_debtors,
    list_settled,
    load_fees,
)
from tournaments.people.entrants.free_seats import AWAY_STATES

ON_A_PAGE = 100
MOST_OFFERED = 1000  # names in the list to choose from; more are found by typing
HERE_FILTER = Q(state=Presence.State.IN, entrant__withdrawn=None)


class EntrantRow(NamedTuple):
    """A participant with their state in the round on display."""

    id: int
    number: int
    name: str
    withdrawn: bool
    rounds: tuple[int, ...]  # entered
    inside: bool  # has entered the round that is shown
    state: str
    paid: int  # cents
    late: bool  # entered after the draw and has no seat yet
    debt: str = ""  # the decision about an unpaid fee, in words; "": none
    settled: bool = False  # the fee of the tournament is paid, or decided about, in another round
    fee: int = 0  # cents; 0: they pay nothing
    town: str = ""


class EntrantsPage(NamedTuple):
    """One page of the list."""

    rows: tuple[EntrantRow, ...]
    page: Page[Entrant]
    round: Round | None
    rounds: tuple[Round, ...]
    all: int  # participants who have not withdrawn
    outside: int  # of them, those not in the round on display who are still there
    gone: int  # … and those who are not
    fees: EntrantFees | None  # of the round
    together: EntrantFees
    may_tick: bool  # somebody's entry can change
    missing: int = 0  # marked as absent in the round on display
    owing: tuple[int, int] = (0, 0)  # of those present in it: how many owe the fee, and how much together (cents)


def list_present(round_: Round) -> list[int]:
    """Return the entrants (ids) to be seated in a round, in order of their start numbers."""
    here = Presence.objects.filter(HERE_FILTER, round=round_)
    return list(here.order_by("entrant__number").values_list("entrant", flat=True))


def list_unseated(round_: Round) -> list[int]:
    """Return the entrants without a seat now: late ones of a drawn round, and players who have left their table."""
    here = Presence.objects.filter(HERE_FILTER, round=round_).exclude(entrant__person__in=list_seated_entrants(round_))
    return list(here.order_by("entrant__number").values_list("entrant", flat=True))


def list_still_there(round_: Round) -> list[int]:
    """Return the entrants (ids) who have not entered a round, and were not away at the end of their last one."""
    earlier = Presence.objects.filter(round__tournament=round_.tournament_id, round__number__lt=round_.number)
    last = dict(earlier.order_by("round__number").values_list("entrant", "state"))
    others = Entrant.objects.filter(tournament=round_.tournament_id, withdrawn=None).exclude(presences__round=round_)
    return [entrant for entrant in others.values_list("pk", flat=True) if last.get(entrant) not in AWAY_STATES]


def list_owing(round_: Round, settings: Settings) -> list[int]:
    """Return the entrants (ids) who are present in a round and owe the fee that is taken there."""
    present = Presence.objects.filter(HERE_FILTER, round=round_)
    if settings.fee_per == TOURNAMENT:
        entered = Presence.objects.filter(entrant__in=present.values("entrant"))
    else:
        entered = present
    return sorted({entrant for entrant, _round in list_debtors(entered, settings)}) if settings.fee else []


class UnseatedPlayer(NamedTuple):
    """A player without a seat."""

    id: int  # of the entrant
    name: str
    person: int  # id


def list_unseated_names(round_: Round) -> tuple[str, ...]:
    """Return the names of the players without a seat in a round that is drawn and not over; two queries."""
    return tuple(player.name for player in list_unseated_players(round_))


def list_unseated_players(round_: Round, *, is_public: bool = False) -> tuple[UnseatedPlayer, ...]:
    """Return the players without a seat in a round that is drawn and not over; two queries."""
    if round_.draw_id is None or round_.closed is not None:
        return ()
    waiting = Entrant.objects.filter(pk__in=list_unseated(round_)).order_by("number")
    shown = build_player_name() if is_public else build_player_called()
    return tuple(UnseatedPlayer(*row) for row in waiting.values_list("pk", shown, "person"))


def list_seated_entrants(round_: Round) -> set[int]:
    """Return the persons (ids) at the tables of a round now; of a seat that was taken over, the last one; one query."""
    open_ones = Seated.objects.filter(sitting__table__round_table__round=round_, sitting__to_deal=None)
    rows = open_ones.order_by("version", "from_deal").values_list("sitting", "person", "person__merged_into")
    holders = {sitting: (person, kept) for sitting, person, kept in rows}
    return {person for both in holders.values() for person in both if person is not None}


def format_start_numbers(entrants: Iterable[int]) -> str:
    """Return the start numbers of entrants (ids), for a sentence."""
    numbers = Entrant.objects.filter(pk__in=list(entrants)).order_by("number").values_list("number", flat=True)
    return ", ".join(map(str, numbers))


def load_entrants_page(tournament: Tournament, round_number: int | None, typed: str, page: str) -> EntrantsPage:
    """Load the page of the list that is on display."""
    rounds = tuple(Round.objects.filter(tournament=tournament).order_by("number"))
    round_ = _choose_round(rounds, round_number)
    at = Paginator(_search_entrants(tournament, typed), ON_A_PAGE).get_page(page)
    entrants = list(at.object_list)
    everybody = Entrant.objects.filter(tournament=tournament, withdrawn=None)
    settings = parse_settings(tournament.settings)
    inside, missing = _count_entries(round_)
    total = everybody.count()
    outside = len(list_still_there(round_)) if round_ is not None else total
    fees = load_fees(settings, [entrant.pk for entrant in entrants])
    rows = _build_rows(entrants, round_, list_settled(tournament))
    rows = tuple(row._replace(fee=fees[row.id]) for row in rows)
    opened = round_ is not None and round_.closed is None and tournament.ended is None
    may_tick = opened and any(not row.withdrawn and (not row.inside or not _is_drawn(round_)) for row in rows)
    return EntrantsPage(
        rows,
        at,
        round_,
        rounds,
        total,
        outside,
        total - inside - outside,
        compute_fees(Presence.objects.filter(round=round_), settings) if round_ else None,
        compute_fees(Presence.objects.filter(round__tournament=tournament), settings),
        may_tick,
        missing,
        _sum_owing(round_, settings),
    )


def _count_entries(round_: Round | None) -> tuple[int, int]:
    """Count the entrants of a round who have not withdrawn, and how many of them have not come; one query."""
    if round_ is None:
        return 0, 0
    away = Q(state=Presence.State.NO_SHOW)
    here = Presence.objects.filter(round=round_, entrant__withdrawn=None)
    counts = here.aggregate(all=Count("pk"), missing=Count("pk", filter=away))
    return counts["all"], counts["missing"]


def _sum_owing(round_: Round | None, settings: Settings) -> tuple[int, int]:
    owing = list_owing(round_, settings) if round_ is not None else []
    return len(owing), sum(load_fees(settings, owing).values())


def _choose_round(rounds: Sequence[Round], number: int | None) -> Round | None:
    """Return the round that was asked for, or the one that is prepared, or played, now."""
    asked = [round_ for round_ in rounds if round_.number == number]
    ahead = [round_ for round_ in rounds if round_.started is None and round_.closed is None]
    played = [round_ for round_ in rounds if round_.closed is None]
    return next(iter([*asked, *ahead, *played, *rounds[-1:]]), None)


def _search_entrants(tournament: Tournament, typed: str) -> QuerySet[Entrant]:
    """Return the entrants whose names have all the typed words, or whose start number was typed; by surname."""
    people = Entrant.objects.filter(tournament=tournament).select_related("person")
    entrants = people.order_by(order_by_surname("person__name"), "number")
    if typed.isascii() and typed.isdigit() and len(typed) < 6:
        return entrants.filter(number=int(typed))
    return filter_matching(entrants, typed, ("person__name",))


def _build_rows(entrants: Sequence[Entrant], round_: Round | None, settled: set[int]) -> tuple[EntrantRow, ...]:
    entered: dict[int, list[tuple[int, Presence]]] = {}
    ids = [entrant.pk for entrant in entrants]
    for presence in Presence.objects.filter(entrant__in=ids).select_related("round").order_by("round__number"):
        entered.setdefault(presence.entrant_id, []).append((presence.round.number, presence))
    seated = list_seated_entrants(round_) if round_ is not None and round_.draw_id is not None else set()
    rows = (_build_row(entrant, entered.get(entrant.pk, []), round_, seated) for entrant in entrants)
    return tuple(row._replace(settled=row.id in settled and not row.paid and not row.debt) for row in rows)


def _is_drawn(round_: Round | None) -> bool:
    return round_ is not None and round_.draw_id is not None


def _build_row(
    entrant: Entrant, entered: list[tuple[int, Presence]], round_: Round | None, seated: set[int]
) -> EntrantRow:
    here = next((found for number, found in entered if round_ is not None and number == round_.number), None)
    plays = here is not None and here.state == Presence.State.IN and entrant.withdrawn is None
    return EntrantRow(
        entrant.pk,
        entrant.number,
        get_player_called(entrant.person, entrant.number),
        entrant.withdrawn is not None,
        tuple(number for number, _found in entered),
        here is not None,
        here.state if here is not None else "",
        here.paid if here is not None else 0,
        plays and _is_drawn(round_) and entrant.person_id not in seated,
        format_debt(here) if here is not None else "",
        town=entrant.person.town,
    )


def list_offered_names(tournament: Tournament) -> list[str]:
    """Return the names of known persons who do not take part yet, those who played last first, to suggest."""
    there = Entrant.objects.filter(tournament=tournament, withdrawn=None).values("person")
    people = filter_people(tournament.club_id).exclude(pk__in=there)
    return list_recent_names(people, MOST_OFFERED)


def list_entrant_places(entrant: Entrant) -> list[dict[str, Any]]:
    """Return the places of an entrant in the rounds entered, with what its page says of each."""
    rows = Seated.objects.filter(
        person=entrant.person_id, sitting__table__round_table__round__tournament=entrant.tournament_id
    )
    tables = dict(
        rows.values_list("sitting__table__round_table__round__number", F("sitting__table__round_table__number"))
    )
    presences = Presence.objects.filter(entrant=entrant).select_related("round").order_by("round__number")
    debtors = list_debtors(presences, parse_settings(entrant.tournament.settings))
    is_settled = entrant.pk in list_settled(entrant.tournament)
    return [
        {
            "presence": presence,
            "table": tables.get(presence.round.number),
            "debt": format_debt(presence),
            "owes": (entrant.pk, presence.round.number) in debtors,
            "settled": is_settled and not presence.paid and not presence.debt,  # in another round
            "substitute": _find_substitute(presence),  # who has taken over the seat
        }
        for presence in presences
    ]


def _find_substitute(presence: Presence) -> Entrant | None:
    """Return the player who has taken over a seat whose fee is not paid."""
    if presence.paid or presence.state not in (Presence.State.NO_SHOW, Presence.State.LEFT):
        return None
    found = load_substitutes(presence.round).get(presence.entrant_id)
    return None if found is None else Entrant.objects.select_related("person").filter(pk=found).first()


def format_state(state: str) -> str:
    """Return the words for the state of an entry."""
    words = {
        Presence.State.IN: _("is there"),
        Presence.State.WAITS: _("is waiting"),
        Presence.State.NO_SHOW: _("did not come"),
        Presence.State.LEFT: _("has left"),
    }
    return str(words[Presence.State(state)])
