"""The hands of a practice table, replayed from what the page itself carries: the server keeps nothing of them."""

import json
from typing import Any, NamedTuple

from django.utils.translation import gettext as _

from scoring.book.hand_form.fields import PostedFields
from scoring.book.ledger.services import score_table_hand
from scoring.engine.evening.state import Evening, apply_hand, begin
from scoring.engine.hand.record import print_record
from scoring.engine.hand.scorer import Result
from scoring.engine.house_rules.sheet import Sheet
from scoring.table.written_sheet.selectors import PlayerTotal
from tarockclub.kit.json_text import encode_compact

NAMES = ("Anna", "Bert", "Cilli", "Dora")
MOST_HANDS = 24
_MOST_LETTERS = 40_000  # of all hands; far more than so many need


class PracticeGame(NamedTuple):
    """A practice table after some hands."""

    evening: Evening
    hands: tuple[dict[str, Any], ...]  # their records as JSON values
    changes: dict[int, int]  # by the last hand, in sixths, by place

    @property
    def number(self) -> int:
        """The number of the next hand."""
        return len(self.hands) + 1

    @property
    def is_full(self) -> bool:
        """Return True if no more hands fit: the table begins anew then."""
        return len(self.hands) >= MOST_HANDS

    @property
    def text(self) -> str:
        """The hands as the page carries them."""
        return encode_compact(self.hands)

    def add_hand(self, result: Result) -> "PracticeGame":
        """Return the table after another hand, which has a score."""
        if result.record is None or result.score is None:
            return self
        changes = dict(zip(self.evening.active, result.score.written, strict=True))
        raw = print_record(result.record._replace(forehand=None, radl=None, sheet=None))
        return PracticeGame(apply_hand(self.evening, result.score), (*self.hands, raw), changes)

    def list_totals(self) -> list[PlayerTotal]:
        """Return what everybody has, for the cards."""
        now = self.evening
        roles = {now.dealer: "dealer", now.forehand: "forehand"}
        return [
            PlayerTotal(NAMES[place], now.written[place], roles.get(place, ""), place, self.changes.get(place))
            for place in now.order
        ]


def replay_hands(text: str, sheet: Sheet) -> PracticeGame:
    """Return the table after the hands that a page has sent; a new one where they are not what was played here."""
    fresh = game = PracticeGame(begin(), (), {})
    try:
        hands = json.loads(text) if len(text) <= _MOST_LETTERS else None
    except (ValueError, RecursionError):
        hands = None
    if not isinstance(hands, list) or len(hands) > MOST_HANDS:
        return fresh
    for raw in hands:
        result = score_table_hand(game.evening, sheet, raw)
        if result.score is None:
            return fresh
        game = game.add_hand(result)
    return game


def find_tip(posted: PostedFields, sheet: Sheet, evening: Evening) -> str:
    """Return what to tap next, for somebody who does it for the first time; "" if nothing obvious is missing."""
    contract = sheet.contracts.get(str(posted.get("p0-contract") or ""))
    if contract is None:
        return _("Tap the game that was played. The small number in its corner is what it is worth.")
    if contract.is_trischaken:
        says_end = any(str(name).startswith(("p0-loser-", "p0-points-")) and value for name, value in posted.items())
        return "" if says_end else _("Everybody played alone: tap the card of the player who lost, or two of them.")
    declarer = str(posted.get("p0-declarer") or "")
    if contract.by != "forehand" and not declarer:
        return _("Who played? Tap that player’s card above.")
    if contract.partner and not posted.get("p0-partner"):
        return _find_partner_tip(contract.by == "forehand", evening)
    if not (posted.get("p0-result") or posted.get("p0-points")):
        return _("Was it won or lost? That is one more tap.")
    if posted.get("p0-result") == "won":
        return _(
            "It counts as won: if it was lost, tap “lost”. The cards show what each gets. Premiums: one tap for "
            "silent, two for announced. Then save."
        )
    return ""


def _find_partner_tip(of_forehand: bool, evening: Evening) -> str:
    forehand = NAMES[evening.forehand]
    if of_forehand:
        return _("%(name)s has the forehand and plays this game. Who had the called king? Tap that card.") % {
            "name": forehand
        }
    return _("Who had the called king? Tap the partner’s card.")
