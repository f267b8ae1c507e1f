"""The hall of fame that its visitors share: computed once for each version, and kept with its results packed."""

import hashlib
import struct
from collections.abc import Iterator

from tarockclub.models import Club
from tarockclub.platform.clubs.scope import get_scope
from tarockclub.platform.privacy.public_names import compute_names_sign
from tarockclub.platform.server.installation import compute_program_sign
from tarockclub.platform.server.page_cache import VersionCache
from tournaments.core.acts import Kind
from tournaments.models import Act, Season, SeasonAct, SeasonEvent, Tournament
from tournaments.seasons.season.cache.packing import OBJECT, Packed, pack_values
from tournaments.seasons.season.cache.progress import PACE, QUICK
from tournaments.seasons.season.hall_of_fame.data import Fame, load_fame
from tournaments.seasons.season.hall_of_fame.records import FameEvent, RecordPlace

MOST_CLUBS, MOST_BYTES = 64, 32 << 20
_EVENT = (
    *("pk", "season", "season__name", "kind", "name", "day", "edition", "gone"),
    *("tournament", "tournament__day"),
)
_TOURNAMENT = ("pk", "slug", "name", "day", "sheet_version__sheet")


class PackedPlaces(Packed[RecordPlace]):
    """The places of a result."""

    __slots__ = ()
    form = struct.Struct("<QIqqB")  # person, rank, points, round, and which of the two are known

    @staticmethod
    def _build(fields: tuple[int, ...]) -> RecordPlace:
        who, rank, points, round_, known = fields
        return RecordPlace(who, rank, points if known & 1 else None, round_ if known & 2 else None)


def _weigh(fame: Fame) -> int:
    places = sum(getattr(won.places, "weight", OBJECT * len(won.places)) + OBJECT for won in fame.results)
    return places + OBJECT * (len(fame.people) + len(fame.careers) + len(fame.medals))


FAME_CACHE: VersionCache[Fame] = VersionCache(MOST_CLUBS, pace=PACE, quick=QUICK, weigh=_weigh, most_weight=MOST_BYTES)


def load_kept_fame(club: Club, *, at_once: bool = False) -> Fame:
    """Return the hall of fame of a club, or, unless `at_once`, that of a moment ago."""
    name, version = (club.pk, get_scope()), compute_fame_version(club)
    return FAME_CACHE.load_newest(name, version, lambda: _pack_fame(load_fame(club)), at_once=at_once)[1]


def _pack_fame(fame: Fame) -> Fame:
    return fame._replace(results=tuple(_pack_event(won) for won in fame.results))


def _pack_event(won: FameEvent) -> FameEvent:
    values = (
        (
            place.who,
            place.rank,
            place.points or 0,
            place.round or 0,
            (place.points is not None) + 2 * (place.round is not None),
        )
        for place in won.places
    )
    places = PackedPlaces(pack_values(PackedPlaces.form, values), len(won.places))
    return won._replace(places=places, first=won.winners)


def compute_fame_version(club: Club) -> str:
    """Return a sign that differs whenever the hall of fame may differ; a fixed number of queries."""
    digest = hashlib.sha256(compute_program_sign().encode())
    for rows in _generate_rows(club):
        digest.update(repr(rows).encode())
    return digest.hexdigest()[:24]


def _generate_rows(club: Club) -> Iterator[object]:
    over = Tournament.objects.filter(club=club, lapse=False, archived=None).exclude(ended=None).order_by("pk")
    tournaments = list(over.values_list(*_TOURNAMENT))
    yield tournaments
    results = Act.objects.filter(tournament__in=[row[0] for row in tournaments], kind=Kind.RESULT, round=None)
    order = results.filter(undone_by=None).order_by("tournament", "sequence")
    yield list(order.values_list("tournament", "sequence", "key"))
    yield list(Season.objects.filter(club=club).order_by("pk").values_list("pk", "slug", "name", "ended"))
    standings = SeasonAct.objects.filter(season__club=club, kind=Kind.STANDING).order_by("season", "sequence")
    yield list(standings.values_list("season", "sequence", "key"))
    yield list(SeasonEvent.objects.filter(season__club=club).order_by("pk").values_list(*_EVENT))
    yield compute_names_sign(club.pk)
