"""Pasted lists and CSV files as people have them: numbered, copied, the surname first, in old letters."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tournaments.people.name_lists.choices import encode_rows, parse_rows
from tournaments.people.name_lists.columns import ListPerson
from tournaments.people.name_lists.file import parse_file_people, parse_text_people
from tournaments.people.name_lists.rows import Unreadable


def names(text: str) -> list[tuple[str, int | None]]:
    return [(person.name, person.number) for person in parse_text_people(text)]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Anna Maier\nBerta Huber", [("Anna Maier", None), ("Berta Huber", None)]),
        ("1. Anna Maier\n2) Berta Huber\n 3 Cilli", [("Anna Maier", 1), ("Berta Huber", 2), ("Cilli", 3)]),
        ("Maier, Anna\nHuber,Berta", [("Anna Maier", None), ("Berta Huber", None)]),
        ("12. Maier, Anna", [("Anna Maier", 12)]),
        ("7\tAnna Maier\tWien", [("Anna Maier", 7)]),
        ("Nr;Vorname;Name\n7;Anna;Maier", [("Anna Maier", 7)]),
        ("Maier\tAnna\nHuber\tBerta", [("Anna Maier", None), ("Berta Huber", None)]),
        ("Name\nAnna Maier", [("Anna Maier", None)]),
        ("Nachname, Vorname\nMaier, Anna", [("Anna Maier", None)]),
        ("• Anna Maier", [("• Anna Maier", None)]),
        ("Anna Maier, Wien, bezahlt", [("Anna Maier", None)]),
        ("  Anna \u00a0 Maier\u200b  ", [("Anna Maier", None)]),
    ],
)
def test_a_pasted_list_is_understood(text, expected):
    assert names(text) == expected


def test_what_has_no_letters_or_too_many_is_left_out_and_said():
    found = parse_text_people("Anna\n???\n" + "x" * 81)
    assert [(row.row, row.unreadable) for row in found] == [(1, ""), (2, "no_name"), (3, "too_long")]


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "cp1252", "utf-16"])
def test_csv_is_read_in_the_letters_it_was_saved_in(encoding):
    raw = 'Startnummer;Name\r\n4;"Müller; genannt ""Jörgl"""\r\n5;"Weiß, Renée"\r\n'.encode(encoding)
    assert parse_file_people(raw) == [ListPerson(2, 'Müller; genannt "Jörgl"', 4), ListPerson(3, "Renée Weiß", 5)]


def test_csv_with_commas_and_names_over_two_lines_keeps_its_line_numbers():
    raw = b'name,number\n"Anna\nMaier",1\nBerta,2\n'
    assert parse_file_people(raw) == [ListPerson(2, "Anna Maier", 1), ListPerson(4, "Berta", 2)]


@given(st.text(max_size=300))
@settings(max_examples=50)
def test_no_text_breaks_anything(text):
    try:
        found = parse_text_people(text)
    except Unreadable:
        return
    assert parse_rows(encode_rows(found)) == found


@given(st.binary(max_size=200))
@settings(max_examples=50)
def test_no_file_breaks_anything(raw):
    for start in (b"", b"PK\x03\x04"):
        try:
            parse_file_people(start + raw)
        except Unreadable:
            continue
