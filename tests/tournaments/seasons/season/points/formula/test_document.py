"""The tables of docs/dev/season-points.md say what the program does."""

from fractions import Fraction

import pytest

from tarockclub.kit.amounts import format_hundredths
from tests.support.paths import DEV_DOCS
from tournaments.seasons.season.points.formula.check import check_formula
from tournaments.seasons.season.points.formula.evaluate import compute_value
from tournaments.seasons.season.points.formula.facts import DayFacts
from tournaments.seasons.season.points.formula.nodes import VARIABLES
from tournaments.seasons.season.points.formula.parser import parse_formula
from tournaments.seasons.season.points.formula.problems import Problem, format_formula_problem
from tournaments.seasons.season.points.formula.tokens import GERMAN_FACTS
from tournaments.seasons.season.points.place_points import round_place_points
from tournaments.seasons.season.points.text import parse_places

PAGE = (DEV_DOCS / "season-points.md").read_text("utf-8")
AT = ((1, 24), (3, 24), (24, 24), (3, 60))


def rows(head: str) -> list[list[str]]:
    """The rows of the table under a head."""
    _before, _head, rest = PAGE.partition(f"| {head} |")
    lines = rest.split("\n\n")[0].splitlines()[2:]
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in lines]


@pytest.mark.parametrize("row", rows("formula | 1st of 24"), ids=str)
def test_the_formulas_come_to_what_the_page_says(row):
    formula, *wanted = row
    node = parse_formula(formula.strip("`"))
    if wanted[0] == "is refused":
        assert isinstance(node, Problem)
        return
    assert not isinstance(node, Problem)
    found = [compute_value(node, place, players) for place, players in AT]
    assert [
        format_hundredths(round_place_points(value, 2), "en") for value in found if isinstance(value, Fraction)
    ] == wanted


@pytest.mark.parametrize("row", rows("formula | 80 made"), ids=str)
def test_the_points_made_come_to_what_the_page_says(row):
    formula, *wanted = row
    node = parse_formula(formula.strip("`"))
    assert not isinstance(node, Problem)
    found = [compute_value(node, 1, 24, DayFacts(made)) for made in (80, 100, 160, 300, -20)]
    assert found == [Fraction(amount) for amount in wanted]


@pytest.mark.parametrize("row", rows("typed"), ids=str)
def test_what_is_wrong_is_said_as_the_page_says(row):
    typed, sentence = row
    assert format_formula_problem(check_formula(typed.strip("`")).problems[0], "en") == sentence


def test_the_words_that_the_page_names_are_known():
    words = [cell for row in rows("English") for cell in row[:2]]
    for word in ("rank", "rang", "teilnehmer", *VARIABLES, *(GERMAN_FACTS[fact] for fact in DayFacts._fields)):
        assert any(f"`{word}`" in cell for cell in words)
        assert not isinstance(parse_formula(word), Problem)


def test_the_tables_that_the_page_names_are_read_so():
    assert parse_places("223; 198; 180; 168") == parse_places("223, 198, 180, 168") == (22300, 19800, 18000, 16800)
    assert parse_places("22,5; 19") == parse_places("22,5\n19") == (2250, 1900)
    assert parse_places("223,198") == (22300, 19800)
    assert parse_places("1;" * 300) is not None
    assert parse_places("1;" * 301) is None
