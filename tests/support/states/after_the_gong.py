"""A table whose time is up: a hand that was entered in time came late, and the round with double stake is played."""

from datetime import timedelta

from scoring.book.ledger.held_hands import build_deal_seats
from scoring.book.ledger.seats import find_game_table
from scoring.book.ledger.services import record_hand
from scoring.book.ledger.table_state import decode_state
from scoring.book.table_clock import DOUBLE, IN_PLAY, IN_TIME
from scoring.models import GameTable
from scoring.table.held_hands.receiving import SubmittedForm, receive_hand
from tarockclub.kit.time_source import now
from tarockclub.platform.accounts.actors import Actor
from tests.tournaments.support import acts
from tournaments.models import RoundTable

STAFF = Actor(directs=True)
LATE = {"p0-contract": "solo", "p0-declarer": "2", "p0-result": "won", "phase": IN_TIME}
SOLO = {"plays": [{"contract": "solo", "declarer": 1, "result": "won"}]}


def end_playing_time(table: RoundTable) -> GameTable:
    """End the time of a table; what was being played and a deal with double stake are entered, a hand comes late."""
    acts.end_time(table.round, "states-gong", STAFF, table=table)
    game = find_game_table(table.game_table.slug)
    state = decode_state(game.state)
    for at, phase in enumerate((IN_PLAY, DOUBLE)):
        game = find_game_table(game.slug)
        record_hand(game.slug, f"states-gong-{at}", game.last_key, SOLO, phase=phase)
    game = find_game_table(game.slug)
    evening, sittings = decode_state(game.state).evening, dict(state.sittings)
    seats = build_deal_seats(evening, sittings)
    late = SubmittedForm("states-late", game.last_key, LATE, "states-late", seats, IN_TIME)
    receive_hand(game.slug, late, Actor(device="phone-away"), entered=now() - timedelta(minutes=2))
    return find_game_table(game.slug)
