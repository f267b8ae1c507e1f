"""The director's actions on hands that came late: accepting or rejecting each, putting the order of dealers right."""

from typing import Annotated, Any, ClassVar, Literal

from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from pydantic import Field

from scoring.book.ledger.book import find_wrong_turns, load_book
from scoring.book.ledger.entries import Outcome
from scoring.book.table_clock import decode_clock
from scoring.table.corrections.changes import set_forehand
from scoring.table.corrections.services import write_change
from scoring.table.held_hands.services import DROP, NEXT, Decision, DecisionOutcome, decide_hand
from tarockclub.kit.form_fields import IdField
from tarockclub.platform.accounts.rights import Right
from tournaments.core.actions.base import ID_RANGE, Action, Input, Spec, action
from tournaments.core.actions.names import ActNames, Content
from tournaments.core.actions.targets import BOOK, Here
from tournaments.core.acts import ActionRefused, Kind
from tournaments.hall.desk.corrections import CONFIRM, CONSEQUENCES, find_level, is_begun
from tournaments.models import RoundTable

TAKE, TURN_DOWN = "take", "turn_down"
_WAYS = {TAKE: NEXT, TURN_DOWN: DROP}
_WHY_NOT = {
    DecisionOutcome.UNKNOWN: "no_such_hand",
    DecisionOutcome.DECIDED: "decided",
    DecisionOutcome.STALE: "book_changed",
    DecisionOutcome.OTHERS: "other_players",
    DecisionOutcome.NO_REASON: "no_reason",
    DecisionOutcome.NOT_NOW: "clock_stands",
}
BookNumber = Annotated[int, ID_RANGE, Input(lambda: IdField(otherwise=0))]


@action(
    Spec(
        kind=Kind.LATE_HAND,
        targets=(BOOK,),
        right=Right.RULE,
        words=_("a late hand was decided"),
        has_reason=True,
    )
)
class DecideLateHand(Action):
    """Accept a late hand (by its key), or reject it with a reason; `seen`: the last entry of the book that was read."""

    hand: Annotated[str, Field(max_length=64), Input(refusal="no_such_hand")]
    what: Annotated[Literal["take", "turn_down"], Input(refusal="not_possible")]
    seen: BookNumber
    refusals: ClassVar = {
        "no_such_hand": _("There is no such hand at this table."),
        "other_players": _("Not everybody who would play this deal has played the hand: enter it yourself."),
        "clock_stands": _("The clock of this table is stopped: start it again first."),
        "not_possible": _("This hand cannot be accepted as it is: enter it yourself, or reject it."),
    }

    def carry_out(self, here: Here) -> dict[str, Any]:
        """Decide it; "result_there" where a published result counts the table and no correction was begun."""
        if self.what == TAKE:
            _must_not_change_a_result(here.table)
        decision = Decision(_WAYS[self.what], self.seen, note=here.reason)
        decided = decide_hand(here.table.game_table, self.hand, decision, here.who._replace(directs=True))
        if decided.answer is not DecisionOutcome.DONE:
            raise ActionRefused(_WHY_NOT.get(decided.answer, "not_possible"), problems=decided.problems)
        held = decided.hand.pk if decided.hand is not None else 0
        return {"held": held, "what": self.what, "entry": decided.entry.sequence if decided.entry else 0}

    @classmethod
    def say(cls, content: Content, _names: ActNames) -> str:
        """Return how it was decided."""
        return gettext("a late hand was accepted") if content["entry"] else gettext("a late hand was rejected")


@action(
    Spec(
        kind=Kind.TURN,
        targets=(BOOK,),
        right=Right.RULE,
        words=_("the order of dealers was corrected"),
        button="mend_turn",
    )
)
class MendTurn(Action):
    """Move the deal of a line, and all after it, to the player whose turn it was; the double round with them."""

    line: BookNumber
    seen: BookNumber
    refusals: ClassVar = {
        "turn_settled": _("A ruling has settled this hand or a later one (§5): only another ruling can move it."),
        "not_mended": _(
            "This cannot be moved: somebody who played would then sit out. Look at the score sheet and correct the "
            "hand there."
        ),
    }

    def carry_out(self, here: Here) -> dict[str, Any]:
        """Correct the forehand of the line; "result_there" as for a late hand."""
        _must_not_change_a_result(here.table)
        game, line = here.table.game_table, self.line
        wrong = next((turn for turn in find_wrong_turns(load_book(game)) if turn.line == line), None)
        if wrong is None or game.last_sequence != self.seen:
            raise ActionRefused("book_changed")
        clock = decode_clock(game.clock)
        if clock is not None and any(settled >= line for settled in clock.settled):
            raise ActionRefused("turn_settled")
        change = set_forehand(wrong.forehand, line, through=True)
        reason, directs = gettext("dealer out of turn because a hand came late"), here.who._replace(directs=True)
        written = write_change(game, f"{here.key}:turn", self.seen, change, reason, sent={"turn": line}, who=directs)
        if written.outcome is not Outcome.SAVED or written.entry is None:
            raise ActionRefused("not_mended", problems=written.problems)
        return {"line": line, "entry": written.entry.sequence}


def _must_not_change_a_result(table: RoundTable) -> None:
    """Refuse to change a published result without a correction: ActionRefused("result_there")."""
    if find_level(table).name in (CONFIRM, CONSEQUENCES) and not is_begun(table):
        raise ActionRefused("result_there")
