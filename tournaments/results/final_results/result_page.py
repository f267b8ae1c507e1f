"""The page of a published result besides its places: the podium, how it came about, who led when."""

import uuid
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tarockclub.kit.charts.lines import Chart
from tarockclub.kit.words import get_current_language
from tarockclub.platform.server.page_cache import LruCache
from tournaments.core import settings as criteria
from tournaments.core.editions import FINAL
from tournaments.core.selectors import load_size
from tournaments.hall.standing.progress import TournamentProgress
from tournaments.hall.standing.standing import RankedLine, load_standings
from tournaments.results.final_results.honours import Honoured, choose_podium, list_honoured
from tournaments.results.final_results.story import (
    Rise,
    StoryHand,
    list_rises,
    list_story_hands,
)
from tournaments.results.standings.column import StandingColumn
from tournaments.results.standings.columns import list_shown_columns
from tournaments.results.standings.courses import (
    compute_round_standings,
    draw_first,
    format_ranked_amount,
    list_round_totals,
)
from tournaments.results.standings.editions import TournamentEdition
from tournaments.results.standings.rows_html import RowCourse

MOST_RISES = 4
MOST_KEPT = 32


class Leader(NamedTuple):
    """The leader after a round."""

    round: int
    names: str
    amount: str


class ResultStory(NamedTuple):
    """The podium and the story of a result that counts."""

    podium: tuple[Honoured, ...]
    lead: str
    facts: str
    hands: tuple[StoryHand, ...] = ()
    rises: tuple[Rise, ...] = ()
    leaders: tuple[Leader, ...] = ()
    chart: Chart | None = None
    courses: dict[int, RowCourse] = {}  # noqa: RUF012 -- never written; by start number

    @property
    def has_prizes(self) -> bool:
        """True if prizes stand beside the amounts."""
        return any(course.prize for course in self.courses.values())


_STORIES: LruCache[tuple[uuid.UUID, str, int, str], ResultStory] = LruCache(MOST_KEPT)


def load_result_story(stand: TournamentProgress, edition: TournamentEdition) -> ResultStory:
    """Return what is told of an edition; read anew where standings, or names, may differ.

    Of a single round only who won it: how it came about is the standings' page of it.
    """
    key = (stand.tournament.slug, stand.sign, edition.of, get_current_language())
    story = _STORIES.get(key)
    if story is None:
        story = _build_story(stand, edition)
        _STORIES.put(key, story)
    return story


def _build_story(stand: TournamentProgress, edition: TournamentEdition) -> ResultStory:
    groups = list_honoured(stand, edition.of, edition.rows)
    story = ResultStory(choose_podium(groups), _format_lead(groups), _format_facts(stand, edition))
    people = [] if criteria.PRIZE in stand.settings.columns else [person for group in groups for person in group]
    prizes = {person.number: person.prize for person in people if person.number and person.prize}
    if edition.of != FINAL:
        return story._replace(courses={number: RowCourse((), prize) for number, prize in prizes.items()})
    standings = load_standings(stand)
    courses = compute_round_standings(standings)
    by_person = [{line.player.person: line for line in course} for course in courses]
    column = list_shown_columns(stand.settings, FINAL)[-1]
    return story._replace(
        hands=tuple(list_story_hands(standings)),
        rises=tuple(list_rises(courses)[:MOST_RISES]),
        leaders=tuple(_list_leaders(courses, column)),
        chart=draw_first(standings.totals, by_person, column),
        courses={
            line.player.number: RowCourse(
                tuple(list_round_totals(by_person, line.player.person, column)), prizes.get(line.player.number, "")
            )
            for line in standings.totals
            if line.player.number
        },
    )


def _format_lead(groups: Sequence[tuple[Honoured, ...]]) -> str:
    """Return who has won, and by how much, in one sentence."""
    if not groups:
        return ""
    winners = groups[0]
    names = ", ".join(winner.name for winner in winners)
    sentence = ngettext("%(names)s wins with %(amount)s.", "%(names)s win with %(amount)s each.", len(winners))
    return sentence % {"names": names, "amount": winners[0].amount}


def _format_facts(stand: TournamentProgress, edition: TournamentEdition) -> str:
    """Return how many people have played, at how many tables, and how often."""
    rounds = [round_ for round_ in stand.started_rounds if edition.of in (FINAL, round_.number)]
    people, tables = len(edition.rows), sum(len(round_.tables) for round_ in rounds)
    if edition.of == FINAL:
        people, tables = load_size(stand.tournament.slug)
    parts = [ngettext("%(people)s person", "%(people)s people", people) % {"people": people}]
    if tables:
        parts.append(ngettext("%(tables)s table", "%(tables)s tables", tables) % {"tables": tables})
    if len(rounds) > 1:
        parts.append(_("%(rounds)s rounds") % {"rounds": len(rounds)})
    return " · ".join(parts)


def _list_leaders(courses: Sequence[Sequence[RankedLine]], column: StandingColumn) -> Iterator[Leader]:
    """Yield who led after each round, if there are several."""
    for number, course in enumerate(courses, 1) if len(courses) > 1 else ():
        first = [line for line in course if line.rank == 1]
        if first:
            names = ", ".join(line.player.name for line in first)
            yield Leader(number, names, format_ranked_amount(first[0], column))
