"""The database itself refuses what must never stand in a book."""

import pytest
from django.db import IntegrityError, connection, transaction
from django.db.models import ProtectedError

from scoring.models import PLACES, Deal, Entry, Sitting
from tests.scoring.support.tables import dreier, new_table, play
from tests.support.shared_rows import share_rows

pytestmark = pytest.mark.django_db
AMOUNTS = [(letter, place) for letter in ("money", "written") for place in range(PLACES)]


def copy_entry(entry, **changed):
    """An entry like this one, not saved yet."""
    values = {field.attname: getattr(entry, field.attname) for field in Entry._meta.concrete_fields}
    values.update(id=None, sequence=entry.sequence + 1, key=f"{entry.key[:50]}-copy", **changed)
    return Entry(**values)


@share_rows
def entry():
    """An entry of a hand."""
    written = play(new_table(), dreier(0)).entry
    assert written is not None
    return written


def inserted_like(entry: Entry, changed: str, value: str) -> str:
    """A statement that writes an entry once more with another sequence number and key, and one other column."""
    columns = [field.column for field in Entry._meta.concrete_fields if not field.primary_key]
    values = {"sequence": "sequence + 1", "key": "'another'", changed: value}
    selected = ", ".join(values.get(str(column), str(column)) for column in columns)
    names = ", ".join(str(column) for column in columns)
    return f"INSERT INTO scoring_entry ({names}) SELECT {selected} FROM scoring_entry WHERE id = {entry.pk}"


@pytest.mark.parametrize(("letter", "place"), AMOUNTS)
def test_not_even_plain_sql_makes_an_entry_that_does_not_add_up(entry, letter, place):
    statement = inserted_like(entry, f"{letter}{place}", f"{letter}{place} - 1")
    with (
        pytest.raises(IntegrityError, match=f"entry_{letter}_sums_to_zero"),
        transaction.atomic(),
        connection.cursor() as cursor,
    ):
        cursor.execute(statement)


@pytest.mark.parametrize(("letter", "place"), AMOUNTS)
def test_an_amount_cannot_be_missing_because_nothing_would_pass_the_check(entry, letter, place):
    statement = inserted_like(entry, f"{letter}{place}", "NULL")
    with (
        pytest.raises(IntegrityError, match=r"(?i)not.null"),
        transaction.atomic(),
        connection.cursor() as cursor,
    ):
        cursor.execute(statement)


def test_what_adds_up_over_six_places_is_taken(entry):
    copy_entry(entry, money4=7, money5=-7, written0=entry.written0 + 3, written5=-3).save(force_insert=True)


@pytest.mark.parametrize("same", ["sequence", "key"])
def test_a_sequence_number_and_a_key_stand_once_at_a_table(entry, same):
    wrong = copy_entry(entry)
    setattr(wrong, same, getattr(entry, same))
    with pytest.raises(IntegrityError), transaction.atomic():
        wrong.save(force_insert=True)


def test_a_deal_has_one_entry_that_counts(entry):
    other = copy_entry(entry)
    other.save(force_insert=True)
    with pytest.raises(IntegrityError), transaction.atomic():
        Deal.objects.create(table=entry.table, number=entry.deal_number, entry=other)


def test_what_history_refers_to_cannot_be_deleted(entry):
    for needed in (entry, entry.table, entry.table.sheet_version, Sitting.objects.filter(table=entry.table)[0]):
        with pytest.raises(ProtectedError):
            needed.delete()


def test_nobody_sits_at_a_seventh_place(entry):
    with pytest.raises(IntegrityError, match="sitting_place_known"), transaction.atomic():
        Sitting.objects.create(table=entry.table, place=PLACES)
