"""Hands that came to a table when its time was up: the director takes each, or turns it down."""

from collections.abc import Sequence
from datetime import datetime
from itertools import groupby
from typing import Any, NamedTuple

from scoring.held.answers import DROP, NEXT, Answer, Decided, Decision
from scoring.held.deciding import decide
from scoring.held.kept import phase_of
from scoring.held.late import waiting
from scoring.held.words import Known, known_of, remark_at, words_at
from scoring.models import GameTable, HeldHand
from scoring.seats import Seat, seated_at, seats_of
from scoring.selectors import TableView
from scoring.sheets_in_use import sheet_of
from scoring.state import read_state
from scoring.writing import NOBODY_KNOWN, Who
from tournaments.acts import Asked, Kind, Refused, act
from tournaments.desk.correcting import CONFIRM, CONSEQUENCES, is_begun, level_of
from tournaments.models import Act, Round, RoundTable, Tournament

TAKE, TURN_DOWN = "take", "turn_down"
_WAYS = {TAKE: NEXT, TURN_DOWN: DROP}
_WHY_NOT = {
    Answer.UNKNOWN: "no_such_hand",
    Answer.DECIDED: "decided",
    Answer.STALE: "book_changed",
    Answer.OTHERS: "other_players",
    Answer.NO_REASON: "no_reason",
    Answer.NOT_NOW: "clock_stands",
}


class Late(NamedTuple):
    """A hand that waits for the director."""

    key: str
    words: str  # game and declarer
    remark: str
    entered: datetime  # by the clock of the phone
    came: datetime
    phase: str


class AtTable(NamedTuple):
    """The hands that wait at a table of a round."""

    table: RoundTable
    late: tuple[Late, ...]  # in the order in which they came


def late_at(table: RoundTable, view: TableView) -> list[Late]:
    """The hands that wait at a table, in the order in which they came; one query."""
    return [_told(one, known_of(view)) for one in waiting([table.game_table_id])]


def late_in(round_: Round, language: str) -> list[AtTable]:
    """The hands that wait at all tables of a round, table by table; a fixed number of queries."""
    tables = RoundTable.objects.filter(round=round_)
    held = waiting(tables.values_list("game_table", flat=True))
    by_game = {game: list(hands) for game, hands in groupby(held, key=lambda one: one.table_id)}
    found = tables.filter(game_table__in=list(by_game)).select_related("game_table__sheet_version", "round")
    ordered = list(found.order_by("number"))
    seats = _seats([one.game_table for one in ordered])
    return [
        AtTable(one, _all_told(one.game_table, by_game[one.game_table_id], seats[one.game_table_id], language))
        for one in ordered
    ]


def _all_told(table: GameTable, hands: Sequence[HeldHand], seats: Sequence[Seat], language: str) -> tuple[Late, ...]:
    state = read_state(table.state)
    known = Known(sheet_of(table.sheet_version), seats, state.evening, state.number, language)
    return tuple(_told(one, known) for one in hands)


def _told(hand: HeldHand, known: Known) -> Late:
    return Late(hand.key, words_at(hand, known), remark_at(hand, known), hand.entered, hand.at, phase_of(hand))


def _seats(tables: Sequence[GameTable]) -> dict[int, tuple[Seat, ...]]:
    by_table = groupby(seated_at(tables), key=lambda row: row.sitting.table_id)
    return {table: seats_of(rows) for table, rows in by_table}


def decide_late(
    table: RoundTable, key: str, hand: str, what: str, seen: int, who: Who = NOBODY_KNOWN, *, reason: str = ""
) -> Act:
    """Take a late hand (its key) as it was entered, or turn it down with a reason.

    `seen`: sequence number of the last entry that the director was shown. Refused("no_such_hand", "decided",
    "book_changed", "other_players", "no_reason", "clock_stands", "not_possible"); taking one is
    Refused("result_there") where a result that counts the table was published and no correction was begun.
    """

    def do(_row: Tournament) -> dict[str, Any]:
        if what not in _WAYS:
            raise Refused("not_possible")
        if what == TAKE:
            must_not_change_a_result(table)
        decision = Decision(_WAYS[what], seen, note=reason)
        decided = decide(table.game_table, hand, decision, who._replace(directs=True))
        if decided.answer is not Answer.DONE:
            raise Refused(_WHY_NOT.get(decided.answer, "not_possible"), problems=decided.problems)
        return {"held": _id_of(decided), "what": what, "entry": decided.entry.sequence if decided.entry else 0}

    asked = Asked(key, Kind.LATE_HAND, [hand, what, seen], who, reason, round=table.round, table=table)
    return act(table.round.tournament_id, asked, do)


def must_not_change_a_result(table: RoundTable) -> None:
    """Nobody who does not know it changes what was published."""
    if level_of(table).name in (CONFIRM, CONSEQUENCES) and not is_begun(table):
        raise Refused("result_there")


def _id_of(decided: Decided) -> int:
    return decided.hand.pk if decided.hand is not None else 0
