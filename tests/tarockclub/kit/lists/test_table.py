"""Whatever stands in a list is read or refused, and carried unchanged; hostile ones are in tests/data/lists."""

import contextlib
import json
from collections import Counter
from datetime import date
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tarockclub.kit.lists.columns import KINDS
from tarockclub.kit.lists.file import read_file, read_pasted
from tarockclub.kit.lists.people import Choices, Purpose, Reading, read_rows
from tarockclub.kit.lists.table import (
    LAST_ROW,
    LONGEST_CARRIED,
    Cell,
    ListSheet,
    Note,
    Row,
    Table,
    Unreadable,
    decode_table,
    encode_table,
)
from tests.tarockclub.kit.lists.folder import LOOKS, OUTS, build_raw, expect_people, load_cases, read_case, tell_person

HEADINGS = "Name Nachname Vorname Ort Nr Startnummer Platz Punkte Summe Runde Warteliste Bezahlt Mannschaft"
OTHERS = "Lind|Ada|x|ja|Lind, Ada|1.500|2,5|7|1.|12.3.1950|(Wien)|offen 12 €|#NV|✅|Ruiz Sol, Ana|–|?|"
WORDS = st.sampled_from([*HEADINGS.split(), *OTHERS.split("|")])
TEXTS = WORDS | st.text(max_size=12).map(str.strip)
VALUES = st.none() | st.booleans() | st.dates(date(1000, 1, 1)) | st.fractions(-(10**14), 10**14, max_denominator=10**9)
CELLS = st.builds(Cell, WORDS, VALUES)
ROWS = st.lists(st.lists(CELLS, min_size=1, max_size=6), max_size=8)
SHEETS = st.lists(ROWS, min_size=1, max_size=3)
CHOICES = st.builds(
    Choices,
    st.none() | st.integers(-3, 5),
    st.booleans(),
    st.lists(st.sampled_from([*sorted(KINDS), ""]), max_size=7).map(tuple),
    st.sampled_from(["", "first", "last"]),
    st.sampled_from(["", "thousands", "decimal"]),
)
PURPOSES = st.builds(
    Purpose,
    st.frozensets(st.sampled_from(sorted(KINDS))),
    st.sampled_from([0, 1200]),
    st.sampled_from([frozenset(), frozenset(("ada lind", "ana ruiz sol"))]),
)


def build_table(sheets) -> Table:
    """A table of these cells; empty cells at the end of a row are none."""
    built = []
    for rows in sheets:
        kept = [[*cells[:-1], cells[-1]._replace(text=cells[-1].text or "x")] for cells in rows]
        listed = tuple(Row(number, tuple(cells), bool(number % 3)) for number, cells in enumerate(kept, 1))
        built.append(ListSheet("A", listed))
    return Table(tuple(built), (Note("far_cells"),))


def check(reading: Reading) -> None:
    """Every row has a reason to stay out, or somebody in it."""
    for row in reading.rows:
        assert row.out in ("", *OUTS)
        assert set(row.looks) <= set(LOOKS)
        assert row.out or row.name or row.player
        assert len(row.name) <= 80
        assert row.paid != "ask" or row.paid_word
        assert row.number is None or 0 < row.number <= 9999
    assert len({row.row for row in reading.rows}) == len(reading.rows)
    assert set(reading.questions) <= {"order", "dot"}


@given(SHEETS, PURPOSES, CHOICES)
def test_any_cells_are_read_with_any_choices(sheets, purpose, choices):
    table = build_table(sheets)
    assert decode_table(encode_table(table)) == table
    with contextlib.suppress(Unreadable):
        check(read_rows(table, purpose, choices))


@given(st.lists(st.lists(TEXTS, max_size=5).map(";".join) | TEXTS, max_size=9).map("\n".join), PURPOSES)
def test_any_text_is_read(text, purpose):
    try:
        table = read_pasted(text)
        check(read_rows(table, purpose))
    except Unreadable:
        return
    assert decode_table(encode_table(table)) == table


@given(st.binary(max_size=200))
def test_any_bytes_are_read_or_refused(raw):
    for start in (b"", b"PK\x03\x04", b"\xd0\xcf\x11\xe0", b"BEGIN:VCARD\n", b"\xff\xfe"):
        try:
            table = read_file(start + raw)
            check(read_rows(table, Purpose(KINDS)))
        except Unreadable:
            continue
        assert decode_table(encode_table(table)) == table


JSON = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats()
    | st.text(max_size=3)
    | st.sampled_from(["1/2", "2026-01-01"]),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=2), inner, max_size=2),
    max_leaves=30,
)


@given(JSON)
def test_what_no_page_has_carried_is_no_table_or_one_that_can_be_carried(value):
    table = decode_table(json.dumps(value))
    assert table is None or decode_table(encode_table(table)) == table


def test_hostile_tables_are_none():
    row = '[1,1,"Ada"]'
    for text in (
        "",
        "[" * 99_999,
        "{}",
        "[[],[]]",
        f'[[["A",1,[{row},{row}]]],[]]',  # the same row twice
        f'[[["A",true,[{row}]]],[]]',
        '[[["A",1,[[1,1,"Ada",""]]]],[]]',  # an empty cell at the end
        '[[["A",1,[[1,1,"\\ud800"]]]],[]]',
        '[[["A",1,[[1,1,["x","1/0"]]]]],[]]',
        '[[["A",1,[[1,1,["x","2026-02-30"]]]]],[]]',
        f'[[["A",1,[[1,1,["x","{"9" * 5000}"]]]]],[]]',
        f'[[["A",1,[[{LAST_ROW + 1},1,"Ada"]]]],[]]',
        f'[[["A",1,[{row}]]],[["note",1]]]',
        "9" * 5000,
        " " * (LONGEST_CARRIED + 1),
    ):
        assert decode_table(text) is None, text[:40]
    assert decode_table(f'[[["A",1,[{row}]]],[]]') == Table((ListSheet("A", (Row(1, (Cell("Ada"),)),)),))


def test_a_table_too_long_for_a_page_is_not_carried():
    rows = tuple(Row(number, (Cell("x" * 399), Cell("1", Fraction(1)))) for number in range(1, 2400))
    assert encode_table(Table((ListSheet("", rows),))) == ""


CASES = load_cases()


@pytest.mark.heavy_but("csv-a-person-called-like-a-heading")
@pytest.mark.parametrize("name", CASES)
def test_a_list_is_read_as_the_club_means_it(name):
    case, reading = CASES[name], read_case(CASES[name])
    assert [tell_person(row) for row in reading.rows if not row.out] == expect_people(case)
    assert Counter(row.out for row in reading.rows if row.out) == case.get("out", {})
    assert list(reading.questions) == case.get("questions", [])
    assert [text for _number, text in reading.outside] == case.get("outside", [])
    assert [" ".join(filter(None, note)) for note in read_file(build_raw(case)).notes] == case.get("notes", [])
    assert reading.hidden == case.get("hidden", 0)
    if "columns" in case:
        assert [column.kind for column in reading.columns] == case["columns"]


@pytest.mark.parametrize("name", CASES)
def test_a_list_is_the_same_after_a_page_has_carried_it(name):
    table = read_file(build_raw(CASES[name]))
    assert decode_table(encode_table(table)) == table


def test_the_folder_is_large_enough_to_mean_something():
    assert len(CASES) >= 80
