"""The effects of a correction beside its table: ranks, editions, prizes, seasons, each before and after."""

from typing import NamedTuple

from django.utils.translation import gettext as _

from tournaments.around.correcting.publication import filter_seasons, load_newest_editions
from tournaments.core.editions import FINAL
from tournaments.hall.standing.progress import load_progress
from tournaments.hall.standing.standing import RankedLine, Standings, load_standings
from tournaments.models import Tournament
from tournaments.results.final_results.missing import format_missing, list_missing
from tournaments.results.final_results.prizes import load_scopes
from tournaments.results.special_prizes.page import list_special_lines
from tournaments.results.standings.columns import find_deciding_column
from tournaments.results.standings.editions import TournamentEdition, compute_rows, compute_standing_changes
from tournaments.seasons.season.data import load_season_progress
from tournaments.seasons.season.editions import load_season_editions

MOST_MOVES, MOST_NAMED = 12, 4  # players of the round; all others whose rank changes

Facts = dict[tuple[str, str], str]  # in words, by what they are about, and whose they are: perhaps nobody's


class Move(NamedTuple):
    """A player of the round whose result changes, before and after."""

    name: str
    was: str
    becomes: str
    ranks: tuple[int, int]
    places: tuple[float, float]  # on the line that a page draws from the first rank to the last, in hundredths

    @property
    def is_up(self) -> bool:
        """True if the rank becomes better."""
        return self.ranks[1] < self.ranks[0]


class Touched(NamedTuple):
    """The other changes of one thing: name, before, after; and how many more there are."""

    head: str
    changes: tuple[tuple[str, str, str], ...]
    others: int


class Effects(NamedTuple):
    """All that a correction changes beside the sums of its table."""

    winners: tuple[tuple[str, str, str], ...]  # of all rounds, and of the round: what, before, after
    head: str  # what decides in the round
    moves: tuple[Move, ...]
    others: int  # more whose rank alone changes
    touched: tuple[Touched, ...]
    editions: int  # new ones that it publishes


class Situation(NamedTuple):
    """The state of all that a correction can change."""

    standings: Standings
    facts: Facts
    editions: int


def load_situation(tournament: Tournament) -> Situation:
    """Return how everything stands now."""
    standings = load_standings(load_progress(tournament))
    several = len(standings.stand.started_rounds) > 1
    facts: Facts = {(_("All rounds"), line.player.name): f"{line.rank}." for line in standings.totals if several}
    newest = load_newest_editions(tournament)
    facts |= {(_name_scope(scope), ""): _format_edition(standings, edition) for scope, edition in newest.items()}
    editions = sum(edition.number for edition in newest.values())
    for choosing in load_scopes(tournament):
        for number, person in enumerate(choosing.choosers.order, 1):
            name = _("%(what)s: choice %(number)s") % {"what": _name_scope(choosing.of), "number": number}
            facts[_("Prizes"), name] = standings.people.get_player(person).name
    facts |= {(_("Prizes"), line.label): line.winner or _("by lot") for line in list_special_lines(standings)}
    for season in filter_seasons(tournament):
        stand, published = load_season_progress(season), len(load_season_editions(season))
        facts |= {(season.name, stand.people[line.who].name): f"{line.rank}." for line in stand.standing.lines}
        facts |= {(season.name, ""): _("Edition %(number)s") % {"number": published}} if published else {}
        editions += published
    return Situation(standings, facts, editions)


def _name_scope(scope: int) -> str:
    return _("Round %(number)s") % {"number": scope} if scope != FINAL else _("Final result")


def _format_edition(standings: Standings, edition: TournamentEdition) -> str:
    """Return the number of an edition, and what is missing before another one where it is out of date."""
    text = _("Edition %(number)s") % {"number": edition.number}
    if not compute_standing_changes(edition.rows, compute_rows(standings, edition.of)):
        return text
    missing = format_missing(standings.stand.tournament, list_missing(standings, edition.of))
    return f"{text}. {' '.join(each.text for each in missing)}"


def compare_situations(before: Situation, after: Situation, number: int) -> Effects:
    """Return what has changed between two situations, seen from a round."""
    changes: dict[str, list[tuple[str, str, str]]] = {}
    for head, name in before.facts | after.facts:
        was, becomes = before.facts.get((head, name), "–"), after.facts.get((head, name), "–")
        if was != becomes:
            changes.setdefault(head, []).append((name, was, becomes))
    moves = _list_moves(before, after, number)
    return Effects(
        _list_winners(before, after, number),
        str(find_deciding_column(after.standings.stand.settings, number).head),
        tuple(moves[:MOST_MOVES]),
        len(moves[MOST_MOVES:]),
        tuple(Touched(head, tuple(each[:MOST_NAMED]), len(each[MOST_NAMED:])) for head, each in changes.items()),
        after.editions - before.editions,
    )


def _list_winners(before: Situation, after: Situation, number: int) -> tuple[tuple[str, str, str], ...]:
    """Return where somebody else is first: of all rounds, and of the round."""
    scopes = {_("All rounds"): 0} if len(after.standings.stand.started_rounds) > 1 else {}
    winners = []
    for what, scope in (scopes | {_name_scope(number): number}).items():
        lines = [situation.standings.list_lines(scope) for situation in (before, after)]
        was, becomes = (", ".join(line.player.name for line in each if line.rank == 1) for each in lines)
        winners += [(what, was, becomes)] if was != becomes else []
    return tuple(winners)


def _list_moves(before: Situation, after: Situation, number: int) -> list[Move]:
    """Return whose result changes in the round, and after them whose rank alone."""
    column = find_deciding_column(after.standings.stand.settings, number)
    old = {line.player.person: line for line in before.standings.list_lines(number)}
    lines = after.standings.list_lines(number)
    last = max((2, *(line.rank for line in (*lines, *old.values()))))

    def compute_place(line: RankedLine) -> float:
        return round(2 + 96 * (line.rank - 1) / (last - 1), 1)

    moves = []
    for line in lines:
        was = old.get(line.player.person, line)
        old_text, new_text = (column.text(column.value(each), True) for each in (was, line))
        if was.rank != line.rank or old_text != new_text:
            places = compute_place(was), compute_place(line)
            moves.append(Move(line.player.name, old_text, new_text, (was.rank, line.rank), places))
    return sorted(moves, key=lambda move: move.was == move.becomes)
