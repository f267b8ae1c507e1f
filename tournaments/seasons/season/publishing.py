"""Publishing a season's final standings, drawing lots, reopening a season: each once for each key."""

from collections.abc import Iterator
from functools import partial
from typing import Annotated, Any, ClassVar, NamedTuple

from django.utils.translation import gettext_lazy as _
from pydantic import Field

from tarockclub.kit.form_fields import TextField, TickField
from tarockclub.kit.time_source import now
from tarockclub.platform.accounts.rights import Right
from tournaments.core.actions.base import Action, Input, Operation, Spec, action
from tournaments.core.actions.targets import SEASON, Here
from tournaments.core.acts import ActionRefused, Kind
from tournaments.core.announcements import CORRECTED, PUBLISHED, WITHDRAWN, announce_standing
from tournaments.core.editions import (
    LOTS,
    EditionChange,
    choose_equals,
    compute_edition_sign,
    must_be_complete,
    must_be_worth_an_edition,
)
from tournaments.core.messages import SEASON as SEASON_AREA
from tournaments.seasons.season.data import COUNTS, SeasonProgress, load_season_progress
from tournaments.seasons.season.editions import (
    SeasonEdition,
    apply_merges,
    compute_season_changes,
    encode_lines,
    is_of_teams,
    load_season_editions,
)
from tournaments.seasons.season.names import load_names
from tournaments.seasons.season.settings import LOT, encode_season_settings
from tournaments.seasons.season.standing import SeasonLine, SeasonStanding

NO_EVENT, NO_RESULT, NO_TEAMS, NO_POINTS = "no_event", "no_result", "no_teams_there", "no_points"


class MissingEvent(NamedTuple):
    """An item without which there are no final standings."""

    code: str  # one of the above, or LOTS
    event: int = 0  # number


def list_missing(stand: SeasonProgress) -> tuple[MissingEvent, ...]:
    """Return everything that is missing before the final standings can be published."""
    return tuple(_find_missing(stand))


def _find_missing(stand: SeasonProgress) -> Iterator[MissingEvent]:
    if not any(event.rows for event in stand.events):
        yield MissingEvent(NO_EVENT)
    for event in stand.events:
        if event.state != COUNTS:  # an edition without rows: a result of players alone, in a season of teams
            yield MissingEvent(NO_TEAMS if event.edition else NO_RESULT, event.event.number)
    yield from (MissingEvent(NO_POINTS, event) for event, _problem in stand.standing.problems)
    if LOT in stand.settings.criteria and not stand.lots_drawn and list_equals(stand.standing):
        yield MissingEvent(LOTS)


def list_equals(standing: SeasonStanding) -> list[int]:
    """Return the persons (or teams) who share their rank."""
    return [line.who for line in standing.lines if line.shared]


def compute_changes_since(edition: SeasonEdition, stand: SeasonProgress) -> tuple[EditionChange[SeasonLine], ...]:
    """Return the changes of the standings since a published edition."""
    teams = stand.settings.teams
    before = edition.rows if is_of_teams(edition) == teams else ()  # players and teams have nothing in common
    _people, same = load_names(stand.season, [line.who for line in before], teams=teams)
    return compute_season_changes(apply_merges(before, same), stand.standing.lines)


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
        must_be_complete(list_missing(stand), compute_standing_sign(stand.standing), self.seen)
        before = load_season_editions(season)
        if before:
            has_changed = season.ended is None or bool(compute_changes_since(before[-1], stand))
            must_be_worth_an_edition(has_changed=has_changed, reason=here.reason)
        elif not self.confirmed:
            raise ActionRefused("must_be_sure")
        season.ended = season.ended or now()
        season.save(update_fields=["ended"])
        rows = encode_lines(stand.standing)
        announce_standing(season, CORRECTED if before else PUBLISHED, len(before) + 1)
        name = "team_rows" if stand.settings.teams else "rows"
        return {"edition": len(before) + 1, name: rows, "settings": encode_season_settings(stand.settings)}


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
        announce_standing(here.season, WITHDRAWN, len(load_season_editions(here.season)))
        return {"taken_up": True}


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
        if LOT not in stand.settings.criteria:
            raise ActionRefused("no_lot_wanted")
        missing = [missing_item.code for missing_item in list_missing(stand)]
        name = "among_teams" if stand.settings.teams else "among"
        return {name: choose_equals(lambda: list_equals(stand.standing), missing, drawn=stand.lots_drawn)}
