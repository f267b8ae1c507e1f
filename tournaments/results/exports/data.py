"""The data of an export: the tournament, its participants, and its tables' books, a few at a time."""

import uuid
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, NamedTuple

from django.db.models import CharField, Count, F, Max, Q, QuerySet, Value
from django.db.models.functions import Cast, Concat

from scoring.models import PLACES, Entry, Seated, Sitting
from scoring.reports.exports.evening_book import EveningData, build_evening_data
from scoring.table.written_sheet.selectors import load_table_books
from tarockclub.kit.words import get_current_language
from tarockclub.platform.privacy.readers import INSIDE
from tournaments.core.settings import Settings
from tournaments.hall.rounds.table_capital import CapitalKey, Holder, build_rule, compute_capital_holders
from tournaments.hall.standing.players import (
    People,
    RoundProgress,
    StandingPlayer,
    TournamentProgress,
    load_people,
    load_progress,
)
from tournaments.hall.standing.standing import RankedLine, RoundStanding, compute_round, list_drawn_lots
from tournaments.models import RoundTable, Tournament

AT_ONCE = 16  # tables whose books are in memory; few enough that nobody waits long


ProgressCallback = Callable[[int], object]
_NO_SLUG = uuid.UUID(int=0)
_RECURRING = ("rank", "gain", "written", "capital", "facts")  # values of lines


class TournamentData(NamedTuple):
    """A tournament, and all its small data."""

    stand: TournamentProgress
    rounds: tuple[RoundProgress, ...]  # that have a draw
    people: People
    lots: frozenset[str]  # the scopes for which the director has drawn
    entrants: dict[int, StandingPlayer]  # by id
    places: int  # the most that ever sat at a table
    columns: int  # the most columns of a table's written sheet: later players have their own
    apart: bool  # whether written score and money are apart anywhere
    in_parts: bool  # whether there are halves or thirds of points
    shared: dict[Any, Any]  # values that lines have in common, each by itself

    @property
    def tournament(self) -> Tournament:
        """The tournament."""
        return self.stand.tournament

    @property
    def settings(self) -> Settings:
        """Its settings."""
        return self.stand.settings


class TableData(NamedTuple):
    """A table of a round with its book."""

    round: RoundProgress
    table: RoundTable
    evening: EveningData


def load_tournament_data(tournament: Tournament) -> TournamentData:
    """Load the small data of a tournament; the same number of queries for every tournament."""
    stand = _drop_states(load_progress(tournament))
    seated = Seated.objects.filter(sitting__table__round_table__round__tournament=tournament)
    people = load_people(tournament, set(seated.values_list("person", flat=True).distinct()), INSIDE)
    places = Sitting.objects.filter(table__round_table__round__tournament=tournament).aggregate(last=Max("place"))
    entries = Entry.objects.filter(table__round_table__round__tournament=tournament)
    return TournamentData(
        stand=stand,
        rounds=tuple(round_ for round_ in stand.rounds if round_.drawn),
        people=people,
        lots=list_drawn_lots(tournament),
        entrants={player.entrant: player for player in people.by_person.values() if player.entrant},
        places=(places["last"] or 0) + 1,
        columns=_count_columns(seated),
        apart=_has_separate_money(entries),
        in_parts=_has_fractions(entries),
        shared={},
    )


def _drop_states(stand: TournamentProgress) -> TournamentProgress:
    """Return a tournament without the states and addresses of its tables: no file has them, and they are many."""
    rounds = []
    for round_ in stand.rounds:
        tables = (table._replace(key=CapitalKey(table.key.table), slug=_NO_SLUG) for table in round_.tables)
        rounds.append(round_._replace(tables=tuple(tables)))
    return stand._replace(rounds=tuple(rounds))


class ReadTable(NamedTuple):
    """A table of a round, with the capital of everybody who sat there."""

    sat: TableData
    holders: tuple[Holder, ...]


class RoundReader:
    """Reads the tables of a round one after the other; then it has the standing, and what was paid."""

    def __init__(self, data: TournamentData, round_: RoundProgress, tell: ProgressCallback) -> None:
        self.round = round_
        self.forgiven: dict[int, int] = {}  # debt in sixths of a cent, by person, of those who had any
        self.data, self._tell = data, tell
        self._holders: dict[int, tuple[Holder, ...]] = {}

    def read_tables(self) -> Iterator[ReadTable]:
        """Yield the tables, each with its book."""
        rule = build_rule(self.data.settings)
        for sat in load_exported_tables(self.round):
            holders = compute_capital_holders(sat.evening.book, sat.evening.seats, rule)
            yield ReadTable(sat, holders)
            self._holders[sat.table.game_table_id] = tuple(map(self._shrink, holders))
            for holder in holders if sat.table.counts else ():
                if holder.course.forgiven:
                    person = self.data.people.get_player(holder.person).person
                    self.forgiven[person] = self.forgiven.get(person, 0) + holder.course.forgiven
            self._tell(1)

    def _shrink(self, holder: Holder) -> Holder:
        """Return what is kept of a holder for the whole round: of a course only the last state."""
        return holder._replace(course=holder.course._replace(after=holder.course.after[-1:]))

    def compute_standing(self) -> RoundStanding:
        """Compute the standing, once all tables are read; equal values are kept once, as there are many lines."""
        data = self.data
        standing = compute_round(data.stand, self.round, self._holders, data.people, data.lots)
        return standing._replace(lines=tuple(map(self._share_values, standing.lines)))

    def _share_values(self, line: RankedLine) -> RankedLine:
        values, shared = {name: getattr(line, name) for name in _RECURRING}, self.data.shared
        return line._replace(**{name: shared.setdefault(value, value) for name, value in values.items()})


def compute_payout(data: TournamentData, line: RankedLine, forgiven: Mapping[int, int]) -> int:
    """Return what hands have brought somebody in a round, in sixths in money; `forgiven`: debts by person."""
    return (line.gain - forgiven.get(line.player.person, 0)) // build_rule(data.settings).stake


def load_exported_tables(round_: RoundProgress) -> Iterator[TableData]:
    """Yield the tables of a round in their order, with their books in the language that is active."""
    of_round = RoundTable.objects.filter(round=round_.id).order_by("number")
    ids = list(of_round.values_list("pk", flat=True))
    for start in range(0, len(ids), AT_ONCE):
        part = list(of_round.filter(pk__in=ids[start : start + AT_ONCE]).select_related("game_table__sheet_version"))
        opened = load_table_books([table.game_table for table in part], INSIDE)
        for table, book in zip(part, opened, strict=True):
            yield TableData(round_, table, build_evening_data(book, get_current_language()))


def _count_columns(seated: QuerySet[Seated]) -> int:
    """Count the players of the fullest table, including replaced ones."""
    sat = Concat(Cast("sitting", CharField()), Value("."), Cast("person", CharField()))
    people = seated.order_by().values("sitting__table").annotate(many=Count(sat, distinct=True))
    return max((person["many"] for person in people), default=0)


def _has_separate_money(entries: QuerySet[Entry]) -> bool:
    conditions = (~Q(**{f"money{place}": F(f"written{place}")}) for place in range(PLACES))
    return entries.filter(_join_conditions(conditions)).exists()


def _has_fractions(entries: QuerySet[Entry]) -> bool:
    """Tell whether an amount is not a whole number of points; amounts are stored in sixths."""
    names = [f"{kind}{place}" for kind in ("money", "written") for place in range(PLACES)]
    rests = {f"rest_{name}": F(name) % 6 for name in names}
    return entries.annotate(**rests).filter(_join_conditions(~Q(**{rest: 0}) for rest in rests)).exists()


def _join_conditions(conditions: Iterable[Q]) -> Q:
    whole = Q()
    for condition in conditions:
        whole |= condition
    return whole
