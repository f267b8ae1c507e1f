"""A formula is tried out for every place of many players before it is kept."""

from fractions import Fraction

import pytest

from tournaments.seasons.season.points.formula import check, evaluate
from tournaments.seasons.season.points.formula.check import (
    ALL_SIZES,
    FEWEST,
    MOST,
    MOST_STEPS,
    QUICK_SIZES,
    SAMPLED_SIZES,
    WHOLE_NUMBERS,
    check_formula,
    check_quickly,
)
from tournaments.seasons.season.points.formula.evaluate import compute_value
from tournaments.seasons.season.points.formula.parser import parse_formula


def test_every_number_of_players_is_tried():
    assert (FEWEST, MOST) == (4, 300)
    assert tuple(range(4, 301)) == ALL_SIZES
    found = check_formula("10 / (players - 57)")
    assert found.formula is None
    assert [(problem.code, dict(problem.facts)["players"]) for problem in found.problems] == [("divided_by_zero", 57)]


def test_long_formulas_are_tried_for_fewer_numbers_but_all_small_ones():
    assert set(range(4, 65)) <= set(SAMPLED_SIZES) < set(ALL_SIZES)
    assert check_formula("1/2 + 1/3 + 1/4 + 1/5 + 1/(players - 64)").problems


def test_who_types_is_answered_by_fewer_numbers():
    assert set(QUICK_SIZES) < set(ALL_SIZES)
    assert check_quickly("10 / (players - 57)").formula is not None
    assert check_quickly("10 / (players - 60)").formula is not None
    assert check_quickly("10 / (players - 24)").problems


@pytest.mark.heavy
@pytest.mark.parametrize(
    "text",
    [
        "1^20" + "+1^20" * 15,
        "1" + "+1^20" * 37,
        "1" + "+1^-9" * 29,
        "0.1" + "+0.1" * 59,
        "1" + "+7/place" * 37,
        "1/7" + "+1" * 38,
        "points/7" + "+points/7" * 32,
        "points" + "+0.1" * 58,
        "1" + "+1" * 74,
    ],
)
def test_no_formula_takes_long_to_check(text, monkeypatch):
    steps: list[int] = []
    pair = evaluate._compile_pair

    def compile_pair(node):
        run = pair(node)

        def count(day):
            steps.append(1)
            return run(day)

        return count

    monkeypatch.setattr(evaluate, "_compile_pair", compile_pair)
    check._check_sizes.cache_clear()
    assert check_formula(text).formula is not None
    has_fractions = any(sign in text for sign in "/^.")
    assert 0 < len(steps) <= MOST_STEPS * (1 if has_fractions else WHOLE_NUMBERS)


def test_a_power_is_one_operation():
    assert compute_value(parse_formula("(1/3) ^ 9 * 3 ^ 8"), 1, 8) == Fraction(1, 3)  # type: ignore[arg-type]
    products: list[int] = []

    class Counting(Fraction):
        def __mul__(self, other):
            products.append(1)
            return Fraction(self) * other

        __rmul__ = __mul__

    assert evaluate._compute_power(Counting(1, 3), 20, 1) == Fraction(1, 3**20)
    assert products == []


@pytest.mark.parametrize(
    ("text", "warned"),
    [
        ("players - place + 1", []),
        ("10", []),
        ("10 - place", [("negative", 11, 11)]),
        ("place", [("rises", 2, 4)]),
        ("place - 3", [("negative", 1, 4), ("rises", 2, 4)]),
    ],
)
def test_what_looks_wrong_is_told_but_not_refused(text, warned):
    found = check_formula(text)
    assert found.formula is not None
    facts = [(warning.code, dict(warning.facts)["place"], dict(warning.facts)["players"]) for warning in found.warnings]
    assert sorted(facts) == sorted(warned)


def test_what_cannot_be_read_has_no_formula():
    assert check_formula("plaze + 1").formula is None
    assert [problem.code for problem in check_formula("1 +").problems] == ["ends_early"]


def test_a_formula_of_points_is_tried_with_many_points():
    assert check_formula("max(0, min(points, 50 + points / 2, 200))") == check_formula(
        "max(0; min(punkte; 50 + punkte / 2; 200))"
    )
    assert check_formula("max(0, points)").warnings == ()
    [warning] = check_formula("points").warnings
    assert (warning.code, dict(warning.facts)) == ("negative_points", {"made": -1})
    assert [problem.code for problem in check_formula("10 / (points - 50)").problems] == ["divided_by_zero"]
    assert [warning.code for warning in check_formula("max(0, points) + place").warnings] == ["rises"]
