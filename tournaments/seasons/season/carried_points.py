"""Points carried from an earlier season of the club: a percentage of the published points."""

from fractions import Fraction

from tarockclub.platform.accounts.actors import ANONYMOUS, Actor
from tournaments.core.acts import SEASONS, ActionRefused, Command, Kind
from tournaments.models import Season, SeasonEvent, SeasonResult
from tournaments.seasons.season.editions import apply_merges, is_of_teams, load_season_editions
from tournaments.seasons.season.events import find_act_event, insert_event
from tournaments.seasons.season.names import load_season_people
from tournaments.seasons.season.points.place_points import round_place_points
from tournaments.seasons.season.services import must_season_go_on
from tournaments.seasons.season.settings import HUNDREDTHS, parse_season_settings


def carry_points(season: Season, key: str, earlier: Season, percent: int, who: Actor = ANONYMOUS) -> SeasonEvent:
    """Give everybody a percentage of their points of an earlier season; later changes there do not change them.

    Raise ActionRefused("season_ended", "same_season", "other_club", "not_published", "nobody_carries",
    "teams_only").
    """

    def do(row: Season) -> dict[str, object]:
        must_season_go_on(row)
        if earlier.pk == row.pk:
            raise ActionRefused("same_season")
        if earlier.club_id != row.club_id:
            raise ActionRefused("other_club")
        points = _compute_points(earlier, percent, parse_season_settings(row.settings).decimals)
        event = SeasonEvent(kind=SeasonEvent.Kind.CARRIED, name=earlier.name, edition=1)
        said = insert_event(row, event)
        rows = [SeasonResult(event=event, edition=1, person_id=person, points=some) for person, some in points.items()]
        SeasonResult.objects.bulk_create(rows)
        return said | {"carried_from": earlier.pk, "percent": percent}

    asked = Command(key, Kind.EVENT, ["carry", earlier.pk, percent], who)
    return find_act_event(SEASONS.act(season.pk, asked, do))


def _compute_points(earlier: Season, percent: int, decimals: int) -> dict[int, int]:
    """Return hundredths of points by person."""
    editions = load_season_editions(earlier)
    if not editions or earlier.ended is None:
        raise ActionRefused("not_published")
    if is_of_teams(editions[-1]):
        raise ActionRefused("teams_only")
    _people, same = load_season_people(line.who for line in editions[-1].rows)
    found: dict[int, int] = {}
    for line in apply_merges(editions[-1].rows, same):
        points = round_place_points(Fraction(line.points * percent, 100 * HUNDREDTHS), decimals)
        if points:
            found[line.who] = max(points, found.get(line.who, points))
    if not found:
        raise ActionRefused("nobody_carries")
    return found
