"""Tables at which hands of a phone without network wait for what people say."""

import uuid

from scoring.book.ledger.held_hands import build_deal_seats
from scoring.book.ledger.seats import find_game_table
from scoring.book.ledger.table_state import decode_state
from scoring.models import Deal, GameTable
from scoring.table.corrections.services import write_change
from scoring.table.held_hands.receiving import SubmittedForm, receive_hand
from scoring.table.held_hands.services import DROP, Decision, decide_hand
from scoring.table.settlement.services import request_end
from tarockclub.platform.accounts.actors import Actor
from tests.support.states import frozen_clock

MISSED = 2  # hands that the phone has not seen
ENTERED_HAND = 105  # minutes after the beginning of the evening
LEAVING = Actor(device="phone-away")
LATE = (
    {"p0-contract": "piccolo", "p0-declarer": "2", "p0-result": "won", "p0-kontra-3": "2"},
    {"p0-contract": "dreier", "p0-declarer": "1", "p0-result": "won", "prem-pagat-declarer": "silent"},
    {"p0-contract": "rufer", "p0-partner": "3", "p0-result": "lost"},
)
TWICE = "tapped-twice"


def hold(table: GameTable) -> GameTable:
    """Hands that the phone entered after the last but two: the first is in the sheet already, one does not count."""
    state, keys = (
        decode_state(find_game_table(table.slug).state),
        list(Deal.objects.filter(table=table).order_by("number")),
    )
    sittings, previous = dict(state.sittings), keys[-MISSED - 1].key
    evening = state.evening._replace(forehand=state.evening.move_place(state.evening.forehand, -MISSED), running=())
    for at, fields in enumerate(LATE):
        frozen_clock.set_clock(ENTERED_HAND + 6 * at)
        key = str(uuid.uuid5(table.slug, f"late {at}"))
        receive_hand(
            table.slug, SubmittedForm(key, previous, fields, key, build_deal_seats(evening, sittings)), LEAVING
        )
        previous, evening = key, evening._replace(forehand=evening.move_place(evening.forehand, 1))
    again = SubmittedForm(TWICE, keys[-MISSED - 1].key, LATE[1], TWICE, build_deal_seats(evening, sittings))
    receive_hand(table.slug, again, LEAVING)
    decide_hand(table, TWICE, Decision(DROP, 0, note="zweimal angetippt"), Actor(device="phone-1"))
    return find_game_table(table.slug)


def hold_and_end(table: GameTable) -> GameTable:
    """The same, and the evening was ended before anybody looked."""
    held = hold(table)
    write_change(held, "the-end", held.last_sequence, request_end(), sent="end")
    return find_game_table(table.slug)


def find_first_key(table: GameTable) -> str:
    """The key of the hand that is asked about."""
    return str(uuid.uuid5(table.slug, "late 0"))
