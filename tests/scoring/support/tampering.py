"""Books that were tampered with behind the program's back, for the tests of the proof."""

from typing import Any

from django.db import connection

from scoring.book.audit import Finding, verify
from scoring.book.ledger import triggers
from scoring.engine.evening.course import Seating
from scoring.models import Entry, GameTable
from scoring.table.corrections import changes
from tarockclub.models import Person
from tarockclub.platform.accounts.persons import find_or_create_person
from tests.scoring.support.evenings import change_book
from tests.scoring.support.tables import NAMES, dreier, new_table, nuller, play

FIVE = (*NAMES, "Emil")


def numbers(table: GameTable) -> list[int]:
    """The numbers of the lines of a book."""
    return list(table.deals.order_by("number").values_list("number", flat=True))


def simple_book() -> GameTable:
    """Four hands of a table of four; the second begins a Radl; sequence 1 to 4."""
    table = new_table()
    for raw in (dreier(0), nuller(1), dreier(2), dreier(3)):
        assert play(table, raw).entry
    return GameTable.objects.get(pk=table.pk)


def person(name: str) -> int:
    """A person of the club, who may be new."""
    [*_, last] = Person.objects.order_by("number")
    return find_or_create_person(last.club, name).pk


def full_book() -> GameTable:
    """An evening in which nearly everything happens that may happen."""
    table = new_table("treffpunkt", 2, FIVE)
    for raw in (dreier(0), nuller(0), dreier(2), dreier(1)):
        assert play(table, raw).entry
    change_book(table, changes.correct_hand(numbers(table)[1], dreier(3)))
    change_book(table, changes.change_seats(Seating((0, 1, 2, 3, 4, 5), came=((5, person("Fini")),))))
    assert play(table, dreier(3)).entry
    change_book(table, changes.strike_line(numbers(table)[0]))
    change_book(table, changes.restore_line(numbers(table)[0]))
    change_book(table, changes.void_next_deal())
    change_book(table, changes.redeal())
    change_book(table, changes.set_radl(3))
    assert play(table, dreier(0)).entry
    change_book(table, changes.insert_hand(numbers(table)[2], dreier(1)))
    change_book(table, changes.change_seats(Seating((0, 2, 3, 4, 5), substitutes=((3, person("Gerti")),))))
    assert play(table, dreier(2)).entry
    change_book(table, changes.swap_seats((0, 0), (2, 0)))
    change_book(table, changes.move_cash(4, 200))
    change_book(table, changes.announce_last_round("first_forehand"))
    assert play(table, dreier(1)).entry
    change_book(table, changes.set_forehand(4, numbers(table)[-1]))
    change_book(table, changes.void_hand(numbers(table)[3]))
    change_book(table, changes.change_evening(Entry.Kind.ENDED, {}))
    change_book(table, changes.change_evening(Entry.Kind.REOPENED, {}))
    change_book(table, changes.change_evening(Entry.Kind.ENDED, {}))
    return GameTable.objects.get(pk=table.pk)


def behind_the_back(*statements: str, **values: Any) -> None:
    """Execute plain SQL as somebody would who has first taken the triggers away."""
    connection.check_constraints()  # PostgreSQL alters no table that has something waiting for the commit
    triggers.remove_triggers(connection)
    with connection.cursor() as cursor:
        for statement in statements:
            cursor.execute(statement, values if "%(" in statement else None)
    connection.check_constraints()
    triggers.install_triggers(connection)


def find_faults(table: GameTable | None = None) -> set[tuple[str, int | None]]:
    """Return the findings of the proof: codes, each with the entry's sequence number or the place."""
    findings = verify(None if table is None else [table.pk])
    assert all(finding.sentence for finding in findings)
    assert len(set(findings)) == len(findings)
    return {(finding.code, where(finding)) for finding in findings}


def where(finding: Finding) -> int | None:
    """The entry, or the place, of a finding."""
    return finding.sequence if finding.sequence is not None else finding.place
