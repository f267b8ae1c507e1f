"""Publishing a season's final standings, drawing lots, reopening a season, each once for each key; their page."""

from collections.abc import Iterator
from functools import partial
from typing import Annotated, Any, ClassVar, NamedTuple

from django.urls import reverse
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from pydantic import Field

from tarockclub.kit.form_fields import TextField, TickField
from tarockclub.kit.time_source import now
from tarockclub.platform.accounts.rights import Right
from tournaments.core.actions.base import Action, Input, Operation, Spec, action
from tournaments.core.actions.targets import SEASON, Here
from tournaments.core.acts import ActionRefused, Kind
from tournaments.core.editions import (
    LOTS,
    ChangeLine,
    LinkedSentence,
    choose_equals,
    compute_edition_sign,
    has_only_lots,
    must_be_complete,
    must_be_worth_an_edition,
)
from tournaments.core.messages import SEASON as SEASON_AREA
from tournaments.seasons.season.data import COUNTS, EventStatus, SeasonProgress, load_season_progress
from tournaments.seasons.season.editions import (
    SeasonEdition,
    encode_lines,
    encode_rankings,
    list_changes_since,
    load_season_editions,
)
from tournaments.seasons.season.evenings.days import insert_missing_dates
from tournaments.seasons.season.results.services import list_all_left_out
from tournaments.seasons.season.settings import LOT, encode_season_settings
from tournaments.seasons.season.standing import SeasonStanding
from tournaments.seasons.season.sub_rankings.rules import has_lots

NO_EVENT, NO_RESULT, NO_TEAMS, NO_POINTS = "no_event", "no_result", "no_teams_there", "no_points"


class MissingEvent(NamedTuple):
    """An item without which there are no final standings."""

    code: str  # one of the above, or LOTS
    event: int = 0  # number


def list_missing(stand: SeasonProgress) -> tuple[MissingEvent, ...]:
    """Return everything that is missing before the final standings can be published."""
    return tuple(_find_missing(stand))


def _find_missing(stand: SeasonProgress) -> Iterator[MissingEvent]:
    if not stand.standing.lines:
        yield MissingEvent(NO_EVENT)
    for event in stand.events:
        if event.state != COUNTS:  # an edition without rows: a result of players alone, in a season of teams
            yield MissingEvent(NO_TEAMS if event.edition else NO_RESULT, event.event.number)
    standings = [stand.standing, *(sub.stand.standing for sub in stand.rankings)]
    unknown = dict.fromkeys(event for standing in standings for event, _problem in standing.problems)
    yield from (MissingEvent(NO_POINTS, event) for event in unknown)
    if not stand.lots_drawn and list_equals(stand):
        yield MissingEvent(LOTS)


def list_equals(stand: SeasonProgress) -> list[int]:
    """Return the persons (or teams) who share their rank where lots decide, in the season or a sub-ranking."""
    deciding = [each for each in (stand, *(sub.stand for sub in stand.rankings)) if LOT in each.settings.criteria]
    return list(dict.fromkeys(line.who for each in deciding for line in each.standing.lines if line.shared))


def compute_season_sign(stand: SeasonProgress) -> str:
    """Return the sign of everything that is published with the standings of a season."""
    rankings = encode_rankings(stand)
    lines = encode_lines(stand.standing)
    return compute_edition_sign([lines, rankings] if rankings else lines)


def compute_standing_sign(standing: SeasonStanding) -> str:
    """Return the sign of standings."""
    return compute_edition_sign(encode_lines(standing))


_build_spec = partial(Spec, right=Right.DIRECT, area=SEASON_AREA)


@action(
    _build_spec(
        kind=Kind.STANDING,
        operations=(Operation(SEASON, "publish", "publish_season"),),
        has_reason=True,
        schema=("SeasonPublication", "The publication of the final standings."),
    )
)
class PublishStanding(Action):
    """Publish the final standings: exactly what was viewed. This ends the season.

    `seen`: the sign of the standings that were shown.
    """

    seen: Annotated[str, Field(max_length=64), Input(TextField, refusal="standing_changed")]
    confirmed: Annotated[bool, Input(partial(TickField, "1"))] = False

    def carry_out(self, here: Here) -> dict[str, Any]:
        """Publish them.

        "something_missing", "standing_changed", "must_be_sure"; for another edition also "same_result", "no_reason".
        """
        season, stand = here.season, load_season_progress(here.season)
        must_be_complete(list_missing(stand), compute_season_sign(stand), self.seen)
        before = load_season_editions(season)
        if before:
            has_changed = season.ended is None or bool(list_changes_since(before[-1], stand))
            must_be_worth_an_edition(has_changed=has_changed, reason=here.reason)
        elif not self.confirmed:
            raise ActionRefused("must_be_sure")
        season.ended = season.ended or now()
        season.save(update_fields=["ended"])
        rows, rankings = encode_lines(stand.standing), encode_rankings(stand)
        name = "team_rows" if stand.settings.teams else "rows"
        rules = encode_season_settings(stand.settings._replace(rankings=()))
        content = {"edition": len(before) + 1, name: rows, "settings": rules}
        return content | ({"rankings": rankings} if rankings else {})


@action(
    _build_spec(
        kind=Kind.STANDING,
        operations=(Operation(SEASON, "take-up", "take_season_up"),),
        needs_reason=True,
        sent_alone="take up",
        schema=("SeasonReason", "A reason."),
    )
)
class ReopenSeason(Action):
    """Reopen a season that has ended.

    Its settings and events can be changed again. The published edition is kept, and another one follows.
    """

    refusals: ClassVar = {"not_ended": _("The season has not ended.")}

    def carry_out(self, here: Here) -> dict[str, Any]:
        """Reopen it; "not_ended"."""
        if here.season.ended is None:
            raise ActionRefused("not_ended")
        here.season.ended = None
        here.season.save(update_fields=["ended"])
        return {"taken_up": True} | insert_missing_dates(here.season)


@action(_build_spec(kind=Kind.LOT, operations=(Operation(SEASON, "lots", "draw_season_lots"),)))
class DrawSeasonLots(Action):
    """Draw lots between players who are tied in everything else.

    The lots are derived from the season's seed, so drawing them again gives the same.
    """

    refusals: ClassVar = {
        "no_lot_wanted": _("The settings do not provide for drawing lots between tied players."),
    }

    def carry_out(self, here: Here) -> dict[str, Any]:
        """Draw them; "no_lot_wanted", "lots_drawn", "no_equals", "something_missing" before all results are there."""
        stand = load_season_progress(here.season)
        if not has_lots(stand.settings):
            raise ActionRefused("no_lot_wanted")
        missing = [missing_item.code for missing_item in list_missing(stand)]
        name = "among_teams" if stand.settings.teams else "among"
        return {name: choose_equals(lambda: list_equals(stand), missing, drawn=stand.lots_drawn)}


MISSING_SENTENCES: dict[str, Promise] = {
    NO_EVENT: _("There is no result yet."),
    NO_RESULT: _("%(name)s has no result yet."),
    NO_TEAMS: _("%(name)s: its published result has no teams."),
    NO_POINTS: _("%(name)s: the formula cannot be evaluated there."),
    LOTS: _("Equal ranks: lots have not been drawn yet."),
}


class PublishingPage(NamedTuple):
    """The published editions, and the state of the next one."""

    editions: tuple[SeasonEdition, ...]  # the newest first
    missing: tuple[LinkedSentence, ...]
    left_out: tuple[LinkedSentence, ...]  # for whom a result does not count, and why
    changed: tuple[ChangeLine, ...]  # since the newest edition
    sign: str
    offers_lots: bool


def load_publishing(stand: SeasonProgress) -> PublishingPage:
    """Return the data of the page about the final standings."""
    editions, missing = load_season_editions(stand.season), list_missing(stand)
    return PublishingPage(
        editions[::-1],
        tuple(_format_missing(stand, missing_item) for missing_item in missing),
        list_all_left_out(stand),
        list_changes_since(editions[-1], stand) if editions else (),
        compute_season_sign(stand),
        has_only_lots([missing_item.code for missing_item in missing]),
    )


def _format_missing(stand: SeasonProgress, missing_item: MissingEvent) -> LinkedSentence:
    event = next((at for at in stand.events if at.event.number == missing_item.event), None)
    text = str(MISSING_SENTENCES[missing_item.code]) % {"name": event.name if event is not None else ""}
    return LinkedSentence(text, _build_url(stand, event) if event is not None else "")


def _build_url(stand: SeasonProgress, at: EventStatus) -> str:
    """Return the URL of the page where a missing result is entered."""
    if at.event.tournament is not None:
        return reverse("results", kwargs={"slug": at.event.tournament.slug})
    return reverse("season_event", kwargs={"slug": stand.season.slug, "number": at.event.number})
