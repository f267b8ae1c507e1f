"""Phones that were without the network, for the tests of held hands: what each has in its queue, and what it sends."""

import json
from typing import Any, NamedTuple

from scoring.book.ledger.entries import WriteResult
from scoring.book.ledger.held_hands import HeldHands, load_held_hands
from scoring.book.ledger.services import compute_body_digest
from scoring.book.ledger.table_state import DealSeats, build_deal_seats, load_table_state
from scoring.models import GameTable
from scoring.table.held_hands.decisions import Decision, DecisionResult
from scoring.table.held_hands.receiving import SubmittedForm, receive_hand
from scoring.table.held_hands.services import decide_hand
from tarockclub.platform.accounts.actors import Actor
from tests.scoring.support.evenings import fresh
from tests.scoring.support.pages import url
from tests.scoring.support.tables import last_key, new_key
from tests.support.phones import Client

Fields = dict[str, str]
PHONE, OTHER = Actor(None, "1" * 16), Actor(None, "2" * 16)


def dreier_of(seat: int, **more: str) -> Fields:
    """Return the fields of a Dreier that somebody has won."""
    return {"p0-contract": "dreier", "p0-declarer": str(seat), "p0-result": "won", **more}


class QueuedHand(NamedTuple):
    """A hand in the queue of a phone."""

    key: str
    previous: str
    seen: DealSeats
    fields: Fields

    @property
    def submission(self) -> SubmittedForm:
        """The hand as it is sent."""
        body = {"seats": [*self.seen.active, self.seen.forehand], "sittings": self.seen.sittings, "fields": self.fields}
        return SubmittedForm(self.key, self.previous, self.fields, compute_body_digest(self.previous, body), self.seen)

    @property
    def json(self) -> str:
        """The body that the phone sends."""
        return json.dumps(
            {
                "key": self.key,
                "previous": self.previous,
                "seats": [*self.seen.active, self.seen.forehand],
                "sittings": list(self.seen.sittings or ()),
                "fields": self.fields,
            }
        )


class Away:
    """A phone that has shown the page and then has no network: its hands follow each other."""

    def __init__(self, table: GameTable, who: Actor = PHONE) -> None:
        self.table, self.who = table, who
        self.look()

    def look(self) -> None:
        """Show the page as it is now."""
        state, _waits = load_table_state(fresh(self.table))
        self.previous, self.evening, self.sittings = last_key(self.table), state.evening, dict(state.sittings)
        self.queue: list[QueuedHand] = []

    def enter(self, fields: Fields, key: str = "") -> QueuedHand:
        """Keep a hand; the form becomes that of the next deal."""
        one = QueuedHand(key or new_key(), self.previous, build_deal_seats(self.evening, self.sittings), fields)
        self.previous = one.key
        self.evening = self.evening._replace(forehand=self.evening.move_place(self.evening.forehand, 1))
        self.queue.append(one)
        return one

    def send(self, one: QueuedHand) -> WriteResult:
        """Send a hand when the network is back."""
        return receive_hand(self.table.slug, one.submission, self.who)


def post_hand(table: GameTable, one: QueuedHand, **more: Any) -> Any:
    """The answer to a hand as the phone sends it over the wire."""
    body = json.dumps(json.loads(one.json) | more)
    return Client().post(url("save_hand", table), body, content_type="application/json")


def held_of(table: GameTable) -> HeldHands:
    """All that were ever held at a table."""
    return load_held_hands(table.pk)


def open_at(table: GameTable) -> list[str]:
    """The keys of the hands about which nobody has decided."""
    return [hand.key for hand in held_of(table).open]


def decided(table: GameTable, key: str, what: str, *, who: Actor = OTHER, **more: Any) -> DecisionResult:
    """Decide on a phone that shows the newest page."""
    decision = Decision(what, **{"seen": fresh(table).last_sequence, **more})
    return decide_hand(table, key, decision, who)
