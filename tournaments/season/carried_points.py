"""Points carried from an earlier season of the club: all of them, or so many percent, as they were published there."""

from fractions import Fraction

from tarockclub.accounts.actors import NOBODY_KNOWN, Who
from tournaments.acts import Asked, Refused, SeasonKind, act_in_season
from tournaments.models import Season, SeasonEvent, SeasonResult
from tournaments.season.data import people_of
from tournaments.season.editions import editions_of, today
from tournaments.season.events import event_of, put_in
from tournaments.season.points.place_points import kept
from tournaments.season.services import must_go_on
from tournaments.season.settings import HUNDREDTHS, read


def carry(season: Season, key: str, earlier: Season, percent: int, who: Who = NOBODY_KNOWN) -> SeasonEvent:
    """Give everybody this much of his points of an earlier season; they stay what they are, whatever happens there.

    Refused("season_ended", "same_season", "other_club", "not_published", "nobody_carries").
    """

    def do(row: Season) -> dict[str, object]:
        must_go_on(row)
        if earlier.pk == row.pk:
            raise Refused("same_season")
        if earlier.club_id != row.club_id:
            raise Refused("other_club")
        points = _points(earlier, percent, read(row.settings).decimals)
        event = SeasonEvent(kind=SeasonEvent.Kind.CARRIED, name=earlier.name, edition=1)
        said = put_in(row, event)
        rows = [SeasonResult(event=event, edition=1, person_id=one, points=some) for one, some in points.items()]
        SeasonResult.objects.bulk_create(rows)
        return said | {"carried_from": earlier.pk, "percent": percent}

    asked = Asked(key, SeasonKind.EVENT, ["carry", earlier.pk, percent], who)
    return event_of(act_in_season(season.pk, asked, do))


def _points(earlier: Season, percent: int, decimals: int) -> dict[int, int]:
    """Hundredths of points by person."""
    editions = editions_of(earlier)
    if not editions or earlier.ended is None:
        raise Refused("not_published")
    _people, same = people_of(one.who for one in editions[-1].lines)
    found: dict[int, int] = {}
    for line in today(editions[-1].lines, same):
        points = kept(Fraction(line.points * percent, 100 * HUNDREDTHS), decimals)
        if points:
            found[line.who] = max(points, found.get(line.who, points))
    if not found:
        raise Refused("nobody_carries")
    return found
