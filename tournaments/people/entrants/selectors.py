"""The participants on pages; a fixed number of queries."""

from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

from django.core.paginator import Paginator
from django.db.models import Count, F, Q, QuerySet
from django.utils.translation import gettext_lazy as _

from scoring.book.ledger.seats import list_recent_names
from scoring.models import Seated
from tarockclub.kit.tables.search import filter_matching, order_by_surname
from tarockclub.kit.text import parse_whole, split_surname
from tarockclub.platform.privacy.public_names import filter_people
from tarockclub.platform.privacy.readers import INSIDE, Reader
from tournaments.core.settings import Settings, parse_settings
from tournaments.models import Entrant, Presence, Round, Tournament
from tournaments.people.entrants.fees import (
    compute_fees,
    format_debt,
    list_debtors,
    list_settled,
    load_fees,
    load_substitutes,
)
from tournaments.people.entrants.substitutes import AWAY_STATES

ON_A_PAGE = 100
MOST_BEFORE = 3  # rounds beside the one on display
MOST_OFFERED = 1000  # names in the list to choose from; more are found by typing
HERE_FILTER = Q(state=Presence.State.IN, entrant__withdrawn=None)


def list_present(round_: Round) -> list[int]:
    """Return the entrants (ids) to be seated in a round, in order of their start numbers."""
    rows = Presence.objects.filter(HERE_FILTER, round=round_)
    return list(rows.order_by("entrant__number").values_list("entrant", flat=True))


def list_unseen(round_: Round) -> list[int]:
    """Return the entrants (ids) of a round whom nobody has seen: neither at the door nor at a table.

    A late player or a substitute has been at a table without passing the door.
    """
    rows = Presence.objects.filter(HERE_FILTER, round=round_, entrant__arrived=None)
    return list(rows.exclude(entrant__in=list_who_played(round_)).order_by("entrant").values_list("entrant", flat=True))


def list_who_played(round_: Round) -> QuerySet[Presence, int]:
    """Return the entrants (ids) who were at a table before a round, or are at one of its tables that has a hand."""
    earlier = Q(round__number__lt=round_.number, round__started__isnull=False)
    seated = Seated.objects.filter(sitting__table__round_table__round=round_, sitting__table__deals__isnull=False)
    rows = Presence.objects.filter(
        earlier | Q(round=round_, entrant__person__in=seated.values("person")), round__tournament=round_.tournament_id
    )
    return rows.exclude(state__in=(Presence.State.WAITS, Presence.State.NO_SHOW)).values_list("entrant", flat=True)


def list_unseated(round_: Round) -> list[int]:
    """Return the entrants without a seat now: late ones of a drawn round, and players who have left their table."""
    rows = Presence.objects.filter(HERE_FILTER, round=round_).exclude(entrant__person__in=list_seated_entrants(round_))
    return list(rows.order_by("entrant__number").values_list("entrant", flat=True))


def list_still_there(round_: Round) -> list[int]:
    """Return the entrants (ids) who have not entered a round, and were not away at the end of their last one."""
    earlier = Presence.objects.filter(round__tournament=round_.tournament_id, round__number__lt=round_.number)
    last = dict(earlier.order_by("round__number").values_list("entrant", "state"))
    entrants = Entrant.objects.filter(tournament=round_.tournament_id, withdrawn=None).exclude(presences__round=round_)
    return [entrant for entrant in entrants.values_list("pk", flat=True) if last.get(entrant) not in AWAY_STATES]


class UnseatedPlayer(NamedTuple):
    """A player without a seat."""

    id: int  # of the entrant
    name: str
    person: int  # id


def list_unseated_names(round_: Round) -> tuple[str, ...]:
    """Return the names of the players without a seat in a round that is drawn and not over; two queries."""
    return tuple(player.name for player in list_unseated_players(round_, INSIDE))


def list_unseated_players(round_: Round, reader: Reader) -> tuple[UnseatedPlayer, ...]:
    """Return the players without a seat in a round that is drawn and not over; two queries."""
    if round_.draw_id is None or round_.closed is not None:
        return ()
    waiting = Entrant.objects.filter(pk__in=list_unseated(round_)).order_by("number")
    return tuple(UnseatedPlayer(*row) for row in waiting.values_list("pk", reader.build_player_name(), "person"))


def list_standby_players(round_: Round) -> tuple[UnseatedPlayer, ...]:
    """Return the players who sit a round out, and could take a free seat; one query."""
    waiting = Entrant.objects.filter(presences__round=round_, presences__state=Presence.State.WAITS, withdrawn=None)
    rows = waiting.order_by("number").values_list("pk", INSIDE.build_player_name(), "person")
    return tuple(UnseatedPlayer(*row) for row in rows)


def list_seated_entrants(round_: Round) -> set[int]:
    """Return the persons (ids) at the tables of a round now; of a seat that was taken over, the last one; one query."""
    open_ones = Seated.objects.filter(sitting__table__round_table__round=round_, sitting__to_deal=None)
    rows = open_ones.order_by("version", "from_deal").values_list("sitting", "person", "person__merged_into")
    holders = {sitting: (person, merged_into) for sitting, person, merged_into in rows}
    return {person for both in holders.values() for person in both if person is not None}


def format_start_numbers(entrants: Iterable[int]) -> str:
    """Return the start numbers of entrants (ids), for a sentence."""
    numbers = Entrant.objects.filter(pk__in=list(entrants)).order_by("number").values_list("number", flat=True)
    return ", ".join(map(str, numbers))


def load_entrants_page(tournament: Tournament, round_number: int | None, typed: str, page: str) -> dict[str, Any]:
    """Load the page of the list that is on display.

    Of `all` who have not withdrawn, those `outside` are not in the round on display and still there, those `gone` are
    not there any more; `missing`: have not come to it. `may_tick`: somebody's entry can change.
    """
    rounds = tuple(Round.objects.filter(tournament=tournament).order_by("number"))
    round_ = _choose_round(rounds, round_number)
    shown_page = Paginator(_search_entrants(tournament, typed), ON_A_PAGE).get_page(page)
    settings = parse_settings(tournament.settings)
    before = [other for other in rounds if round_ is not None and other.number < round_.number][-MOST_BEFORE:]
    rows = _build_rows(tournament, settings, list(shown_page.object_list), round_, before)
    inside, missing = _count_entries(round_)
    total = Entrant.objects.filter(tournament=tournament, withdrawn=None).count()
    outside = len(list_still_there(round_)) if round_ is not None else total
    opened = round_ is not None and round_.closed is None and not tournament.is_over
    is_movable = (not row["entrant"].withdrawn and (row["presence"] is None or not _is_drawn(round_)) for row in rows)
    return {
        "rows": rows,
        "page": shown_page,
        "round": round_,
        "before": before,
        "rounds": rounds,
        "all": total,
        "outside": outside,
        "gone": total - inside - outside,
        "fees": compute_fees(Presence.objects.filter(round=round_), settings) if round_ else None,
        "together": compute_fees(Presence.objects.filter(round__tournament=tournament), settings),
        "may_tick": opened and any(is_movable),
        "missing": missing,
    }


def _count_entries(round_: Round | None) -> tuple[int, int]:
    """Count the entrants of a round who have not withdrawn, and how many of them have not come; one query."""
    if round_ is None:
        return 0, 0
    away = Q(state=Presence.State.NO_SHOW)
    entries = Presence.objects.filter(round=round_, entrant__withdrawn=None)
    counts = entries.aggregate(all=Count("pk"), missing=Count("pk", filter=away))
    return counts["all"], counts["missing"]


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
    if (number := parse_whole(typed, 5)) is not None:
        return entrants.filter(number=number)
    return filter_matching(entrants, typed, ("person__name",))


def _build_rows(
    tournament: Tournament,
    settings: Settings,
    entrants: Sequence[Entrant],
    round_: Round | None,
    before: Sequence[Round],
) -> list[dict[str, Any]]:
    """Return the entrants, each with their entry of the round, the decision about its fee, and the fee (cents).

    `late`: have entered after the draw and have no seat yet; `settled`: the fee of the tournament is paid, or decided
    about, in another round; `coins`: the entries of rounds before it.
    """
    ids = [entrant.pk for entrant in entrants]
    presences = Presence.objects.filter(round__in=[*before, round_] if round_ is not None else [], entrant__in=ids)
    entries = {(entry.round_id, entry.entrant_id): entry for entry in presences}
    seated = list_seated_entrants(round_) if round_ is not None and round_.draw_id is not None else set()
    settled, fees = list_settled(tournament), load_fees(settings, ids)
    rows = []
    for entrant in entrants:
        entry = entries.get((round_.pk, entrant.pk)) if round_ is not None else None
        name = INSIDE.name_player(entrant.person, entrant.number)
        plays = entry is not None and entry.state == Presence.State.IN and entrant.withdrawn is None
        row = {
            "entrant": entrant,
            "name": name,
            "parts": split_surname(name),
            "coins": [entries.get((other.pk, entrant.pk)) for other in before],
            "presence": entry,
            "late": plays and _is_drawn(round_) and entrant.person_id not in seated,
            "debt": format_debt(entry) if entry is not None else "",
            "settled": entrant.pk in settled and (entry is None or not (entry.paid or entry.debt)),
            "fee": fees[entrant.pk],
        }
        rows.append(row)
    return rows


def _is_drawn(round_: Round | None) -> bool:
    return round_ is not None and round_.draw_id is not None


def list_offered_names(tournament: Tournament) -> list[str]:
    """Return the names of known persons who do not take part yet, those who played last first, to suggest."""
    players = Entrant.objects.filter(tournament=tournament, withdrawn=None).values("person")
    people = filter_people(tournament.club_id).exclude(pk__in=players)
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
    substitute = load_substitutes(presence.round).get(presence.entrant_id)
    return None if substitute is None else Entrant.objects.select_related("person").filter(pk=substitute).first()


def format_state(state: str) -> str:
    """Return the words for the state of an entry."""
    words = {
        Presence.State.IN: _("is there"),
        Presence.State.WAITS: _("is waiting"),
        Presence.State.NO_SHOW: _("did not come"),
        Presence.State.LEFT: _("has left"),
    }
    return str(words[Presence.State(state)])
