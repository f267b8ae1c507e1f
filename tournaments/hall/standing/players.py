"""The players of a tournament by person; the state of its rounds and tables; who sat where."""

import hashlib
import uuid
from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Any, NamedTuple

from django.http import Http404

from scoring.book.ledger.seats import Seat
from tarockclub.models import Person
from tarockclub.platform.privacy.readers import Reader
from tarockclub.platform.server.page_cache import VersionCache
from tournaments.core.acts import Kind, parse_content
from tournaments.core.rules.line_facts import Rule
from tournaments.core.rules.ranking import TablePlace, compute_places
from tournaments.core.selectors import Lookup, find_tournament, format_unknown_person
from tournaments.core.settings import PRIZE, Settings, parse_settings
from tournaments.hall.rounds.table_capital import CapitalKey, Holder, carry_capital, compute_sitting_order
from tournaments.models import Act, Entrant, Presence, Prize, Round, RoundTable, Tournament


class StandingPlayer(NamedTuple):
    """The owner of a result."""

    person: int
    entrant: int  # 0: the player only took over a seat
    number: int  # start number; 0 as above
    name: str  # as the reader may see it
    prizes: tuple[tuple[int, str], ...] = ()  # chosen ones by round, 0: overall; if the standings have a column of them
    has_withdrawn: bool = False

    def find_prize(self, scope: int) -> str | None:
        """Return the prize that was chosen for a round, or (0) for the whole tournament; None without one."""
        return dict(self.prizes).get(scope)


class People(NamedTuple):
    """The players of a tournament."""

    by_person: Lookup[StandingPlayer]
    shown: dict[int, int]  # person who was entered twice: the person to show instead
    absent: frozenset[tuple[int, int]] = frozenset()  # round, person: has not come, or waits

    def get_player(self, person: int) -> StandingPlayer:
        """Return the player for a person."""
        return self.by_person[self.shown.get(person, person)]

    def name_seats(self, seats: Iterable[Seat]) -> tuple[Seat, ...]:
        """Return seats with these names, for the hands in words."""
        return tuple(seat.rename(lambda person: self.get_player(person).name) for seat in seats)

    def list_holders(self, persons: Iterable[tuple[int, int]]) -> set[StandingPlayer]:
        """Return the holders of a sitting, from persons with the line from which they held it."""
        return {self.get_player(person) for _since, person in persons}


_ABSENT_STATES = (Presence.State.NO_SHOW, Presence.State.WAITS)
_ENTRANT = ("person", "person__merged_into", "pk", "number", "withdrawn")


def load_people(tournament: Tournament, persons: Iterable[int], reader: Reader) -> People:
    """Return all entrants and these persons, named for a reader; two queries, more for persons without an entrant."""
    unknown = format_unknown_person()
    by_person = Lookup[StandingPlayer]({}, lambda person: StandingPlayer(person, 0, 0, unknown))
    merged_into: dict[int, int] = {}
    entrants = Entrant.objects.filter(tournament=tournament).order_by("number")
    for person, into, entrant, number, withdrawn, name in entrants.values_list(*_ENTRANT, reader.build_player_name()):
        player = StandingPlayer(person, entrant, number, name, has_withdrawn=withdrawn is not None)
        by_person[person] = player
        if into is not None:
            merged_into[person] = into
    _load_missing({*persons, *merged_into.values()} - by_person.keys(), by_person, merged_into, reader)
    people = _apply_merges(by_person, {person: _find_last(person, merged_into) for person in merged_into})
    if PRIZE in parse_settings(tournament.settings).columns:
        _add_prizes(tournament, people)
    away = Presence.objects.filter(round__tournament=tournament, state__in=_ABSENT_STATES)
    absent = away.values_list("round__number", "entrant__person")
    return people._replace(absent=frozenset((number, people.get_player(person).person) for number, person in absent))


def _add_prizes(tournament: Tournament, people: People) -> None:
    """Add the prizes that were chosen; the last choice of each person counts. Two queries."""
    names = dict(Prize.objects.filter(tournament=tournament).values_list("pk", "name"))
    acts = Act.objects.filter(tournament=tournament, kind=Kind.CHOICE, undone_by=None).order_by("sequence")
    choices = {(content["of"], content["person"]): content["prize"] for content in map(parse_content, acts)}
    for (scope, person), prize in choices.items():
        player = people.get_player(person)
        if prize in names:
            people.by_person[player.person] = player._replace(prizes=(*player.prizes, (scope, names[prize])))


def _apply_merges(by_person: Lookup[StandingPlayer], merged_into: dict[int, int]) -> People:
    """Give merged persons the name that was kept; results remain those of the person who entered.

    Otherwise a published result, a lot or a choice of prizes would belong to a person who is not in it.
    """
    entered: dict[int, int] = {}
    for person, into in merged_into.items():
        if by_person[person].entrant and not by_person[into].entrant:
            entered.setdefault(into, person)
    for into, person in entered.items():
        by_person[person] = by_person[person]._replace(name=by_person[into].name)
    shown = {person: entered.get(into, into) for person, into in merged_into.items()} | entered
    return People(by_person, {person: player for person, player in shown.items() if person != player})


def _load_missing(
    missing: set[int], by_person: dict[int, StandingPlayer], merged_into: dict[int, int], reader: Reader
) -> None:
    columns = ("pk", "merged_into", reader.build_name())
    while missing:
        further: set[int] = set()
        for person, into, name in Person.objects.filter(pk__in=missing).values_list(*columns):
            by_person[person] = StandingPlayer(person, 0, 0, name)
            if into is not None:
                merged_into[person] = into
                further.add(into)
        missing = further - by_person.keys()


def _find_last(person: int, merged_into: dict[int, int]) -> int:
    """Return the person into whom a person was finally merged."""
    passed = {person}
    while person in merged_into and merged_into[person] not in passed:
        person = merged_into[person]
        passed.add(person)
    return person


# Users who only watch share a recent state (`load_recent_progress`): 500 phones ask, and one read answers them.

SHARED_FOR = 0.5  # seconds
MOST_SHARED = 32


class TableProgress(NamedTuple):
    """A table of a round."""

    round: int  # number
    number: int
    slug: uuid.UUID
    key: CapitalKey
    counts: bool
    done: bool


class RoundProgress(NamedTuple):
    """A round."""

    id: int
    number: int
    drawn: bool
    started: bool
    closed: bool
    tables: tuple[TableProgress, ...]


class TournamentProgress(NamedTuple):
    """The state of a tournament at one moment."""

    tournament: Tournament
    settings: Settings
    rounds: tuple[RoundProgress, ...]  # in their order
    sign: str  # it differs whenever standings may differ
    acts: str = ""  # it differs whenever something was done in the tournament

    def get_round(self, number: int) -> RoundProgress:
        """Return a round; raise Http404 if there is none."""
        progress = next((round_ for round_ in self.rounds if round_.number == number), None)
        if progress is None:
            raise Http404
        return progress

    @property
    def started_rounds(self) -> tuple[RoundProgress, ...]:
        """The rounds that have started."""
        return tuple(round_ for round_ in self.rounds if round_.started)

    @property
    def now(self) -> RoundProgress | None:
        """The round that is being played or about to be: the last one drawn, unless it is over."""
        last = next((round_ for round_ in reversed(self.rounds) if round_.drawn), None)
        return None if last is None or last.closed else last


_TABLE = (
    "round__number",
    "number",
    "game_table__slug",
    "counts",
    "done",
    "game_table",
    "game_table__last_sequence",
    "game_table__head",
    "game_table__news",
)


def find_progress(slug: uuid.UUID) -> TournamentProgress:
    """Return the current state of the tournament at an address, or raise Http404; four queries, however many tables."""
    return load_progress(find_tournament(slug))


def load_act_sign(tournament: Tournament) -> str:
    """Return the sign of what was done in a tournament: in a restored backup the last act differs."""
    last = Act.objects.filter(tournament=tournament).order_by("-sequence").values_list("key", flat=True).first()
    return f"{tournament.version} {last}"


def load_progress(tournament: Tournament) -> TournamentProgress:
    """Return the current state of a tournament."""
    rows = RoundTable.objects.filter(round__tournament=tournament).order_by("round__number", "number")
    tables = [_build_table(*row) for row in rows.values_list(*_TABLE)]
    rounds = Round.objects.filter(tournament=tournament).order_by("number")
    acts = load_act_sign(tournament)
    digest = hashlib.sha256(acts.encode())
    for table in tables:
        digest.update(b"%d %d %b" % (table.key.sequence, table.key.news, table.key.head))
    return TournamentProgress(
        tournament,
        parse_settings(tournament.settings),
        tuple(_build_round(row, [table for table in tables if table.round == row.number]) for row in rounds),
        digest.hexdigest()[:24],
        acts,
    )


def _build_round(row: Round, tables: list[TableProgress]) -> RoundProgress:
    is_drawn, is_started, is_closed = row.draw_id is not None, row.started is not None, row.closed is not None
    return RoundProgress(row.pk, row.number, is_drawn, is_started, is_closed, tuple(tables))


def _build_table(*row: Any) -> TableProgress:
    round_, number, slug, counts, done, table, sequence, head, news = row
    return TableProgress(round_, number, slug, CapitalKey(table, sequence, bytes(head), news), counts, done is not None)


PROGRESS_CACHE: VersionCache[TournamentProgress] = VersionCache(MOST_SHARED, seconds=SHARED_FOR)


def load_recent_progress(slug: uuid.UUID) -> TournamentProgress:
    """Return the tournament as it was at most half a second ago, for clients that ask repeatedly."""
    return PROGRESS_CACHE.load_newest(slug, "", lambda: find_progress(slug))[1]


class CountedSitting(NamedTuple):
    """A sitting that counts, at its table."""

    table: TableProgress
    holder: Holder


def group_sittings(
    round_: RoundProgress, holders: dict[int, tuple[Holder, ...]], people: People, rule: Rule
) -> dict[int, list[CountedSitting]]:
    """Group the sittings of a round that count by the person that holds them in the end, in order of time.

    An absent player has none. Whoever has changed tables goes on with their capital.
    """
    by_person: dict[int, list[CountedSitting]] = {}
    for table in round_.tables:
        for holder in holders[table.key.table] if table.counts else ():
            person = people.get_player(holder.person).person
            if holder.has_played or (round_.number, person) not in people.absent:
                by_person.setdefault(person, []).append(CountedSitting(table, holder))
    for sittings in by_person.values():
        if len(sittings) > 1:
            sittings.sort(key=lambda sitting: compute_sitting_order(sitting.holder))
            # Whoever has changed tables before the first hand has played at the new one only.
            earlier = [each for each in sittings[:-1] if each.holder.facts.hands or each.holder.has_played]
            counting = [*earlier, sittings[-1]]
            carried = carry_capital(rule, [each.holder for each in counting])
            sittings[:] = [CountedSitting(each.table, own) for each, own in zip(counting, carried, strict=True)]
    return by_person


_compute_places = lru_cache(maxsize=4096)(compute_places)  # at most tables nothing has changed since the last time


def compute_table_places(
    sittings: dict[int, list[CountedSitting]], rows: Sequence[Sequence[int]]
) -> dict[int, TablePlace]:
    """Return everybody's place at their last table, by person; none while nothing is entered there.

    All with a score there are placed, also the seats of players who have left. A player with two sittings at a table
    has the sum of both.
    """
    written: dict[int, dict[int, int]] = {}  # by table and person
    for person, counted in sittings.items():
        for sitting in counted:
            if sitting.holder.facts.scored:
                scores = written.setdefault(sitting.table.number, {})
                scores[person] = scores.get(person, 0) + sitting.holder.written
    placed = {
        table: dict(zip(by_person, _compute_places(tuple(by_person.values()), tuple(rows)), strict=True))
        for table, by_person in written.items()
    }
    last = {person: own[-1].table.number for person, own in sittings.items()}
    return {person: placed[table][person] for person, table in last.items() if person in placed.get(table, ())}
