"""The effects of a correction beside its table: ranks, editions, prizes, seasons, each before and after."""

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from django.utils.translation import gettext as _

from tournaments.around.correcting.publication import filter_seasons, load_newest_editions
from tournaments.core.editions import FINAL, find_latest_edition
from tournaments.hall.standing.progress import load_progress
from tournaments.hall.standing.standing import RankedLine, Standings, load_standings
from tournaments.models import RoundTable, Tournament
from tournaments.results.final_results.missing import format_missing, list_missing
from tournaments.results.final_results.prizes import load_scopes
from tournaments.results.special_prizes.page import list_special_lines
from tournaments.results.standings.columns import find_deciding_column
from tournaments.results.standings.editions import compute_rows, compute_standing_changes, load_standing_editions
from tournaments.seasons.season.data import load_season_progress
from tournaments.seasons.season.editions import load_season_editions

MOST_MOVES = 12  # lines of the round
MOST_NAMED = 4  # people whose rank changes in all rounds, or in a season


class Move(NamedTuple):
    """A player of the round whose result changes; `from_first`, `to`: how far from the first rank, in hundredths."""

    name: str
    was: str
    becomes: str
    rank: int
    new_rank: int
    place: float
    new_place: float

    @property
    def ranks(self) -> tuple[str, str]:
        """The ranks as people read them."""
        return f"{self.rank}.", f"{self.new_rank}."


class NamedChange(NamedTuple):
    """A change for somebody, or at a prize; in words, any of which may be empty."""

    name: str
    was: str = ""
    becomes: str = ""


class Touched(NamedTuple):
    """Something else that changes: ranks, an edition, prizes, a season."""

    head: str
    changes: tuple[NamedChange, ...]
    hint: str = ""


class Effects(NamedTuple):
    """All that a correction changes beside the sums of its table."""

    head: str  # what decides in the round
    moves: tuple[Move, ...]
    others: int  # more whose rank alone changes
    touched: tuple[Touched, ...]
    editions: int  # new ones that it publishes


class Situation(NamedTuple):
    """The state of all that a correction of a table can change."""

    standings: Standings
    editions: Mapping[int, int]  # the newest by scope
    prizes: Mapping[str, str]  # whose each is
    season_ranks: Mapping[tuple[str, str], int]  # by season and player
    season_editions: Mapping[str, int]


def load_situation(tournament: Tournament) -> Situation:
    """Return how everything stands now."""
    standings = load_standings(load_progress(tournament))
    ranks: dict[tuple[str, str], int] = {}
    editions: dict[str, int] = {}
    for season in filter_seasons(tournament):
        stand = load_season_progress(season)
        ranks |= {(season.name, stand.people[line.who].name): line.rank for line in stand.standing.lines}
        editions[season.name] = len(load_season_editions(season)) if season.ended is not None else 0
    return Situation(standings, load_newest_editions(tournament), dict(_list_prizes(standings)), ranks, editions)


def _list_prizes(standings: Standings) -> Iterator[tuple[str, str]]:
    """Yield the prizes that follow from results, with the names of their winners; and who chooses in which order."""
    for scope in load_scopes(standings.stand.tournament):
        for number, person in enumerate(scope.choosers.order, 1):
            about = {"what": _name_scope(scope.of), "number": number}
            yield _("%(what)s: choice %(number)s") % about, standings.people.get_player(person).name
    yield from ((line.label, line.winner) for line in list_special_lines(standings))


def _name_scope(scope: int) -> str:
    return _("Round %(number)s") % {"number": scope} if scope != FINAL else _("Final result")


def compare_situations(before: Situation, after: Situation, table: RoundTable) -> Effects:
    """Return what has changed between two situations, seen from a table."""
    number = table.round.number
    moves = _list_moves(before, after, number)
    touched = [
        *_list_ranks(_("All rounds"), _index_ranks(before.standings), _index_ranks(after.standings)),
        *_list_editions(before, after),
        *_list_prize_changes(before, after),
        *_list_season_changes(before, after),
    ]
    newer = [before.editions.get(scope) != edition for scope, edition in after.editions.items()]
    seasons = [before.season_editions.get(name) != edition for name, edition in after.season_editions.items()]
    column = find_deciding_column(after.standings.stand.settings, number)
    return Effects(
        str(column.head),
        tuple(moves[:MOST_MOVES]),
        len(moves[MOST_MOVES:]),
        tuple(touched),
        sum(newer) + sum(seasons),
    )


def _list_moves(before: Situation, after: Situation, number: int) -> list[Move]:
    """Return whose result changes in the round, and after them whose rank alone."""
    column = find_deciding_column(after.standings.stand.settings, number)
    old = {line.player.person: line for line in before.standings.list_lines(number)}
    lines = after.standings.list_lines(number)
    last = max((2, *(line.rank for line in (*lines, *old.values()))))
    moves = []
    for line in lines:
        was = old.get(line.player.person, line)
        old_text, new_text = (column.text(column.value(each), True) for each in (was, line))
        if was.rank != line.rank or old_text != new_text:
            old_place, new_place = (_compute_place(each, last) for each in (was, line))
            moves.append(Move(line.player.name, old_text, new_text, was.rank, line.rank, old_place, new_place))
    return sorted(moves, key=lambda move: move.was == move.becomes)


def _compute_place(line: RankedLine, last: int) -> float:
    """Return where a rank lies between the first and the last, in hundredths of the line that a page draws."""
    return round(2 + 96 * (line.rank - 1) / (last - 1), 1)


def _index_ranks(standings: Standings) -> dict[str, int]:
    if len(standings.stand.started_rounds) < 2:
        return {}
    return {line.player.name: line.rank for line in standings.totals}


def _list_ranks(head: str, before: Mapping[str, int], after: Mapping[str, int], hint: str = "") -> Iterator[Touched]:
    """Yield whose rank changes; of many the first ones."""
    changed = [name for name, rank in after.items() if before.get(name) != rank]
    changes = [
        NamedChange(name, f"{before[name]}." if name in before else "–", f"{after[name]}.")
        for name in changed[:MOST_NAMED]
    ]
    if len(changed) > MOST_NAMED:
        changes.append(NamedChange(_("and %(many)s other ranks") % {"many": len(changed) - MOST_NAMED}))
    if changes:
        yield Touched(head, tuple(changes), hint)


def _list_editions(before: Situation, after: Situation) -> Iterator[Touched]:
    """Yield the results of which there is another edition, and those that still wait for something."""
    tournament = after.standings.stand.tournament
    editions = load_standing_editions(tournament)
    for scope, number in before.editions.items():
        was, new = (_("Edition %(number)s") % {"number": each} for each in (number, after.editions.get(scope, number)))
        newest = find_latest_edition(editions, scope)
        if new != was:
            hint = _("replaces it on the wall, the notice and the phones; edition %(number)s can still be read")
            yield Touched(_name_scope(scope), (NamedChange("", was, new),), hint % {"number": number})
        elif newest is not None and compute_standing_changes(newest.rows, compute_rows(after.standings, scope)):
            missing = format_missing(tournament, list_missing(after.standings, scope))
            hint = " ".join(each.text for each in missing)
            yield Touched(_name_scope(scope), (NamedChange(_("%(edition)s stays for now") % {"edition": was}),), hint)


def _list_prize_changes(before: Situation, after: Situation) -> Iterator[Touched]:
    changes = []
    for name in dict.fromkeys([*before.prizes, *after.prizes]):
        was, becomes = before.prizes.get(name, ""), after.prizes.get(name, "")
        if was != becomes:
            changes.append(NamedChange(f"{name}:", was or _("by lot"), becomes or _("by lot")))
    if changes:
        yield Touched(_("Prizes"), tuple(changes))


def _list_season_changes(before: Situation, after: Situation) -> Iterator[Touched]:
    for season, edition in after.season_editions.items():
        ranks, new_ranks = (
            {name: rank for (ranked, name), rank in situation.season_ranks.items() if ranked == season}
            for situation in (before, after)
        )
        number = before.season_editions.get(season, 0)
        hint = _("edition %(number)s") % {"number": edition} if edition != number else ""
        yield from _list_ranks(season, ranks, new_ranks, hint)
