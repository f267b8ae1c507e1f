"""What the desk shows of one table."""

from typing import Any, NamedTuple

from scoring.ledger.seats import read_seats
from scoring.written_sheet.selectors import table_view
from tarockclub.language import language
from tournaments.clock.display import UP
from tournaments.desk.corrections import level_of
from tournaments.desk.dealing_order import out_of_turn
from tournaments.desk.late_hands import late_at
from tournaments.desk.messages import open_at
from tournaments.desk.overview import rows_of
from tournaments.desk.pending import pending_in
from tournaments.desk.services import last_count
from tournaments.desk.table_log import log_of
from tournaments.entrants.substitutes import who_sits
from tournaments.models import Entrant, Presence, RoundTable
from tournaments.rounds import table_capital
from tournaments.rules.capital import shown
from tournaments.selectors import Found


class Chips(NamedTuple):
    """What should lie before a player, and what was counted there."""

    sitting: int
    name: str
    computed: int  # cents
    replaced: int
    counted: int | None  # cents; None: not since the last entry

    @property
    def difference(self) -> int:
        """By how much the chips are more."""
        return 0 if self.counted is None else self.counted - self.computed


def context_of(found: Found, table: RoundTable) -> dict[str, Any]:
    """For the template."""
    row = rows_of(RoundTable.objects.filter(pk=table.pk))[0]
    chips = _chips(found, table)
    view = table_view(table.game_table, language()) if table.game_table.held else None
    late = late_at(table, view) if view is not None and row.late else []
    return {
        "tournament": found.tournament,
        "settings": found.settings,
        "round": found.round,
        "round_table": table,
        "row": row,
        "sits": seats_at(table),
        "is_up": row.face.state == UP,
        "late": late,
        "turns": out_of_turn(view.book, view.seats) if view is not None else [],
        "chips": chips,
        "differs": any(one.difference for one in chips),
        "pending": open_at(pending_in(row, double=found.settings.double_round)),
        "level": level_of(table),
        "log": log_of(table),
    }


class Sitter(NamedTuple):
    """A player who sits at a table now, and whether anybody has written down that they have not come."""

    entrant: int  # id
    name: str
    absent: bool


def seats_at(table: RoundTable) -> list[Sitter]:
    """Who sits at a table now, by place."""
    here = who_sits(table.game_table)
    known = Entrant.objects.filter(tournament=table.round.tournament_id, person__in=[one.person for one in here])
    entrants = dict(known.values_list("person", "pk"))
    absent = Presence.objects.filter(round=table.round, entrant__in=entrants.values(), state=Presence.State.NO_SHOW)
    away = set(absent.values_list("entrant", flat=True))
    return [
        Sitter(entrants[one.person], one.name, entrants[one.person] in away) for one in here if one.person in entrants
    ]


def chips_at(table: RoundTable) -> list[int]:
    """The sittings whose chips are counted: of those who sit there now, by place."""
    return [seat.id for seat in sorted(read_seats(table.game_table)) if seat.until is None]


def _chips(found: Found, table: RoundTable) -> list[Chips]:
    names = {seat.id: seat.name for seat in read_seats(table.game_table)}
    count = last_count(table)
    is_newest = count is not None and count.sequence == table.game_table.last_sequence
    counted = {one.sitting: one.chips for one in count.rows} if count is not None and is_newest else {}
    courses = table_capital.of_table(table.game_table, found.settings)
    return [
        Chips(one.stay.id, names[one.stay.id], shown(one.now), one.replaced, counted.get(one.stay.id))
        for one in sorted(courses, key=lambda one: one.stay.place)
        if one.stay.until is None
    ]
