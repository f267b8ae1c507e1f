"""Hands that came to a table when its time was up: the director takes each, or turns it down."""

from datetime import datetime
from typing import Any, NamedTuple

from scoring.held.answers import DROP, NEXT, Answer, Decided, Decision
from scoring.held.deciding import decide
from scoring.held.late import phase_of, waiting
from scoring.held.words import remark_on, words_of
from scoring.selectors import TableView
from scoring.writing import NOBODY_KNOWN, Who
from tournaments.acts import Asked, Kind, Refused, act
from tournaments.models import Act, RoundTable, Tournament

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


def late_at(table: RoundTable, view: TableView) -> list[Late]:
    """The hands that wait at a table, in the order in which they came; one query."""
    return [
        Late(one.key, words_of(one, view), remark_on(one, view), one.entered, one.at, phase_of(one))
        for one in waiting([table.game_table_id])
    ]


def decide_late(
    table: RoundTable, key: str, hand: str, what: str, seen: int, who: Who = NOBODY_KNOWN, *, reason: str = ""
) -> Act:
    """Take a late hand (its key) as it was entered, or turn it down with a reason.

    `seen`: sequence number of the last entry that the director was shown. Refused("no_such_hand", "decided",
    "book_changed", "other_players", "no_reason", "clock_stands", "not_possible").
    """

    def do(_row: Tournament) -> dict[str, Any]:
        if what not in _WAYS:
            raise Refused("not_possible")
        decision = Decision(_WAYS[what], seen, note=reason)
        decided = decide(table.game_table, hand, decision, who._replace(directs=True))
        if decided.answer is not Answer.DONE:
            raise Refused(_WHY_NOT.get(decided.answer, "not_possible"), problems=decided.problems)
        return {"held": _id_of(decided), "what": what, "entry": decided.entry.sequence if decided.entry else 0}

    asked = Asked(key, Kind.LATE_HAND, [hand, what, seen], who, reason, round=table.round, table=table)
    return act(table.round.tournament_id, asked, do)


def _id_of(decided: Decided) -> int:
    return decided.hand.pk if decided.hand is not None else 0
