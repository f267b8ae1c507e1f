"""The people expected at the door, with who is there and has paid; a fixed number of queries."""

import re
from collections.abc import Collection, Iterable, Mapping
from typing import Any, NamedTuple

from tarockclub.kit.tables.search import order_by_surname
from tarockclub.kit.text import parse_whole, split_surname
from tarockclub.kit.words import fold
from tarockclub.models import Person
from tarockclub.platform.privacy.readers import INSIDE
from tournaments.core.settings import ROUND, parse_settings
from tournaments.models import Application, Entrant, Presence, Round, Tournament
from tournaments.people.entrants.applications import Places, load_line, load_waiting_places
from tournaments.people.entrants.fees import compute_fee, list_debtors, list_settled, load_fees
from tournaments.people.entrants.own_codes import compute_code
from tournaments.people.entrants.selectors import list_who_played
from tournaments.people.register.selectors import search_people

# Rows of a list that a phone has whole; a longer one is searched here, and so many of its rows are shown.
MOST_WHOLE, MOST_SHOWN = 150, 40
MOST_KNOWN = 8
SHORTEST = 2  # letters that find people who do not take part
# The states of a row: what is said about it and which buttons it has follow from them (door.css).
MISSING, FREE, OWING, READY, GONE = "missing", "free", "owing", "ready", "gone"
HERE = (OWING, READY)
WAITS = "waits"


class DoorRow(NamedTuple):
    """A participant at the door."""

    id: int
    number: int
    name: str
    town: str
    categories: str
    state: str
    waits: bool  # says to be there
    find: str  # what a search looks in
    fee: int  # cents; 0: they pay nothing
    partners: str  # the names of those who registered together with them

    @property
    def parts(self) -> tuple[str, str]:
        """Return what stands before the surname, and the surname, by which the list is sorted."""
        return split_surname(self.name)


class DoorRound(NamedTuple):
    """The page at the door."""

    round: Round | None
    fee: int  # cents, of those who are in no category with another one
    rows: tuple[DoorRow, ...]
    counts: dict[str, Any]
    is_cut: bool  # there are more participants than a page shows
    places: Places


def find_door_round(tournament: Tournament) -> Round | None:
    """Return the round for which people come now: the next one, or else the one that is played."""
    open_ones = list(Round.objects.filter(tournament=tournament, closed=None).order_by("number"))
    ahead = [round_ for round_ in open_ones if round_.started is None]
    return next(iter([*ahead, *open_ones]), None)


def load_door(tournament: Tournament, typed: str = "", chosen: Collection[str] = ()) -> DoorRound:
    """Load the participants with their states; ten queries.

    `chosen`: the states of those who are listed (WAITS: whoever says to be there), all without one.
    """
    round_, settings = find_door_round(tournament), parse_settings(tournament.settings)
    entrants = Entrant.objects.filter(tournament=tournament).select_related("person")
    everybody = list(entrants.order_by(order_by_surname("person__name"), "number"))
    fees = load_fees(settings, [entrant.pk for entrant in everybody])
    states = load_states(tournament, round_, fees, everybody)
    partners = _load_partners(tournament)
    rows = [
        _build_row(tournament, entrant, states[entrant.pk], fees[entrant.pk], partners.get(entrant.pk, ()))
        for entrant in everybody
    ]
    matches = find_rows(rows, typed) if typed else rows
    if chosen:
        matches = [row for row in matches if row.state in chosen or (row.waits and WAITS in chosen)]
    counts, is_cut = count_states(everybody, states), len(rows) > MOST_WHOLE
    shown = tuple(matches[: MOST_SHOWN if is_cut else MOST_WHOLE])
    return DoorRound(round_, settings.fee, shown, counts, is_cut, load_waiting_places(tournament))


def load_states(
    tournament: Tournament, round_: Round | None, fees: Mapping[int, int], entrants: Iterable[Entrant]
) -> dict[int, str]:
    """Return the states of participants; `fees`: of each of them."""
    settings = parse_settings(tournament.settings)
    entered = {} if round_ is None else dict(Presence.objects.filter(round=round_).values_list("entrant", "state"))
    debtors = list_debtors(Presence.objects.filter(round__tournament=tournament), settings) if settings.fee else set()
    settled = list_settled(tournament) if settings.fee else set()
    current = round_.number if round_ is not None else None
    owing = {entrant for entrant, number in debtors if settings.fee_per != ROUND or number == current}
    free = settled | {entrant for entrant, fee in fees.items() if not fee}
    played = set() if round_ is None else set(list_who_played(round_))
    return {
        entrant.pk: _choose_state(entrant, entered, owing, free, is_seen=bool(entrant.arrived) or entrant.pk in played)
        for entrant in entrants
    }


def _choose_state(
    entrant: Entrant, entered: Mapping[int, str], owing: set[int], free: set[int], *, is_seen: bool
) -> str:
    if entrant.withdrawn is not None:
        return GONE
    inside = entrant.pk in entered
    owes = entrant.pk in owing if inside else entrant.pk not in free
    if not is_seen or not inside or entered[entrant.pk] == Presence.State.NO_SHOW:
        return MISSING if owes else FREE
    return OWING if owes else READY


def count_states(entrants: Iterable[Entrant], states: Mapping[int, str]) -> dict[str, Any]:
    """Count who is there, missing, owing, waiting."""
    all_states = list(states.values())
    waits = sum(is_waiting(entrant, states[entrant.pk]) for entrant in entrants)
    present = sum(state in HERE for state in all_states)
    return {
        "here": present,
        "missing": sum(state in (MISSING, FREE) for state in all_states),
        "owing": all_states.count(OWING),  # are there, and owe the fee
        "waits": waits,
    }


def is_waiting(entrant: Entrant, state: str) -> bool:
    """Return whether a participant says to be there and no desk has seen them."""
    return entrant.asked is not None and state in (MISSING, FREE)


def _load_partners(tournament: Tournament) -> dict[int, list[str]]:
    """Return the names of those who registered together with each participant (id), as they registered; one query."""
    rows = Application.objects.filter(tournament=tournament, decided_as__in=(Application.As.OPEN, Application.As.TAKEN))
    pairs = list(rows.exclude(pair=0).order_by("pk").values_list("pair", "entrant", "name__text"))
    return {
        entrant: [name for other, partner, name in pairs if other == pair and partner != entrant]
        for pair, entrant, _name in pairs
        if entrant is not None
    }


def _build_row(tournament: Tournament, entrant: Entrant, state: str, fee: int, partners: Iterable[str]) -> DoorRow:
    person = entrant.person
    words = (person.name, person.town, person.player_number, str(entrant.number), compute_code(tournament, entrant))
    return DoorRow(
        entrant.pk,
        entrant.number,
        INSIDE.name_player(person, entrant.number),
        person.town,
        person.categories,
        state,
        is_waiting(entrant, state),
        " ".join([*_list_parts(" ".join(words[:2])), *words[2:]]).lower(),
        fee,
        ", ".join(partners),
    )


def find_rows(rows: Iterable[DoorRow], typed: str) -> list[DoorRow]:
    """Return the rows for what was typed: a start number, the last digits of a code, or the beginnings of words.

    Between words a number is the beginning of a start number or a player number, never of a code.
    """
    text = typed.strip()
    if (number := parse_whole(text)) is not None:
        candidates = list(rows)
        by_number = [row for row in candidates if row.number == number]
        by_code = [row for row in candidates if row not in by_number and _has_code(row, text)]
        return [*by_number, *by_code]
    words = _list_parts(text)
    return [row for row in rows if all(any(part.startswith(word) for part in row.find.split()[:-1]) for word in words)]


def _list_parts(text: str) -> list[str]:
    """Return the words of a text as pages/door.js makes them of what is typed there."""
    return re.findall(r"[^\W_]+", fold(text))


def _has_code(row: DoorRow, digits: str) -> bool:
    """Return whether digits are the last ones of a row's code, or its player number."""
    *words, _start, code = row.find.split()
    return (len(digits) >= 4 and code.endswith(digits)) or digits in words


def list_waiting_people(tournament: Tournament, typed: str) -> list[tuple[Application, int]]:
    """Return the registrations that wait, by the beginnings of name and town, with their places on the waiting list.

    0: there is room, and nobody has confirmed it.
    """
    words = _list_parts(typed)
    if len(typed.strip()) < SHORTEST:
        return []
    line = load_line(tournament)
    return [(each, line.find_place(each.pk)) for each in (*line.ahead, *line.behind) if _is_called(each, words)]


def _is_called(application: Application, words: Iterable[str]) -> bool:
    parts = _list_parts(f"{application.name.text} {application.town}")
    return all(any(part.startswith(word) for part in parts) for word in words)


def list_known_people(
    tournament: Tournament, typed: str, waiting: Iterable[tuple[Application, int]]
) -> list[tuple[Person, int]]:
    """Return people of the register who neither take part nor wait under their name, by the words typed; their fees."""
    if len(typed.strip()) < SHORTEST:
        return []
    players = Entrant.objects.filter(tournament=tournament, withdrawn=None).values("person")
    names = [application.name.text for application, _place in waiting]
    people = search_people(tournament.club_id, typed).exclude(pk__in=players).exclude(name__in=names)
    settings, by_surname = parse_settings(tournament.settings), people.order_by(order_by_surname("name"), "number")
    return [(person, compute_fee(settings, person.categories)) for person in by_surname[:MOST_KNOWN]]
