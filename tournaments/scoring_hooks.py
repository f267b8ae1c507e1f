"""What surrounds a table of a tournament on its page: round, clock, capital, who plays on with replacement capital.

The same on every phone; asked by scoring through `scoring.hooks`.
"""

from typing import Any, NamedTuple

from scoring.engine.evening.state import OVER, RUNNING
from scoring.entry.phase import hands_played
from scoring.models import GameTable
from scoring.table_clock.clock import DONE, IN_PLAY, PAUSED, PlayTime, read
from scoring.written_sheet.selectors import TableView
from tarockclub.time_source import now
from tournaments.clock.display import face
from tournaments.clock.hand_limit import Progress
from tournaments.desk.chips_forms import TableNow, chips_asked, is_asked
from tournaments.desk.corrections import begun_at
from tournaments.models import RoundTable
from tournaments.rounds.table_capital import of_book, rule_of
from tournaments.rules.capital import Course, shown
from tournaments.rulings.selectors import rulings_at
from tournaments.selectors import settings_of

TEMPLATE = "tournaments/_at_table.html"


class Purse(NamedTuple):
    """The play money of a player, in cents."""

    name: str
    cents: int  # what lies before him
    replaced: int  # how many replacements are in it


def around_table(table: GameTable, view: TableView) -> dict[str, Any]:
    """What the template says; of a table that another draw has replaced only that it is gone.

    Three queries, up to six more where the table is done, and up to nine more when its chips are to be counted.
    """
    round_table = RoundTable.objects.select_related("round__tournament").filter(game_table=table).first()
    if round_table is None:
        return {"gone": True}
    tournament = round_table.round.tournament
    clock = read(table.clock) or PlayTime()
    settings = settings_of(tournament)
    courses = of_book(view.book, view.seats, rule_of(settings)) if settings.start else ()
    purses = _purses(view, courses)
    progress, at = Progress(hands_played(view), clock.most_hands(view.now.players)), face(clock, now())
    stands = TableNow(round_table, clock, at.state, progress.is_over)
    return {
        "tournament": tournament,
        "round": round_table.round,
        "round_table": round_table,
        "clock": clock,
        "face": at,
        "progress": progress,
        "in_play": clock.in_play and not _has_played_on(view),
        "double": clock.double and view.now.last_round.phase != OVER,
        "may_call": clock.stands in ("", PAUSED) and round_table.round.started is not None,
        "purses": purses,
        "chips": chips_asked(table, view, stands, courses) if is_asked(settings, view, stands) else None,
        "donates": settings.donation and bool(settings.rate),
        "replaced": [one for one in purses if one.replaced],
        "rulings": rulings_at(round_table),
        "correcting": begun_at(round_table) if clock.stands == DONE else None,
    }


def _has_played_on(view: TableView) -> bool:
    """Whether the hand in play at the gong is entered, or the round with double stake has begun."""
    finished = any(one.is_deal and one.entry.phase == IN_PLAY for one in view.book.played)
    return finished or view.now.last_round.phase in (RUNNING, OVER)


def _purses(view: TableView, courses: tuple[Course, ...]) -> tuple[Purse, ...]:
    """Of those who sit there now, in playing order."""
    at = {one.stay.place: one for one in courses if one.stay.until is None}
    names = {seat.id: seat.name_at(view.book.number) for seat in view.seats}
    return tuple(
        Purse(names[at[place].stay.id], shown(at[place].now), at[place].replaced)
        for place in view.now.order
        if place in at
    )
