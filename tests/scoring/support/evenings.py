"""Evenings of four, five and six with what is agreed about money, for the tests of start, settlement and pages."""

from typing import Any

from scoring.book.ledger.entries import Outcome, WriteResult
from scoring.book.ledger.seats import find_game_table
from scoring.engine.agreement import Stakes, format_agreement
from scoring.engine.evening.course import Seating
from scoring.models import Entry, GameTable
from scoring.table.corrections import changes
from scoring.table.corrections.changes import ChangeRequest
from scoring.table.corrections.services import write_change
from scoring.table.evenings.services import EveningStart, start_evening
from scoring.table.settlement.services import request_end
from tarockclub.models import Club
from tarockclub.platform.accounts.actors import ANONYMOUS, Actor
from tarockclub.platform.accounts.persons import find_or_create_person
from tests.scoring.support.tables import Record, new_key, play
from tests.support.phones import let_write

SIX = ("Anna", "Berta", "Cilli", "Dora", "Emil", "Franz")


def evening_of(
    players: int = 4, agreed: Stakes | None = None, sheet: str = "treffpunkt", forehand: int = 0
) -> GameTable:
    """An evening that begins, with the first so many of six."""
    wanted = EveningStart(SIX[:players], sheet, {}, forehand, format_agreement(agreed or Stakes()))
    return let_write(start_evening(new_key(), wanted))


def table_of(*hands: Record, **started: Any) -> GameTable:
    """Return an evening with these hands; `started`: what evening_of takes."""
    table = evening_of(**started)
    play_hands(table, *hands)
    return table


def fresh(table: GameTable) -> GameTable:
    """The table as it is in the database now."""
    return find_game_table(table.slug)


def send_change(table: GameTable, ask: ChangeRequest, reason: str = "verzählt", who: Actor = ANONYMOUS) -> WriteResult:
    """Ask for a change from a phone that shows the newest page."""
    now = fresh(table)
    return write_change(now, new_key(), now.last_sequence, ask, reason, sent=reason, who=who)


def change_book(table: GameTable, ask: ChangeRequest, reason: str = "verzählt") -> Entry:
    """Change a book; it must go."""
    written = send_change(table, ask, reason)
    assert written.outcome is Outcome.SAVED, written
    assert written.entry is not None
    return written.entry


def play_hands(table: GameTable, *hands: Record) -> None:
    """Play hands one after the other."""
    for hand in hands:
        written = play(table, hand)
        assert written.outcome is Outcome.SAVED, written.problems


def end_evening(table: GameTable) -> GameTable:
    """End the evening."""
    change_book(table, request_end())
    return fresh(table)


def new_order(table: GameTable, order: tuple[int, ...], **more: Any) -> None:
    """Seat the players anew; `came` and `substitutes`: names by place."""
    club = Club.objects.get(pk=table.club_id)
    new = {
        kind: tuple((place, find_or_create_person(club, name).pk) for place, name in who.items())
        for kind, who in more.items()
    }
    change_book(table, changes.change_seats(Seating(order, **new)))


def pagat(hand: Record, *, won: bool = True, **more: Any) -> Record:
    """The hand with an announced Pagat of the declarer's side."""
    return {**hand, "premiums": [{"premium": "pagat", "side": "declarer", "announced": True, "won": won, **more}]}
