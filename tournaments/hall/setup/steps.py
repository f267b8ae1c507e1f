"""The steps of a tournament, from its settings to the prizes: which is now, and the pages of each."""

from collections.abc import Iterator
from typing import NamedTuple

from django.urls import reverse
from django.utils.translation import gettext as _

from tarockclub.platform.accounts.rights import Right, Rights
from tarockclub.platform.navigation.places import may_open
from tarockclub.platform.navigation.rows import Stage, load_pages
from tarockclub.platform.server.page_cache import VersionCache
from tournaments.core.settings import Settings, parse_settings
from tournaments.hall.setup.overview import RoundSummary, compute_next_step, load_rounds, may_open_round
from tournaments.models import Tournament

# The step of a tournament in which the director does what comes next.
_STAGES = {
    "cancelled": Stage.PEOPLE,
    "people": Stage.PEOPLE,
    "open_round": Stage.PEOPLE,
    "enter": Stage.PEOPLE,
    "draw": Stage.DRAW,
    "start": Stage.PLAY,
    "desk": Stage.PLAY,
    "publish": Stage.RESULTS,
    "results": Stage.RESULTS,
    "look": Stage.PRIZES,
}
PAST, NOW, AHEAD = "done", "now", "ahead"


class StepsProgress(NamedTuple):
    """The stand of a tournament: what comes next, and its last rounds."""

    next_step: str  # as compute_next_step says
    next_round: int
    drawn: int  # the last round with tables; 0: none
    opened: int  # the last round; 0: none


class SetupStep(NamedTuple):
    """A step as the strip shows it."""

    stage: Stage
    label: str
    href: str  # "": nothing is there yet, or the reader may not open it
    state: str  # PAST, NOW or AHEAD


class StageLink(NamedTuple):
    """A page of a step; of a page that each round has, the newest one."""

    label: str
    href: str


class StageGroup(NamedTuple):
    """A step with its pages, as the tournament's page lists them at its foot."""

    label: str
    links: tuple[StageLink, ...]


_PROGRESS: VersionCache[StepsProgress] = VersionCache(256)


def load_setup_progress(tournament: Tournament) -> StepsProgress:
    """Return how far a tournament has come; nothing is asked while nothing has been done in it."""
    version = f"{tournament.version} {tournament.ended}"
    return _PROGRESS.load_newest(tournament.slug, version, lambda: _load_progress(tournament))[1]


def _load_progress(tournament: Tournament) -> StepsProgress:
    rounds, settings = load_rounds(tournament), parse_settings(tournament.settings)
    may_open = may_open_round(tournament, settings, rounds)
    step, number = compute_next_step(tournament, rounds, may_open=may_open)
    drawn = max((round_.number for round_ in rounds if round_.tables), default=0)
    return StepsProgress(step, number, drawn, len(rounds))


def format_stage(stage: Stage) -> str:
    """Return the name of a step."""
    return {
        Stage.SETTINGS: _("Settings"),
        Stage.PEOPLE: _("People"),
        Stage.DRAW: _("Draw"),
        Stage.PLAY: _("Play"),
        Stage.RESULTS: _("Result"),
        Stage.PRIZES: _("Prizes"),
    }[stage]


def build_steps(tournament: Tournament, *, may: Rights) -> tuple[SetupStep, ...]:
    """Return the steps with their pages; those of the director for directors only."""
    progress = load_setup_progress(tournament)
    return tuple(
        SetupStep(stage, format_stage(stage), _find_address(tournament, progress, stage, may=may), state)
        for stage, state in _list_states(progress)
    )


def _list_states(progress: StepsProgress) -> Iterator[tuple[Stage, str]]:
    """Yield the steps; those before the current one are done, of this round at least."""
    stages = list(Stage)
    now = stages.index(_STAGES[progress.next_step])
    for index, stage in enumerate(stages):
        yield stage, NOW if index == now else PAST if index < now else AHEAD


def _find_address(tournament: Tournament, progress: StepsProgress, stage: Stage, *, may: Rights) -> str:
    slug = {"slug": tournament.slug}
    if stage == Stage.DRAW:
        number = progress.next_round if 0 < progress.next_round <= progress.opened else progress.opened
        return reverse("draw", kwargs={**slug, "number": number}) if number and may.has(Right.DIRECT) else ""
    if stage == Stage.PLAY:
        return (
            reverse("desk", kwargs={**slug, "number": progress.drawn}) if progress.drawn and may.has(Right.RULE) else ""
        )
    routes = {
        Stage.SETTINGS: "tournament_settings",
        Stage.PEOPLE: "entrants",
        Stage.RESULTS: "results",
        Stage.PRIZES: "prizes",
    }
    return reverse(routes[stage], kwargs=slug)


def build_groups(
    tournament: Tournament, settings: Settings, rounds: tuple[RoundSummary, ...], *, may: Rights
) -> tuple[StageGroup, ...]:
    """Return all pages of a tournament by the steps to which they belong."""
    links = _TournamentLinks(tournament, settings, rounds, may)
    by_stage = {
        Stage.SETTINGS: links.list_settings(),
        Stage.PEOPLE: links.list_people(),
        Stage.DRAW: links.list_draw(),
        Stage.PLAY: links.list_play(),
        Stage.RESULTS: links.list_results(),
        Stage.PRIZES: links.list_prizes(),
    }
    return tuple(
        StageGroup(format_stage(stage), (*stage_links, *links.list_signposts(stage)))
        for stage, stage_links in by_stage.items()
    )


class _TournamentLinks:
    """The pages of a tournament, for one reader."""

    def __init__(
        self, tournament: Tournament, settings: Settings, rounds: tuple[RoundSummary, ...], may: Rights
    ) -> None:
        self._tournament, self._settings, self._may = tournament, settings, may
        self._numbers = [round_.number for round_ in rounds]
        self._drawn = [round_.number for round_ in rounds if round_.tables]

    def _build_link(self, label: str, route: str, query: str = "") -> StageLink:
        return StageLink(label, reverse(route, kwargs={"slug": self._tournament.slug}) + query)

    def _link_round(self, label: str, route: str, numbers: list[int]) -> Iterator[StageLink]:
        """Yield the newest one of the pages that each round has; nothing before the first one."""
        if numbers:
            yield StageLink(label, reverse(route, kwargs={"slug": self._tournament.slug, "number": numbers[-1]}))

    def list_signposts(self, stage: Stage) -> Iterator[StageLink]:
        """Yield the links to the pages of features."""
        for row in load_pages().values():
            if (post := row.signpost) is None or post.stage != stage or not may_open(row, self._may):
                continue
            if post.is_shown(self._tournament, self._settings):
                yield self._build_link(str(row.label), row.route)

    def list_settings(self) -> Iterator[StageLink]:
        yield self._build_link(_("Settings"), "tournament_settings")
        yield self._build_link(_("Log"), "tournament_log")
        if self._may.has(Right.DIRECT):
            yield self._build_link(_("Invitation and registration"), "edit_invitation")
            if self._tournament.frozen is None:
                yield self._build_link(_("Cancel or move"), "date")
            if self._may.has_for_club(Right.DIRECT):
                yield self._build_link(_("Copy to other days"), "copy_tournament")
            yield self._build_link(_("Who helps here"), "tournament_roles")
        if self._may.has_for_club(Right.ENTER):
            yield StageLink(_("Format as a file"), reverse("rules_file", args=["format", self._tournament.slug]))
        if self._tournament.archived is None and self._may.has(Right.ENTER):
            yield self._build_link(_("Archive or delete this tournament"), "archive_tournament")

    def list_people(self) -> Iterator[StageLink]:
        yield self._build_link(_("People and entry fees"), "entrants")
        if self._settings.team_size:
            yield self._build_link(_("Teams"), "teams")
        yield self._build_link(_("Registrations of players"), "registration")

    def list_draw(self) -> Iterator[StageLink]:
        if self._may.has(Right.DIRECT):
            yield from self._link_round(_("Draw"), "draw", self._numbers)
        yield from self._link_round(_("Seat lists"), "seats", self._drawn)
        if self._may.has(Right.DIRECT):
            yield from self._link_round(_("Table cards"), "table_cards", self._drawn)

    def list_play(self) -> Iterator[StageLink]:
        if self._may.has(Right.RULE):
            yield from self._link_round(_("Clock and tables"), "desk", self._drawn)
        if self._may.has(Right.ENTER):
            yield from self._link_round(_("Enter paper sheets"), "quick_round", self._drawn)
        yield self._build_link(_("Rulings"), "rulings")

    def list_results(self) -> Iterator[StageLink]:
        yield self._build_link(_("Publish results"), "results")
        yield self._build_link(_("Public standings"), "standings")
        yield from self._link_round(_("Standings"), "round_standings", self._drawn)
        if self._settings.team_size:
            yield self._build_link(_("Standings of the teams"), "team_standings")
        yield self._build_link(_("Documents to print"), "papers")
        yield self._build_link(_("Spreadsheet and data"), "exports")
        is_listed = self._tournament.archived is None and self._tournament.counts
        if self._may.has(Right.DIRECT) and is_listed:
            yield self._build_link(_("Publish as a website"), "tournament_internet")
        if self._tournament.frozen and self._may.has_for_club(Right.PEOPLE):
            yield StageLink(_("Statistics"), f"{reverse('statistics')}?of=t-{self._tournament.slug}")

    def list_prizes(self) -> Iterator[StageLink]:
        yield self._build_link(_("Prizes"), "prizes")
