"""The tables of docs/season-points.md say what the program does."""

from fractions import Fraction

import pytest

from tests.support.paths import DOCS
from tournaments.season.points.formula.check import checked
from tournaments.season.points.formula.evaluate import value_of
from tournaments.season.points.formula.parser import parsed
from tournaments.season.points.formula.problems import Problem, told
from tournaments.season.points.place_points import kept
from tournaments.season.points.text import places_in, shown

PAGE = (DOCS / "season-points.md").read_text("utf-8")
AT = ((1, 24), (3, 24), (24, 24), (3, 60))


def rows(head: str) -> list[list[str]]:
    """The rows of the table under a head."""
    _before, _head, rest = PAGE.partition(f"| {head} |")
    lines = rest.split("\n\n")[0].splitlines()[2:]
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in lines]


@pytest.mark.parametrize("row", rows("formula"), ids=str)
def test_the_formulas_come_to_what_the_page_says(row):
    formula, *wanted = row
    node = parsed(formula.strip("`"))
    if wanted[0] == "is refused":
        assert isinstance(node, Problem)
        return
    assert not isinstance(node, Problem)
    found = [value_of(node, place, players) for place, players in AT]
    assert [shown(kept(one, 2), ".") for one in found if isinstance(one, Fraction)] == wanted


@pytest.mark.parametrize("row", rows("typed"), ids=str)
def test_what_is_wrong_is_said_as_the_page_says(row):
    typed, sentence = row
    assert told(checked(typed.strip("`")).problems[0], "en") == sentence


def test_the_words_that_the_page_names_are_known():
    words = [cell for row in rows("English") for cell in row[:2]]
    assert len(words) == 16
    for word in ("place", "rank", "platz", "rang", "players", "spieler", "teilnehmer"):
        assert any(f"`{word}`" in cell for cell in words)
        assert not isinstance(parsed(word), Problem)


def test_the_tables_that_the_page_names_are_read_so():
    assert places_in("223; 198; 180; 168") == places_in("223, 198, 180, 168") == (22300, 19800, 18000, 16800)
    assert places_in("22,5; 19") == places_in("22,5\n19") == (2250, 1900)
    assert places_in("223,198") == (22300, 19800)
    assert places_in("1;" * 300) is not None
    assert places_in("1;" * 301) is None
