"""A book that has grown is read from where it was read before, and comes to the same as the whole book."""

import contextlib

import pytest
from django.db import connection, transaction
from django.test.utils import CaptureQueriesContext
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from scoring.book.ledger.book import load_book
from scoring.engine.evening.course import Seating
from scoring.models import GameTable
from scoring.table.corrections import changes
from scoring.table.corrections.services import write_change
from tarockclub.platform.accounts.persons import find_or_create_person, load_first_club
from tests.tournaments.results.conftest import forget_books
from tests.tournaments.results.standings.played_tables import DIRECTOR, normal, play_hand, running, solo
from tests.tournaments.support.factories import new_key
from tournaments.core.settings import Settings
from tournaments.hall.rounds import table_capital
from tournaments.hall.rounds.table_capital import TableResult, load_table_results
from tournaments.hall.standing.players import load_progress
from tournaments.models import RoundTable, Tournament

pytestmark = pytest.mark.django_db
EXACT = Settings(start=50, stake=100, replacement=30, forgives_debt=True)  # one hand may cost all of it
STEP = st.tuples(
    st.sampled_from(["hand", "hand", "hand", "correct", "strike", "restore", "insert", "transfer", "seat", "agree"]),
    st.integers(0, 3),
    st.booleans(),  # somebody reads afterwards
)


@pytest.fixture
def tournament():
    of, _first, tables = running(8)
    return of, tables


def read(of: Tournament) -> dict[int, TableResult]:
    """The results at all tables."""
    stand = load_progress(Tournament.objects.get(pk=of.pk))
    return load_table_results([table.key for round_ in stand.rounds for table in round_.tables], EXACT)


def read_anew(of: Tournament) -> dict[int, TableResult]:
    """The same from whole books, by a program that has just started."""
    with pytest.MonkeyPatch.context() as patched:
        forget_books(patched)
        return read(of)


def get_person(name: str) -> int:
    """The id of somebody who may take a seat."""
    return find_or_create_person(load_first_club(), name).pk


def happen(table: RoundTable, what: str, at: int) -> None:
    """Let something happen at a table, if it can."""
    game = GameTable.objects.select_related("sheet_version").get(pk=table.game_table_id)
    lines = [line.number for line in load_book(game).played]
    line = lines[-1 - at % len(lines)] if lines else 0
    order, name = (0, 1, 2, 3), ("Ersatz", "Spieler 1")[at % 2]
    asks = {
        "correct": lambda: changes.correct_hand(line, solo((at + 1) % 4)),
        "strike": lambda: changes.strike_line(line),
        "restore": lambda: changes.restore_line(line),
        "insert": lambda: changes.insert_hand(line, normal(at, (at + 1) % 4)),
        "transfer": lambda: changes.transfer_amounts((6, -6, 0, 0, 0, 0)),
        "seat": lambda: changes.change_seats(Seating(order, substitutes=((at, get_person(name)),))),
        "agree": lambda: changes.move_cash(0, 100),
    }
    if what == "hand":
        play_hand(table, solo(at) if at % 2 else normal(at, (at + 1) % 4))
    else:
        with contextlib.suppress(ValueError, LookupError):
            write_change(game, new_key(), game.last_sequence, asks[what](), "so", sent=[what, at], who=DIRECTOR)


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])  # each example is rolled back
@given(st.lists(STEP, max_size=14))
def test_whatever_happens_a_book_that_was_read_before_comes_to_the_same(tournament, steps):
    of, (table, _other) = tournament
    with transaction.atomic():
        for what, at, is_read in steps:
            happen(table, what, at)
            if is_read:
                assert read(of) == read_anew(of)
        assert read(of) == read_anew(of)
        transaction.set_rollback(True)


def test_of_a_long_book_only_the_new_lines_are_read(tournament, monkeypatch):
    of, (table, other) = tournament
    built, really = [], table_capital._build_line

    def build(line, *more):
        built.append(line)
        return really(line, *more)

    monkeypatch.setattr(table_capital, "_build_line", build)
    for at in range(6):
        play_hand(table, normal(at % 4, (at + 1) % 4))
    play_hand(other, solo(0))
    read(of)
    assert len(built) == 7
    built.clear()
    play_hand(table, solo(1))
    with CaptureQueriesContext(connection) as asked:
        assert read(of) == read_anew(of)
    assert len(built) == 1 + 8
    assert len(asked) < 20


def test_another_book_under_the_same_number_is_read_whole(tournament):
    """A restored backup may hold a book that was the same for a while, and as long."""
    of, (table, _other) = tournament
    play_hand(table, solo(0))
    with transaction.atomic():
        play_hand(table, solo(1))
        read(of)
        transaction.set_rollback(True)
    play_hand(table, solo(2))
    play_hand(table, solo(2))
    assert read(of) == read_anew(of)
