"""Publishing a season's final standings, drawing lots, reopening a season: each once for each key."""

from collections.abc import Iterator
from typing import Any, NamedTuple

from tarockclub.kit.time_source import now
from tarockclub.platform.accounts.actors import ANONYMOUS, Actor
from tournaments.core.acts import SEASONS, ActionRefused, Command, Kind
from tournaments.core.announcements import CORRECTED, PUBLISHED, WITHDRAWN, announce_standing
from tournaments.core.editions import (
    LOTS,
    EditionChange,
    choose_equals,
    compute_edition_sign,
    must_be_complete,
    must_be_worth_an_edition,
)
from tournaments.models import Season, SeasonAct
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


def publish_standing(
    season: int, key: str, seen: str, who: Actor = ANONYMOUS, *, reason: str = "", confirmed: bool = False
) -> SeasonAct:
    """Publish the final standings, which ends the season; `seen`: the sign of the standings shown.

    Raise ActionRefused("something_missing", "standing_changed", "must_be_sure"), for another edition also
    ("same_result", "no_reason").
    """

    def do(row: Season) -> dict[str, Any]:
        stand = load_season_progress(row)
        must_be_complete(list_missing(stand), compute_standing_sign(stand.standing), seen)
        before = load_season_editions(row)
        if before:
            has_changed = row.ended is None or bool(compute_changes_since(before[-1], stand))
            must_be_worth_an_edition(has_changed=has_changed, reason=reason)
        elif not confirmed:
            raise ActionRefused("must_be_sure")
        row.ended = row.ended or now()
        row.save(update_fields=["ended"])
        rows = encode_lines(stand.standing)
        announce_standing(row, CORRECTED if before else PUBLISHED, len(before) + 1)
        of = "team_rows" if stand.settings.teams else "rows"
        return {"edition": len(before) + 1, of: rows, "settings": encode_season_settings(stand.settings)}

    return SEASONS.act(season, Command(key, Kind.STANDING, [seen, confirmed], who, reason), do)


def reopen_season(season: int, key: str, reason: str, who: Actor = ANONYMOUS) -> SeasonAct:
    """Reopen a season that has ended: its settings and events can be changed again.

    The published edition is kept, and another one follows. Raise ActionRefused("not_ended", "no_reason").
    """

    def do(row: Season) -> dict[str, Any]:
        if row.ended is None:
            raise ActionRefused("not_ended")
        if not reason:
            raise ActionRefused("no_reason")
        row.ended = None
        row.save(update_fields=["ended"])
        announce_standing(row, WITHDRAWN, len(load_season_editions(row)))
        return {"taken_up": True}

    return SEASONS.act(season, Command(key, Kind.STANDING, "take up", who, reason), do)


def draw_season_lots(season: int, key: str, who: Actor = ANONYMOUS) -> SeasonAct:
    """Draw lots between players who are equal by all other criteria.

    The lots are derived from the season's seed, so drawing them again gives the same. Raise
    ActionRefused("no_lot_wanted", "lots_drawn", "no_equals"), and ("something_missing") before all results are there.
    """

    def do(row: Season) -> dict[str, Any]:
        stand = load_season_progress(row)
        if LOT not in stand.settings.criteria:
            raise ActionRefused("no_lot_wanted")
        missing = [missing_item.code for missing_item in list_missing(stand)]
        of = "among_teams" if stand.settings.teams else "among"
        return {of: choose_equals(lambda: list_equals(stand.standing), missing, drawn=stand.lots_drawn)}

    return SEASONS.act(season, Command(key, Kind.LOT, None, who), do)
