"""Phones that were without the network, for the tests of held hands: what each has in its queue, and what it sends."""

import json
from datetime import datetime, timedelta
from typing import Any, NamedTuple

from scoring.book.ledger.entries import Outcome, WriteResult
from scoring.book.ledger.held_hands import DealSeats, HeldHands, build_deal_seats, load_held_hands
from scoring.book.ledger.services import compute_body_digest
from scoring.book.ledger.table_state import load_table_state
from scoring.models import GameTable
from scoring.table.held_hands.receiving import SubmittedForm, receive_hand
from scoring.table.held_hands.services import Decision, DecisionResult, decide_hand
from tarockclub.kit import time_source
from tarockclub.platform.accounts.actors import Actor
from tests.scoring.support.evenings import fresh
from tests.scoring.support.pages import url
from tests.scoring.support.tables import dreier, last_key, new_key, play
from tests.support.phones import Client

Fields = dict[str, str]
PHONE, OTHER = Actor(None, "1" * 16), Actor(None, "2" * 16)
DIRECTOR = Actor(None, "4" * 16, directs=True)
MINUTE = timedelta(minutes=1)


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
    def body(self) -> dict[str, Any]:
        """The players of the hand and its fields, as the phone sends them."""
        seats = [*self.seen.active, self.seen.forehand]
        return {"seats": seats, "sittings": self.seen.sittings, "fields": self.fields}

    @property
    def submission(self) -> SubmittedForm:
        """The hand as it is sent."""
        digest = compute_body_digest(self.previous, self.body)
        return SubmittedForm(self.key, self.previous, self.fields, digest, self.seen)

    @property
    def json(self) -> str:
        """The body that the phone sends."""
        return json.dumps({"key": self.key, "previous": self.previous, **self.body})


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

    def send(self, one: QueuedHand, entered: datetime | None = None, phase: str = "") -> WriteResult:
        """Send a hand when the network is back; `phase` and when it was entered: at a table with a clock."""
        fields = {**one.fields, "phase": phase} if phase else one.fields
        sent = one._replace(fields=fields).submission._replace(phase=phase)
        return receive_hand(self.table.slug, sent, self.who, entered=entered)

    def send_late(self, one: QueuedHand, phase: str = "time") -> WriteResult:
        """Send a hand that was entered before the gong, or after it in another phase, when the network is back."""
        return self.send(one, time_source.now() - (MINUTE if phase == "time" else timedelta()), phase)


def too_late(table: GameTable, *hands: Fields) -> Away:
    """Return a phone with these hands, which sends them when another phone has saved one."""
    phone = Away(table)
    for fields in hands:
        phone.enter(fields)
    play(table, dreier(0))
    for hand in phone.queue:
        assert phone.send(hand).outcome is Outcome.STALE
    return phone


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
    return decide_hand(fresh(table), key, decision, who)
