"""The line at the top of all pages: what goes on now."""

from collections.abc import Iterable
from datetime import timedelta
from itertools import groupby
from typing import TYPE_CHECKING, Final, NamedTuple

from django.db import DatabaseError
from django.http import HttpRequest
from django.utils.functional import SimpleLazyObject

from scoring.models import GameTable
from tarockclub.kit.time_source import now
from tarockclub.platform.accounts.permissions import load_shown_rights
from tarockclub.platform.accounts.rights import Right
from tarockclub.platform.clubs.ownership import build_counting_filter
from tarockclub.platform.navigation.places import OpenClub, find_visited_club
from tarockclub.platform.privacy.readers import EVERYBODY, INSIDE, Reader
from tarockclub.platform.server.page_cache import VersionCache

if TYPE_CHECKING:
    from scoring.book.table_clock import PlayTime
    from tournaments.hall.clock.display import ClockFace
    from tournaments.models import Round


EVENING_LASTS = timedelta(hours=20)  # an evening that nobody has settled is not going on for ever
MOST_EVENINGS, MOST_ROUNDS = 3, 6  # have links of their own; more lead to the list
_SECONDS: Final = 10.0  # after which visitors see another round
_MOST_KEPT = 256  # clubs
_PUBLIC: VersionCache[tuple[tuple["Round", "PlayTime"], ...]] = VersionCache(_MOST_KEPT, seconds=_SECONDS)


class RunningRound(NamedTuple):
    """A round that is being played, its clock, and who leads; "" as long as nobody has looked at the standings."""

    round: "Round"
    face: "ClockFace"
    leader: str


class RunningEvening(NamedTuple):
    """An evening that has not ended, and the short names of those who sit there."""

    table: "GameTable"
    names: tuple[str, ...]


class GoingOn(NamedTuple):
    """All that goes on in a club now."""

    evenings: tuple[RunningEvening, ...] = ()
    rounds: tuple[RunningRound, ...] = ()

    @property
    def is_something(self) -> bool:
        """Return whether anything goes on."""
        return bool(self.evenings or self.rounds)

    @property
    def has_many_evenings(self) -> bool:
        """Return whether there are more evenings than links to them."""
        return len(self.evenings) > MOST_EVENINGS

    @property
    def has_many_rounds(self) -> bool:
        """Return whether there are more rounds than links to them."""
        return len(self.rounds) > MOST_ROUNDS

    @property
    def linked_rounds(self) -> tuple[RunningRound, ...]:
        """Return the rounds with links of their own."""
        return self.rounds[:MOST_ROUNDS]

    @property
    def has_clock(self) -> bool:
        """Return whether a clock of a round runs."""
        return any(running.face.ends for running in self.rounds)


def load_going_on(club: int) -> GoingOn:
    """Return what goes on: two queries for evenings, one for rounds, and for each round that of its clock."""
    from scoring.models import GameTable  # the first page after a start waits for no models that it does not show

    since = now() - EVENING_LASTS
    # A table with a clock belongs to a tournament.
    running = GameTable.objects.filter(club=club, clock="", archived=None, ended=None, started__gte=since)
    evenings = running.order_by("-started", "-pk").only("slug", "started")[: MOST_EVENINGS + 1]
    return GoingOn(_name_players(list(evenings)), _show_rounds(_load_rounds(club), INSIDE))


def _name_players(tables: list["GameTable"]) -> tuple[RunningEvening, ...]:
    """Return evenings with those who sit there; no names where the list of all evenings is shown instead."""
    from scoring.book.ledger.seats import build_seat_names, build_seats, list_seated

    rows = list_seated(tables) if tables and len(tables) <= MOST_EVENINGS else ()
    seats = {pk: build_seats(group, INSIDE) for pk, group in groupby(rows, key=lambda row: row.sitting.table_id)}
    evenings = []
    for table in tables:
        present = [seat for seat in seats.get(table.pk, ()) if seat.until is None]
        short = build_seat_names(present)
        evenings.append(RunningEvening(table, tuple(seat.shorten_names(short) for seat in present)))
    return tuple(evenings)


def load_public_rounds(club: OpenClub) -> GoingOn:
    """Return the rounds of a club as its visitors see them, as they were a moment ago; nothing unless it shows them."""
    if not club.shows_now:
        return GoingOn()
    return GoingOn(
        (), _show_rounds(_PUBLIC.load_newest(club.number, "", lambda: _load_rounds(club.number))[1], EVERYBODY)
    )


def _load_rounds(club: int) -> tuple[tuple["Round", "PlayTime"], ...]:
    """Return the rounds that are being played, the newest first, with their clocks; one more than have links."""
    from tournaments.hall.clock.table_clocks import compute_round_clock
    from tournaments.models import Round

    real = Round.objects.filter(build_counting_filter(Round), tournament__club=club, tournament__archived=None)
    running = real.filter(tournament__ended=None)
    rows = running.filter(started__isnull=False, closed=None).select_related("tournament").order_by("-started", "-pk")
    return tuple((row, compute_round_clock(row.tournament, row)) for row in rows[: MOST_ROUNDS + 1])


def _show_rounds(rounds: Iterable[tuple["Round", "PlayTime"]], reader: Reader) -> tuple[RunningRound, ...]:
    """Return rounds with their clocks now and the names of those who lead, which may have changed: one query."""
    from tournaments.hall.clock.display import build_face
    from tournaments.models import Entrant
    from tournaments.results.standings.cache import find_leader

    shown = [(row, build_face(clock, now()), find_leader(row.tournament)) for row, clock in rounds]
    leaders = [leader for _row, _face, leader in shown if leader]
    entrants = Entrant.objects.filter(pk__in=leaders, person__merged_into=None)
    names = dict(entrants.values_list("pk", reader.build_player_name())) if leaders else {}
    return tuple(RunningRound(row, face, names.get(leader, "")) for row, face, leader in shown)


def add_going_on(request: HttpRequest) -> dict[str, object]:
    """Add what goes on to the context of every page; nothing is asked until it is shown."""

    def load() -> GoingOn:
        try:
            may = load_shown_rights(request)
            if may.club is None:
                return load_public_rounds(find_visited_club(request))
            return load_going_on(may.club) if may.has_for_club(Right.TABLES) else GoingOn()
        except DatabaseError:  # the error page has a header too
            return GoingOn()

    return {"going_on": SimpleLazyObject(load)}
