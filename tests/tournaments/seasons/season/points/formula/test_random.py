"""Random formulas: printing and reading are inverse, no text at all breaks anything, whatever is refused is told."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tarockclub.kit.amounts import format_hundredths
from tests.support.paths import DEV_DOCS
from tests.tournaments.seasons.season.points.formula.values import compute_value
from tournaments.seasons.season.points.formula.evaluate import check_formula
from tournaments.seasons.season.points.formula.nodes import (
    FUNCTIONS,
    VARIABLES,
    Branch,
    Call,
    DayFacts,
    Negative,
    Node,
    Number,
    Operation,
    Variable,
)
from tournaments.seasons.season.points.formula.parser import GERMAN_FACTS, LONGEST, WORDS, parse_formula
from tournaments.seasons.season.points.formula.printer import format_formula
from tournaments.seasons.season.points.formula.problems import Problem, format_formula_problem
from tournaments.seasons.season.points.place_points import parse_places, round_place_points

_numbers = st.builds(
    lambda whole, decimals: Number(Fraction(whole) + Fraction(decimals, 10_000)),
    st.integers(0, 999_999),
    st.one_of(st.just(0), st.integers(0, 9_999)),
)
_leaves = st.one_of(_numbers, st.sampled_from([Variable(name) for name in VARIABLES]))


def _larger(parts: st.SearchStrategy[Node]) -> st.SearchStrategy[Node]:
    compared = st.builds(Operation, st.sampled_from(["=", "!=", "<", "<=", ">", ">="]), parts, parts)
    truths = st.one_of(compared, st.builds(Operation, st.sampled_from(["and", "or"]), compared, compared))
    several = st.lists(parts, min_size=2, max_size=3).map(tuple)
    return st.one_of(
        st.builds(Negative, parts),
        st.builds(Operation, st.sampled_from("+-*/^"), parts, parts),
        st.builds(Branch, truths, parts, parts),
        st.builds(lambda name, of: Call(name, of), st.sampled_from(["min", "max"]), several),
        st.builds(lambda name, of: Call(name, (of,)), st.sampled_from(["round", "floor", "ceil"]), parts),
    )


formulas = st.recursive(_leaves, _larger, max_leaves=10)
texts = st.one_of(
    st.text(max_size=60),
    st.text("()+-*/^,;.0123456789 <>=placeyrsnkto", max_size=60),
    st.lists(st.sampled_from([*sorted(WORDS), *"()+-*/^<>=;,", "1", "2.5"]), max_size=15).map(" ".join),
)


@given(node=formulas, language=st.sampled_from(["en", "de"]))
def test_what_is_printed_is_read_as_the_same_formula(node, language):
    text = format_formula(node, language)
    read = parse_formula(text)
    if len(text) > LONGEST or (isinstance(read, Problem) and read.code in ("too_many", "too_deep")):
        return
    assert read == node
    assert not isinstance(read, Problem)
    assert format_formula(read, language) == text


points = st.one_of(st.none(), st.fractions(-100_000, 100_000, max_denominator=60))


@given(node=formulas, players=st.integers(1, 400), place=st.integers(1, 400), made=points)
def test_every_formula_has_a_value_or_a_problem_that_is_told(node, players, place, made):
    found = compute_value(node, min(place, players), players, DayFacts(made, made, hands=made))
    if isinstance(found, Problem):
        assert format_formula_problem(found, "de")
    else:
        assert isinstance(found, Fraction)
        assert abs(found) <= 100_000


@given(text=texts)
def test_no_text_breaks_anything(text):
    found = parse_formula(text)
    if isinstance(found, Problem):
        assert 0 <= found.at <= len(text) + 1
        assert format_formula_problem(found, "en").isprintable()
    else:
        assert parse_formula(format_formula(found)) == found


def test_the_functions_that_are_tried_are_all_there_are():
    assert set(FUNCTIONS) == {"min", "max", "round", "floor", "ceil"}


@given(base=st.integers(-9, 9), first=st.integers(0, 2), last=st.integers(0, 4))
def test_powers_are_those_of_exact_numbers(base, first, last):
    """The last exponent counts first, as in Python."""
    node = parse_formula(f"({base}) ^ {first} ^ {last}")
    assert not isinstance(node, Problem)
    wanted, found = base**first**last, compute_value(node, 1, 8)
    assert isinstance(found, Problem) if abs(wanted) > 100_000 else found == wanted


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


WRONG = [
    ("players - plase + 1", "position 11: “plase” is not known: did you mean place?"),
    ("(players - place", "position 17: The formula continues here: “)” is missing."),
    ("place ^ 0.5", "position 7: After ^ a whole number from -20 to 20 is needed (place 1 of 4)."),
    ("points / (points - 50)", "position 8: Divided by 0, at place 1 of 4."),
    ("10 / (place - 3)", "position 4: Divided by 0, at place 3 of 4."),
    ("if place then 2 else 1", "position 4: A comparison is expected here, such as place <= 3."),
    ("max(10, 2,5)", "position 9: Two numbers or one with a comma? Write “2; 5” for two, “2.5” for one."),
]


@pytest.mark.parametrize(("typed", "sentence"), WRONG)
def test_what_is_wrong_is_said_with_its_position(typed, sentence):
    assert format_formula_problem(check_formula(typed).problems[0], "en") == sentence


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
