"""Whatever is tried at a table when its time is up: one hand in play at most, everybody deals once, doubled once."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scoring.book import audit
from scoring.book.ledger.entries import Outcome, count_counted_hands, load_phases
from scoring.book.table_clock import PlayTime, encode_clock
from scoring.models import GameTable
from scoring.table.corrections import changes
from scoring.table.corrections.services import write_change
from tarockclub.platform.accounts.actors import Actor
from tests.scoring.support.clocks import clocked, enter, wind
from tests.scoring.support.tables import book_of, dreier, new_key, new_table, nuller

pytestmark = [pytest.mark.django_db, pytest.mark.no_cover]
TRIED = st.lists(
    st.tuples(
        st.sampled_from(("time", "play", "double", "double", "double", "strike", "restore", "redeal", "void", "radl")),
        st.integers(0, 9),
    ),
    min_size=6,
    max_size=24,
)


def tried(table: GameTable, what: str, at: int) -> Outcome:
    """Try one thing at the table; the outcome."""
    book = book_of(table)
    lines = [played_line.number for played_line in book.played] or [1]
    line = lines[at % len(lines)]
    asks = {
        "strike": changes.strike_line(line),
        "restore": changes.restore_line(line),
        "redeal": changes.redeal(),
        "void": changes.void_next_deal(),
        "radl": changes.set_radl(4),
        "insert": changes.insert_hand(line, dreier(at % 4)),
    }
    if what in asks:
        seen = GameTable.objects.get(pk=table.pk).last_sequence
        is_deal = any(played_line.is_deal and played_line.number == line for played_line in book.played)
        who = Actor(directs=what == "strike" and is_deal)  # players only take back what they have just saved
        return write_change(table, new_key(), seen, asks[what], "so", sent=what, who=who).outcome
    raw = nuller(book.now.seat_of_forehand) if at == 0 else dreier(at % 4)
    return enter(table, what, raw).outcome


@settings(max_examples=6, deadline=None)
@given(players=st.sampled_from((4, 5, 6)), before=st.integers(0, 3), whats=TRIED)
def test_after_the_gong_nothing_is_played_that_should_not_be(players, before, whats):
    table = clocked(600, names=("Anna", "Berta", "Cilli", "Dora", "Emil", "Franz")[:players])
    for at in range(before):
        assert enter(table, "time", nuller(book_of(table).now.seat_of_forehand) if at else dreier(0)).entry
    wind(table, -1)
    for what, at in whats:
        tried(table, what, at)
        played = [line for line in book_of(table).played if line.is_deal]
        doubled = [line for line in played if line.entry.phase == "double"]
        assert sum(line.entry.phase == "time" for line in played) <= before
        assert sum(line.entry.phase == "play" for line in played) <= 1
        assert len(doubled) <= players
        assert len({line.before.dealer for line in doubled}) == len(doubled)
        assert all(line.line.radl == 2 for line in doubled if line.score is not None)
        assert sum(book_of(table).now.totals) == 0
    assert audit.verify([table.pk]) == []


STEPS = st.lists(
    st.tuples(
        st.sampled_from(("time", "time", "double", "play", "strike", "restore", "redeal", "void", "insert")),
        st.integers(0, 9),
    ),
    min_size=6,
    max_size=24,
)


@settings(max_examples=6, deadline=None)
@given(players=st.sampled_from((4, 5, 6)), double=st.booleans(), whats=STEPS)
def test_no_more_hands_stand_than_the_table_plays_whatever_is_tried(players, double, whats):
    table = new_table(names=("Anna", "Berta", "Cilli", "Dora", "Emil", "Franz")[:players])
    clock = PlayTime(stands="", timed=False, hands=(4, 5, 6), double=double)
    GameTable.objects.filter(pk=table.pk).update(clock=encode_clock(clock))
    for what, at in whats:
        tried(table, what, at)
        played = [line for line in book_of(table).played if line.is_deal]
        doubled = [line for line in played if line.entry.phase == "double"]
        assert len(played) - len(doubled) == count_counted_hands(load_phases(table.pk)) <= players
        assert len(doubled) <= (players if double else 0)
        assert sum(book_of(table).now.totals) == 0
    assert audit.verify([table.pk]) == []
