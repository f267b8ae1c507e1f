"""A table whose time is up: a hand that was entered in time came late, and the round with double stake is played."""

from datetime import timedelta

from scoring.hand_form.deal_seats import dealt_in
from scoring.hand_form.fields import Form
from scoring.held_hands.receiving import receive
from scoring.ledger.entries import Sent
from scoring.ledger.selectors import table_of
from scoring.ledger.services import record_hand
from scoring.ledger.table_state import read_state
from scoring.models import GameTable
from scoring.table_clock.clock import DOUBLE, IN_PLAY, IN_TIME
from tarockclub.accounts.actors import Who
from tarockclub.time_source import now
from tournaments.clock.services import end_time
from tournaments.models import RoundTable

STAFF = Who(directs=True)
LATE = {"p0-contract": "solo", "p0-declarer": "2", "p0-result": "won", "phase": IN_TIME}
SOLO = {"plays": [{"contract": "solo", "declarer": 1, "result": "won"}]}


def after_the_gong(table: RoundTable) -> GameTable:
    """End the time of a table; what was being played and a deal with double stake are entered, a hand comes late."""
    end_time(table.round, "states-gong", STAFF, table=table)
    game = table_of(table.game_table.slug)
    state = read_state(game.state)
    for at, phase in enumerate((IN_PLAY, DOUBLE)):
        game = table_of(game.slug)
        record_hand(game.slug, f"states-gong-{at}", game.last_key, SOLO, phase=phase)
    game = table_of(game.slug)
    evening, sittings = read_state(game.state).evening, dict(state.sittings)
    late = Sent("states-late", game.last_key, Form(LATE), "states-late", dealt_in(evening, sittings), IN_TIME)
    receive(game.slug, late, Who(device="phone-away"), entered=now() - timedelta(minutes=2))
    return table_of(game.slug)
