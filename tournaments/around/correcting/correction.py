"""A correction: the reason, what is written, what else changes, one publication of all that; first as a trial."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, NamedTuple, TypeVar

from django.db import transaction
from django.db.models import QuerySet
from django.urls import reverse
from django.utils.translation import gettext as _

from scoring.book.ledger.entries import Outcome, WriteResult, refuse_write
from scoring.models import GameTable
from scoring.table.corrections.services import Write
from tarockclub.platform.accounts.actors import Actor
from tarockclub.platform.privacy.readers import EVERYBODY
from tournaments.core.acts import ActionRefused
from tournaments.core.editions import FINAL
from tournaments.core.view_helpers import create_key
from tournaments.hall.desk.actions import CONFIRM, CONSEQUENCES, BeginCorrection, find_level
from tournaments.hall.standing.players import load_progress
from tournaments.hall.standing.standing import RankedLine, Standings, load_standings
from tournaments.models import RoundTable, Season, Tournament
from tournaments.results.final_results.prizes import load_scopes
from tournaments.results.final_results.result_actions import (
    PublishResult,
    compute_result_sign,
    format_missing,
    list_missing,
)
from tournaments.results.special_prizes.page import list_special_lines
from tournaments.results.standings.columns import find_deciding_column
from tournaments.results.standings.editions import (
    TournamentEdition,
    compute_rows,
    compute_standing_changes,
    load_standing_editions,
)
from tournaments.seasons.season import publishing
from tournaments.seasons.season.data import load_season_progress
from tournaments.seasons.season.editions import load_season_editions
from tournaments.seasons.season.publishing import PublishStanding, compute_season_sign


def publish_again(tournament: Tournament, key: str, who: Actor, reason: str) -> None:
    """Publish another edition of all that was published and has changed.

    A result that lacks something, such as lots, stays as it is until its own page publishes it.
    """
    standings = load_standings(load_progress(tournament), EVERYBODY)
    for scope in sorted(load_newest_editions(tournament), key=lambda scope: (scope == FINAL, scope)):
        if not list_missing(standings, scope):
            publish = PublishResult(seen=compute_result_sign(standings, scope), confirmed=True)
            spot = tournament if scope == FINAL else tournament.rounds.get(number=scope)
            with _leave_the_same():
                publish.perform(spot, f"{key}:{scope}", who, reason)
    for season in filter_seasons(tournament).exclude(ended=None):
        stand = load_season_progress(season)
        if not publishing.list_missing(stand):
            again = PublishStanding(seen=compute_season_sign(stand), confirmed=True)
            with _leave_the_same():
                again.perform(season, f"{key}:{tournament.pk}", who, reason)


def load_newest_editions(tournament: Tournament) -> dict[int, TournamentEdition]:
    """Return the edition that counts of each published result, by round or FINAL."""
    editions = load_standing_editions(tournament)
    return {edition.of: edition for edition in editions if edition.withdrawn is None}


def filter_seasons(tournament: Tournament) -> QuerySet[Season]:
    """Return the seasons of its club in which a tournament counts."""
    seasons = Season.objects.filter(events__tournament=tournament, events__gone=None, club=tournament.club_id)
    return seasons.order_by("pk").distinct()


@contextmanager
def _leave_the_same() -> Iterator[None]:
    try:
        yield
    except ActionRefused as refused:
        if refused.code != "same_result":
            raise


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


class Effects(NamedTuple):
    """All that a correction changes beside the sums of its table."""

    winners: tuple[tuple[str, str, str], ...]  # of all rounds, and of the round: what, before, after
    head: str  # what decides in the round
    moves: tuple[Move, ...]
    others: int  # more whose rank alone changes
    touched: tuple[dict[str, Any], ...]
    editions: int  # new ones that it publishes


class Situation(NamedTuple):
    """The state of all that a correction can change."""

    standings: Standings
    facts: Facts
    editions: int


def load_situation(tournament: Tournament) -> Situation:
    """Return how everything stands now."""
    standings = load_standings(load_progress(tournament), EVERYBODY)
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
        tuple(
            {"head": head, "changes": tuple(each[:MOST_NAMED]), "others": len(each[MOST_NAMED:])}
            for head, each in changes.items()
        ),
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


W = TypeVar("W")
_TRIAL_REASON = "?"  # of what is rolled back
_PARTS = "tournaments/around/correcting"


class TableCorrection(NamedTuple):
    """The correction of a table that is done."""

    table: RoundTable

    @property
    def is_published(self) -> bool:
        """True if a result was published that counts the table."""
        return find_level(self.table).name in (CONFIRM, CONSEQUENCES)

    @property
    def choices(self) -> int:
        """The number of prizes chosen by published results."""
        return find_level(self.table).choices

    @property
    def page(self) -> str:
        """The address of the page that corrects whatever stands at the table."""
        round_ = self.table.round
        return reverse("desk_correct", args=[round_.tournament.slug, round_.number, self.table.number])

    @property
    def outcome_page(self) -> str:
        """The address of the page that shows what has come of it: the results, if one counts the table."""
        round_ = self.table.round
        if self.is_published:
            return f"{reverse('results', args=[round_.tournament.slug])}?saved=1"
        return f"{reverse('desk_table', args=[round_.tournament.slug, round_.number, self.table.number])}?saved=1"

    def carry_out(self, key: str, who: Actor, reason: str, write: Callable[[str, Actor, str], W]) -> W:
        """Write it and publish again what has changed, all or nothing; ActionRefused as the actions.

        `write` gets the key, the author and the reason.
        """
        director = who._replace(directs=True)
        with transaction.atomic():
            BeginCorrection(confirmed=True).perform(self.table, f"{key}:begin", director, reason)
            written = write(key, director, reason)
            if isinstance(written, WriteResult) and written.outcome is not Outcome.SAVED:
                transaction.set_rollback(True)
            else:
                publish_again(self._load_tournament(), key, director, reason)
        return written

    def preview(self, who: Actor, write: Callable[[str, Actor, str], object]) -> Effects:
        """Return what it would change beside its table: it is carried out, looked at, and taken back."""
        with transaction.atomic():
            before = load_situation(self._load_tournament())
            self.carry_out(create_key(), who, _TRIAL_REASON, write)
            effects = compare_situations(before, load_situation(self._load_tournament()), self.table.round.number)
            transaction.set_rollback(True)
        return effects

    def change_book(self, key: str, who: Actor, reason: str, write: Write) -> WriteResult:
        """Carry out a change of the book from the pages of the table."""
        if not reason:
            return refuse_write("reason", "reason_missing")
        try:
            return self.carry_out(key, who, reason, write)
        except ActionRefused:  # the key was used for something else: all else was looked at before
            return WriteResult(Outcome.OTHER_BODY)

    def preview_change(self, who: Actor, write: Write) -> dict[str, Any]:
        """Return what a change of the book would change, for the page that shows it."""
        effects = self.preview(who, write)
        parts = {
            "template": f"{_PARTS}/_effects.html",
            "foot": f"{_PARTS}/_foot.html",
            "asked": f"{_PARTS}/_prizes_known.html",
        }
        return {"effects": effects, "round": self.table.round, "level": find_level(self.table), **parts}

    def _load_tournament(self) -> Tournament:
        return Tournament.objects.get(pk=self.table.round.tournament_id)


def find_table_correction(table: GameTable) -> TableCorrection | None:
    """Return the correction of a game table that is done; None for one that is still played."""
    row = RoundTable.objects.select_related("round__tournament").filter(game_table=table).exclude(done=None).first()
    return TableCorrection(row) if row is not None else None
