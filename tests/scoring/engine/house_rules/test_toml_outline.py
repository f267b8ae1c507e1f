"""Lists of tables in a sheet file: read as tomllib reads them, with the places of their keys."""

import tomllib

import pytest

from scoring.engine.house_rules.toml_outline import find_line, read_outline

LISTS_OF_TABLES = """
[[a]]
x = 1
[a.b]
y = 2
[[a]]
x = 3
[[a.c]]
z = 1
[[a.c]]
z = 2
"""


def test_lists_of_tables_are_read_as_tomllib_reads_them():
    found = read_outline(LISTS_OF_TABLES)
    assert (found.table, found.faults) == (tomllib.loads(LISTS_OF_TABLES), [])
    assert find_line(LISTS_OF_TABLES, found.places["a", "2", "c", "1", "z"]).line == 9


@pytest.mark.parametrize("text", ["[a]\nx = 1\n[[a]]\ny = 2", "a = 1\n[[a]]\ny = 2", "[[a]\ny = 2"])
def test_a_list_of_tables_that_is_something_else_already_is_told(text):
    assert read_outline(text).faults
