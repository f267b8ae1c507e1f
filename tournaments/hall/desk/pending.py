"""The open points of a table, in words, too: shown before it is done, and before a result is published."""

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from scoring.book.table_clock import BEFORE_START
from tournaments.core.messages import register_sentences
from tournaments.core.selectors import load_settings
from tournaments.core.settings import has_double_round
from tournaments.hall.desk.overview import OverviewRow, load_rows
from tournaments.models import RoundTable, Tournament

REFEREE_CALLED, HANDS_DISPUTED, HANDS_LATE, HANDS_HELD, TIME_LEFT, DOUBLES_LEFT, NO_HANDS, HANDS_LEFT, TOO_MANY = (
    "called",
    "disputed",
    "late",
    "held",
    "time_left",
    "doubles_left",
    "no_hands",
    "hands_left",
    "too_many",
)

NOT_COUNTED, NOT_CONFIRMED, TABLE_CHANGED = "not_counted", "not_confirmed", "changed"  # of many closed at once


class Pending(NamedTuple):
    """An open point of a table."""

    code: str
    number: int = 0  # how many


def list_pending(table: RoundTable, tournament: Tournament) -> tuple[Pending, ...]:
    """Return the open points of a table."""
    row = load_rows(RoundTable.objects.filter(pk=table.pk))[0]
    return tuple(list_row_pending(row, double=has_double_round(load_settings(tournament), table.round.number)))


def list_row_pending(row: OverviewRow, *, double: bool) -> Iterator[Pending]:
    """Yield the open points of a row of the overview; `double`: whether a double round is played after the time."""
    if row.called is not None:
        yield Pending(REFEREE_CALLED)
    for code, number in ((HANDS_DISPUTED, row.disputed), (HANDS_LATE, row.late), (HANDS_HELD, row.held)):
        if number:
            yield Pending(code, number)
    if not row.is_open or row.on_paper:
        return
    if row.progress.too_many:
        yield Pending(TOO_MANY, row.progress.too_many)
    if row.hands == 0 and not row.progress.played:
        yield Pending(NO_HANDS)
    elif not row.is_over and row.face.state != BEFORE_START:
        yield Pending(HANDS_LEFT, row.progress.left) if row.progress.most else Pending(TIME_LEFT)
    elif double and row.doubles < len(row.names):
        yield Pending(DOUBLES_LEFT, len(row.names) - row.doubles)


_OPEN_POINTS: dict[str, Promise] = {
    REFEREE_CALLED: _("The referee has been called and has not decided yet."),
    HANDS_DISPUTED: _("Disputed hands: %(number)s."),
    HANDS_LATE: _("Late hands for you to decide: %(number)s."),
    HANDS_HELD: _("Late hands for the players to decide: %(number)s."),
    TIME_LEFT: _("The time of this table is not up."),
    DOUBLES_LEFT: _("Still missing from the round with double stake: %(number)s."),
    NO_HANDS: _("No hand was entered."),
    NOT_COUNTED: _("The chips have not been counted, or they differ."),
    NOT_CONFIRMED: _("Only one phone of the table has counted the chips; nobody has confirmed them."),
    TABLE_CHANGED: _("Something has just been entered there."),
    HANDS_LEFT: _("Hands not played yet: %(number)s."),
    TOO_MANY: _("There are more hands than are to be played: %(number)s. Check whether one was entered twice."),
}


def format_pending(rows: Iterable[Pending]) -> list[str]:
    """Return the open points, a sentence each."""
    return [str(_OPEN_POINTS[point.code]) % {"number": point.number} for point in rows]


register_sentences(
    {"must_confirm": "%(pending)s"}, name_facts=lambda facts: {"pending": "; ".join(format_pending(facts["pending"]))}
)
