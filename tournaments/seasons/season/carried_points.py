"""Points carried from an earlier season of the club: a percentage of the published points."""

import uuid
from fractions import Fraction
from typing import Annotated, Any, ClassVar

from django.http import Http404
from django.utils.translation import gettext_lazy as _
from pydantic import Field

from tarockclub.platform.api.schemas import Address
from tournaments.core.actions.base import Action, Input, Operation, action
from tournaments.core.actions.targets import SEASON, Here
from tournaments.core.acts import ActionRefused
from tournaments.core.selectors import find_season
from tournaments.models import Season, SeasonEvent, SeasonResult
from tournaments.seasons.season.editions import apply_merges, is_of_teams, load_season_editions
from tournaments.seasons.season.events import build_event_spec, insert_event
from tournaments.seasons.season.names import load_season_people
from tournaments.seasons.season.points.place_points import round_place_points
from tournaments.seasons.season.services import must_season_go_on
from tournaments.seasons.season.settings import HUNDREDTHS, parse_season_settings


def _find_season_id(season: Season, slug: uuid.UUID) -> int:
    """Return the id of another season of the club; raise Http404 for one of another club."""
    earlier = find_season(slug)
    if earlier.club_id != season.club_id:
        raise Http404
    return earlier.pk


@action(
    build_event_spec(
        operations=(Operation(SEASON, "events/carried", "carry_points_into_season"),),
        sent_word="carry",
        schema=("CarriedEvent", "Points of an earlier season that count."),
    )
)
class CarryPoints(Action):
    """Carry over a share of the points of an earlier season.

    Everybody gets a percentage of their points; later changes there do not change them.
    """

    season: Annotated[int, Input(resolve=_find_season_id, body=Address)]
    percent: int = Field(default=100, ge=1, le=100)
    refusals: ClassVar = {
        "same_season": _("Points are carried over from another season."),
        "nobody_carries": _("Nobody has points there that could be carried over."),
    }

    def carry_out(self, here: Here) -> dict[str, Any]:
        """Add them as an event.

        Refusals: "season_ended", "same_season", "other_club", "not_published", "teams_only", "nobody_carries".
        """
        must_season_go_on(here.season)
        if self.season == here.season.pk:
            raise ActionRefused("same_season")
        earlier = Season.objects.filter(pk=self.season, club=here.season.club_id).first()
        if earlier is None:
            raise ActionRefused("other_club")
        points = _compute_points(earlier, self.percent, parse_season_settings(here.season.settings).decimals)
        event = SeasonEvent(kind=SeasonEvent.Kind.CARRIED, name=earlier.name, edition=1)
        content = insert_event(here.season, event)
        rows = [SeasonResult(event=event, edition=1, person_id=person, points=some) for person, some in points.items()]
        SeasonResult.objects.bulk_create(rows)
        return content | {"carried_from": earlier.pk, "percent": self.percent}


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
