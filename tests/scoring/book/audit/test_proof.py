"""The proof of books finds exactly what was changed behind the program's back, and nothing in clean ones."""

import json

import pytest
from django.core.management import call_command
from django.db import connection

from scoring.book.audit import list_wrong_totals, records, verify, verify_tables
from scoring.book.ledger import triggers
from scoring.book.ledger.entries import build_entry_facts
from scoring.engine.evening.course import Seating
from scoring.models import Deal, Entry, Sitting
from scoring.table.corrections import changes
from tarockclub.kit import hash_chain
from tests.scoring.support.evenings import change_book
from tests.scoring.support.tables import dreier, new_table, play, strike
from tests.scoring.support.tampering import behind_the_back, find_faults, full_book, numbers, person, simple_book

pytestmark = pytest.mark.django_db


def entry(table, sequence):
    """A line as it is now."""
    return Entry.objects.get(table=table, sequence=sequence)


def on_entry(sequence, change):
    """The statement that changes an entry of the only table."""
    return f"UPDATE scoring_entry SET {change} WHERE sequence = {sequence}"


TAMPERED = {
    "an amount": (on_entry(3, "money0 = money0 + 6, money2 = money2 - 6"), {("hash", 3), ("amounts", 3)}),
    "an amount of somebody who does not play": (
        on_entry(3, "money0 = money0 + 6, money5 = money5 - 6"),
        {("hash", 3), ("amounts", 3), ("stranger", 3)},
    ),
    "the written score": (
        on_entry(3, "written0 = written0 + 6, written2 = written2 - 6"),
        {("hash", 3), ("amounts", 3)},
    ),
    "the Radl": (
        on_entry(1, "radl = 2"),
        {("hash", 1), ("amounts", 1), ("answer", 1), ("radl", 1)},
    ),
    "who deals": (on_entry(2, "dealer = 2"), {("hash", 2), ("dealer", 2)}),
    "who wrote it": (on_entry(2, "device = 'other'"), {("hash", 2)}),
    "when": (on_entry(2, "at = '2001-01-01 00:00:00+00:00'"), {("hash", 2)}),
    "its key": (on_entry(2, "key = 'other'"), {("hash", 2), ("deal_key", 2)}),
    "its own hash": (on_entry(2, "hash = previous_hash"), {("hash", 2), ("previous", 3)}),
    "the hash before it": (on_entry(3, "previous_hash = hash"), {("hash", 3), ("previous", 3)}),
    "what is no record": (on_entry(2, "record = '{}'"), {("hash", 2), ("record", 2)}),
    "what is no JSON": (on_entry(2, "record = 'x'"), {("hash", 2), ("record", 2)}),
    "the answer": (on_entry(2, "answer = '{}'"), {("hash", 2), ("answer", 2)}),
    "a total": ("UPDATE scoring_total SET money = money + 6", {("total", place) for place in range(4)}),
    "a total of the written score": (
        "UPDATE scoring_total SET written = written + 6",
        {("total", place) for place in range(4)},
    ),
    "the totals' rows": ("DELETE FROM scoring_total", {("total", place) for place in range(4)}),
    "the head": (
        "UPDATE scoring_gametable SET head = (SELECT hash FROM scoring_entry WHERE sequence = 1)",
        {("head", None)},
    ),
    "the state": (
        "UPDATE scoring_gametable SET state = replace(state, '\"forehand\":0', '\"forehand\":1')",
        {("state", None)},
    ),
    "the state's text": ("UPDATE scoring_gametable SET state = 'x'", {("state", None)}),
    "the last deal": ("UPDATE scoring_gametable SET last_key = start_key", {("last_key", None)}),
    "the end": ("UPDATE scoring_gametable SET ended = started", {("ended", None)}),
    "the first forehand": ("UPDATE scoring_gametable SET first_forehand = 1", {("start", None)}),
    "what was agreed": ("UPDATE scoring_gametable SET agreed = '{\"rate\":5}'", {("start", None)}),
    "the count of entries": ("UPDATE scoring_gametable SET last_sequence = 3", {("last_sequence", None)}),
    "the count of entries upwards": (
        "UPDATE scoring_gametable SET last_sequence = 6",
        {("missing", 5), ("missing", 6)},
    ),
    "a line's key": ("UPDATE scoring_deal SET key = 'other' WHERE number = 8589934592", {("deal_key", 2)}),
    "a line's number": (
        "UPDATE scoring_deal SET number = 5 WHERE number = 8589934592",
        {("deal_missing", 2), ("deal_unknown", None)},
    ),
    "a line": ("DELETE FROM scoring_deal WHERE number = 8589934592", {("deal_missing", 2)}),
    "when somebody came": (
        "UPDATE scoring_sitting SET from_deal = 7 WHERE place = 1",
        {("start", None), ("sitting_missing", 1), ("sitting_unknown", 1), ("total", 1), ("state", None)},
    ),
    "when somebody left": ("UPDATE scoring_sitting SET to_deal = 7 WHERE place = 1", {("sitting", 1)}),
    "the forehand: nobody who sits there": (
        on_entry(3, "forehand = 4"),
        {("hash", 3), ("not_at_the_table", 3), ("state", None)},
    ),
    "a phase where there was no clock": (on_entry(2, "phase = 'time'"), {("hash", 2)}),
    "another person on a seat": (
        "UPDATE scoring_seated SET person_id = (SELECT max(id) FROM tarockclub_person)"
        " WHERE sitting_id IN (SELECT id FROM scoring_sitting WHERE place = 0)",
        {("start", None)},
    ),
    "the house rules": ("UPDATE scoring_sheetversion SET text = replace(text, '70', '71')", {("sheet", None)}),
}


@pytest.mark.heavy_but("a total")
@pytest.mark.parametrize("what", TAMPERED)
def test_the_proof_finds_what_was_changed_and_nothing_else(what):
    statement, expected = TAMPERED[what]
    simple_book()
    assert verify() == []
    behind_the_back(statement)
    assert find_faults() == expected


def test_another_hand_in_the_record_is_found_in_all_that_follows_from_it():
    table = simple_book()
    behind_the_back(on_entry(3, "record = %(record)s"), record=json.dumps({"forehand": 2, **dreier(1)}))
    everywhere = {("total", place) for place in (1, 2)}
    assert find_faults(table) == {("hash", 3), ("answer", 3), ("amounts", 3)} | everywhere


def test_a_record_of_another_forehand_is_found():
    table = simple_book()
    record = json.loads(entry(table, 3).record) | {"forehand": 1}
    behind_the_back(on_entry(3, "record = %(record)s"), record=json.dumps(record))
    assert find_faults(table) == {("hash", 3), ("forehand", 3)}


def test_others_on_the_four_seats_are_found():
    table = full_book()
    last = Entry.objects.filter(table=table, kind="hand").latest("sequence").sequence
    counting = Deal.objects.get(table=table, key=entry(table, last).key).entry.sequence
    behind_the_back(on_entry(counting, "active0 = active1, active1 = active0"))
    assert {("hash", counting), ("seats", counting)} <= find_faults(table)


@pytest.mark.parametrize(("sequence", "fault"), [(2, ("previous", 3)), (4, ("head", None))])
def test_an_entry_forged_with_its_own_hash_is_found_by_the_one_that_follows_and_the_last_by_the_head(sequence, fault):
    table = simple_book()
    forged = entry(table, sequence)
    forged.device = "other"
    digest = hash_chain.compute_link(bytes(forged.previous_hash), build_entry_facts(forged, table.slug.hex))
    behind_the_back(on_entry(sequence, "device = 'other', hash = %(hash)s"), hash=digest)
    assert find_faults(table) == {fault}


def test_two_entries_that_changed_places_are_found():
    simple_book()
    behind_the_back(on_entry(2, "sequence = 99"), on_entry(3, "sequence = 2"), on_entry(99, "sequence = 3"))
    assert find_faults() == {("hash", 2), ("hash", 3), ("previous", 2), ("previous", 3), ("previous", 4)}


def test_an_entry_that_is_gone_is_found():
    table = full_book()
    reopened = Entry.objects.get(table=table, kind="reopened").sequence
    behind_the_back(f"DELETE FROM scoring_entry WHERE sequence = {reopened}")
    assert find_faults(table) == {("missing", reopened)}


def test_the_last_entry_that_is_gone_is_found():
    table = full_book()
    behind_the_back(f"DELETE FROM scoring_entry WHERE sequence = {table.last_sequence}")
    assert find_faults(table) == {("missing", table.last_sequence), ("ended", None)}


@pytest.mark.parametrize(
    ("statement", "codes"),
    [
        ("UPDATE scoring_deal SET entry_id = {first} WHERE entry_id = {corrected}", ("deal_entry",)),
        ("UPDATE scoring_entry SET replaces_id = {fourth} WHERE id = {corrected}", ("hash", "replaces")),
    ],
    ids=["an older entry counts", "an entry of another line is replaced"],
)
def test_a_correction_that_does_not_fit_its_line_is_found(statement, codes):
    table = simple_book()
    corrected = change_book(table, changes.correct_hand(numbers(table)[0], dreier(1)))
    rows = {"first": entry(table, 1).pk, "fourth": entry(table, 4).pk, "corrected": corrected.pk}
    behind_the_back(statement.format(**rows))
    assert find_faults(table) == {(code, corrected.sequence) for code in codes}


def test_a_reason_of_other_words_is_found():
    table = new_table()
    play(table, dreier(0))
    strike(table, "verzählt")
    assert verify() == []
    behind_the_back("UPDATE tarockclub_note SET text = 'other'")
    assert find_faults() == {("note", 2)}


def test_another_person_after_a_swap_is_found():
    full_book()
    behind_the_back(
        "UPDATE scoring_seated SET person_id = (SELECT max(id) FROM tarockclub_person)"
        " WHERE version > 0 AND sitting_id IN (SELECT id FROM scoring_sitting WHERE place = 2)"
    )
    assert find_faults() == {("seated", 2)}


def test_a_table_without_a_hand_is_proved_too():
    new_table()
    behind_the_back("UPDATE scoring_gametable SET players = 5")
    assert ("start", None) in find_faults()


def test_lines_that_do_not_fit_together_are_told_of_and_the_rest_is_still_proved():
    table, other = full_book(), simple_book()
    first = Entry.objects.get(
        table=table,
        kind="seating",
        deal_number=min(Entry.objects.filter(table=table, kind="seating").values_list("deal_number", flat=True)),
    )
    behind_the_back(f"UPDATE scoring_entry SET record = '{{\"order\":[7,8]}}' WHERE id = {first.pk}")
    codes = {code for code, _ in find_faults(table)}
    assert "hash" in codes
    assert codes & {"unreadable", "not_at_the_table"}
    assert verify([other.pk]) == []


def test_values_that_are_no_amounts_do_not_keep_the_other_books_from_being_proved():
    if connection.vendor == "sqlite":  # PostgreSQL takes no text for a number
        first, second = simple_book(), simple_book()
        behind_the_back(f"UPDATE scoring_gametable SET head = 'x', ended = started WHERE id = {first.pk}")
        assert find_faults() == {("unreadable", None)}
        assert verify([second.pk]) == []


def test_the_quick_look_finds_totals_of_who_stayed_and_of_who_left():
    table = full_book()
    assert list_wrong_totals() == []
    for sitting in Sitting.objects.filter(table=table):
        with connection.cursor() as cursor:
            cursor.execute("UPDATE scoring_total SET money = money + 1 WHERE sitting_id = %s", [sitting.pk])
        [finding] = list_wrong_totals()
        assert (finding.code, finding.place, finding.deal) == ("total", sitting.place, sitting.from_deal)
        assert finding in verify()
        with connection.cursor() as cursor:
            cursor.execute("UPDATE scoring_total SET money = money - 1 WHERE sitting_id = %s", [sitting.pk])
    assert list_wrong_totals() == []


def test_missing_triggers_are_found():
    simple_book()
    connection.check_constraints()
    triggers.remove_triggers(connection)
    assert [finding.code for finding in verify()] == ["triggers"]
    call_command("migrate", verbosity=0)
    assert verify() == []


def test_books_that_do_not_fit_into_memory_at_once_are_proved_one_after_the_other(monkeypatch):
    monkeypatch.setattr(records, "MOST_ENTRIES", 6)
    tables = [simple_book(), new_table(), simple_book(), full_book()]
    assert [len(batch) for batch in records.split_batches(None)] == [2, 1, 1]
    behind_the_back("UPDATE scoring_gametable SET ended = started WHERE ended IS NULL")
    assert [finding.table for finding in verify()] == [table.slug.hex[:8] for table in tables[:3]]


def test_amounts_that_do_not_add_up_are_found_even_where_the_databases_own_check_was_put_off():
    table = simple_book()
    wrong = on_entry(3, "money0 = money0 + 6")
    if connection.vendor == "sqlite":
        behind_the_back("PRAGMA ignore_check_constraints = ON", wrong, "PRAGMA ignore_check_constraints = OFF")
    else:
        behind_the_back("ALTER TABLE scoring_entry DROP CONSTRAINT entry_money_sums_to_zero", wrong)
    assert find_faults(table) == {("hash", 3), ("sum", 3), ("amounts", 3)}


def test_findings_say_nothing_that_would_open_a_tables_pages():
    table = simple_book()
    behind_the_back(on_entry(3, "device = 'other'"))
    [finding] = verify()
    assert table.slug.hex not in str(finding) + finding.sentence
    assert finding.sentence.startswith(f"Tisch {table.slug.hex[:8]}, Eintrag 3, Zeile 3: ")


def test_a_line_is_counted_as_people_count_also_after_one_was_put_between():
    table = simple_book()
    change_book(table, changes.insert_hand(numbers(table)[1], dreier(3)))
    behind_the_back("UPDATE scoring_deal SET key = 'other' WHERE number = 8589934592")
    [finding] = verify()
    assert (finding.line, finding.deal) == (3, 8589934592)
    assert "Zeile 3: " in finding.sentence


@pytest.mark.parametrize("book", [new_table, simple_book, full_book])
def test_an_honest_book_is_clean(book):
    book()
    assert verify() == []
    assert verify_tables() == []
    assert list_wrong_totals() == []


def test_who_came_by_mistake_has_no_total_after_that_was_struck():
    table = new_table()
    play(table, dreier(0))
    change_book(table, changes.change_seats(Seating((0, 1, 2, 3, 4), came=((4, person("Fini")),))))
    play(table, dreier(0))
    came = numbers(table)[1]
    for ask in (changes.strike_line(came), changes.restore_line(came), changes.strike_line(came)):
        change_book(table, ask)
        assert verify() == []
        assert list_wrong_totals() == []


def test_who_comes_again_has_another_total_and_every_swap_and_substitute_is_accounted_for():
    table = new_table()
    play(table, dreier(0))
    fini = person("Fini")
    change_book(table, changes.change_seats(Seating((0, 1, 2, 3, 4), came=((4, fini),))))
    play(table, dreier(1))
    change_book(table, changes.change_seats(Seating((0, 1, 2, 3))))
    change_book(table, changes.change_seats(Seating((0, 1, 2, 4, 3), came=((4, fini),))))
    play(table, dreier(1))
    came, again = numbers(table)[1], numbers(table)[4]
    change_book(table, changes.swap_seats((4, came), (4, again)))
    change_book(table, changes.swap_seats((0, 0), (4, again)))
    change_book(table, changes.change_seats(Seating((0, 1, 2, 4, 3), substitutes=((4, person("Gerti")),))))
    last = numbers(table)[-1]
    for ask in (changes.swap_seats((1, 0), (4, again)), changes.strike_line(last), changes.restore_line(last)):
        change_book(table, ask)
        assert verify() == []
        assert list_wrong_totals() == []
