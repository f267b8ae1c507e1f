"""The kept sums of each table are those of its book, however that was changed, and are made anew when it was."""

from typing import Any

import pytest
from django.core.management import call_command
from django.db import connection
from django.db.models import Sum
from django.test.utils import CaptureQueriesContext

from scoring.book.ledger.book import load_book
from scoring.book.ledger.seats import find_game_table
from scoring.book.sums import counts as statistics_counts
from scoring.book.sums.counts import count_hands, list_outdated_tables, list_wrong_tables, recount_tables, update_counts
from scoring.engine.evening.course import Hand
from scoring.models import ClaimCount, GameTable, PlayCount, TableCount
from scoring.table.corrections import changes as corrections_changes
from tarockclub.models import Person
from tarockclub.platform.accounts.persons import load_first_club
from tarockclub.platform.privacy.readers import INSIDE
from tests.scoring.support.evenings import change_book, evening_of, new_order, pagat, play_hands
from tests.scoring.support.tables import dreier, nuller, rufer, trischaken

pytestmark = pytest.mark.django_db


def _line(table: GameTable, at: int) -> int:
    return load_book(find_game_table(table.slug)).played[at].number


def _by_the_book(table: GameTable) -> dict[str, tuple[int, int, int]]:
    """Hands, written score and money of everybody, from the book as its page reads it."""
    from scoring.book.ledger.seats import load_seats
    from scoring.table.written_sheet.rows import list_seat_names

    found: dict[str, tuple[int, int, int]] = {}
    seats = load_seats(table, INSIDE)
    for line in load_book(find_game_table(table.slug)).played:
        if line.score is None or not isinstance(line.content, Hand):
            continue
        for seat, name in enumerate(list_seat_names(line, seats)):
            hands, written, money = found.get(name, (0, 0, 0))
            found[name] = (hands + 1, written + line.score.written[seat], money + line.score.payouts[seat])
    return found


def _load_counts(table: GameTable) -> dict[str, tuple[int, int, int]]:
    rows = PlayCount.objects.filter(table=table).values_list("person__name")
    return {row[0]: tuple(row[1:]) for row in rows.annotate(Sum("hands"), Sum("written"), Sum("money"))}


def _eventful() -> GameTable:
    """An evening of five in which much was changed: a substitute, a correction, a strike, a void deal, a redeal."""
    table = evening_of(5)
    play_hands(table, rufer(), dreier(1), pagat(rufer(0)), nuller(), trischaken())
    new_order(table, (0, 1, 2, 3, 4), substitutes={2: "Gusti"})
    play_hands(table, dreier(2), dreier(0, kontra=2))
    change_book(table, corrections_changes.strike_line(_line(table, 1)))
    change_book(table, corrections_changes.correct_hand(_line(table, 2), dreier(3, result="lost")))
    change_book(table, corrections_changes.void_next_deal())
    change_book(table, corrections_changes.redeal())
    play_hands(table, dreier(1))
    return table


def test_what_is_kept_is_what_the_book_says():
    table = _eventful()
    assert update_counts(load_first_club()) == 0
    assert _load_counts(table) == _by_the_book(table)
    assert "Gusti" in _load_counts(table)
    assert TableCount.objects.get(table=table).hands == 7
    assert list_wrong_tables(load_first_club()) == []


def test_a_table_is_added_up_anew_after_whatever_changes_its_book():
    table = evening_of()
    play_hands(table, dreier(0), dreier(1))
    update_counts(load_first_club())
    changes = (
        corrections_changes.strike_line(_line(table, 0)),
        corrections_changes.restore_line(_line(table, 0)),
        corrections_changes.correct_hand(_line(table, 1), dreier(2, result="lost")),
        corrections_changes.swap_seats((0, 0), (1, 0)),
    )
    for change in changes:
        change_book(table, change)
        assert [outdated_table.pk for outdated_table in list_outdated_tables(load_first_club().pk)] == [table.pk]
        update_counts(load_first_club())
        assert _load_counts(table) == _by_the_book(table)
    assert not list_outdated_tables(load_first_club().pk).exists()


def test_the_number_of_hands_is_that_of_the_book_whether_it_is_kept_or_not():
    kept, changed, late, empty = _eventful(), _eventful(), _eventful(), evening_of()
    everything = {kept.pk: 7, changed.pk: 7, late.pk: 7, empty.pk: 0}
    assert count_hands(GameTable.objects.all()) == everything
    recount_tables(load_first_club(), [kept, changed])
    assert count_hands(GameTable.objects.all()) == everything
    TableCount.objects.filter(table=kept).update(hands=70)  # so it comes from there
    change_book(changed, corrections_changes.strike_line(_line(changed, 0)))
    assert count_hands(GameTable.objects.all()) == {**everything, kept.pk: 70, changed.pk: 6}
    TableCount.objects.update(version=0)
    assert count_hands(GameTable.objects.all()) == {**everything, changed.pk: 6}


def test_premiums_are_kept_for_the_table_and_for_each_of_their_side():
    table = evening_of()
    play_hands(table, pagat(rufer(0)), pagat(rufer(1), won=False))
    update_counts(load_first_club())
    whole = ClaimCount.objects.get(table=table, person=None, premium="pagat", announced=True)
    assert (whole.made, whole.lost) == (1, 1)
    assert ClaimCount.objects.exclude(person=None).aggregate(made=Sum("made"), lost=Sum("lost")) == {
        "made": 2,
        "lost": 2,
    }


def test_the_number_of_queries_does_not_grow_with_the_hands():
    few, many = evening_of(), evening_of()
    play_hands(few, dreier(0))
    play_hands(many, *(dreier(at % 4) for at in range(6)))
    counts = []
    for table in (few, many):
        recount_tables(load_first_club(), [table])  # what is asked once is known now
        with CaptureQueriesContext(
            connection,
        ) as queries:
            recount_tables(load_first_club(), [table])
        counts.append(len(queries))
    assert counts[0] == counts[1]


def test_a_page_that_has_no_time_says_how_many_tables_are_left(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(statistics_counts, "AT_ONCE", 1)
    for _ in range(3):
        play_hands(evening_of(), dreier(0))
    assert update_counts(load_first_club(), patience=0) == 3
    assert update_counts(load_first_club(), patience=None) == 0


def test_what_an_older_program_has_kept_is_added_up_anew():
    play_hands(evening_of(), dreier(0))
    update_counts(load_first_club())
    TableCount.objects.update(version=0)
    assert list_outdated_tables(load_first_club().pk).count() == 1
    update_counts(load_first_club())
    assert TableCount.objects.get().version == statistics_counts.VERSION


def test_the_command_adds_everything_up_and_finds_what_is_off(capsys: Any):
    play_hands(evening_of(), dreier(0))
    call_command("statistics", language="en")
    assert "1 table" in capsys.readouterr().out
    assert PlayCount.objects.exists()
    call_command("statistics", "--check", language="en")
    PlayCount.objects.filter(person=Person.objects.get(name="Anna")).update(won=7)
    with pytest.raises(SystemExit):
        call_command("statistics", "--check", language="en")
    call_command("statistics", "--rebuild", language="en")
    call_command("statistics", "--check", language="en")
