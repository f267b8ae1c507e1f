"""Lists that are hostile by accident are read as the club means them, or ask; each is a file in tests/data/lists."""

from collections import Counter

import pytest

from tarockclub.kit.lists.file import read_file
from tarockclub.kit.lists.table import decode_table, encode_table
from tests.tarockclub.kit.lists.folder import build_raw, expect_people, load_cases, read_case, tell_person

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
