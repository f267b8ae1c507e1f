"""The meaning of formulas, in both languages; faults in them are told with their position."""

from fractions import Fraction

import pytest

from tests.tournaments.seasons.season.points.formula.values import compute_value
from tournaments.seasons.season.points.formula import evaluate
from tournaments.seasons.season.points.formula.evaluate import (
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
from tournaments.seasons.season.points.formula.nodes import FUNCTIONS, DayFacts
from tournaments.seasons.season.points.formula.parser import DEEPEST, parse_formula
from tournaments.seasons.season.points.formula.printer import format_formula
from tournaments.seasons.season.points.formula.problems import TEXTS, WHATS, Problem, format_formula_problem

# A formula, a place, how many players, what it comes to: worked out by hand.
MEANS = [
    ("players - place + 1", 3, 24, "22"),
    ("spieler - platz + 1", 3, 24, "22"),
    ("Teilnehmer − Rang + 1", 3, 24, "22"),
    ("2 + 3 * 4 - 6 / 3", 1, 8, "12"),
    ("(2 + 3) * 4", 1, 8, "20"),
    ("10 - 4 - 3", 1, 8, "3"),
    ("100 / 8 / 2", 1, 8, "6.25"),
    ("100 : 8 ÷ 2 × 4 · 2", 1, 8, "50"),
    ("-place + 10", 4, 8, "6"),
    ("10 - -place", 4, 8, "14"),
    ("+5 - +place", 4, 8, "1"),
    ("12,5 + 0.25", 1, 8, "12.75"),
    ("1 / 3 * 3", 1, 8, "1"),
    ("if place = 1 then 25 else 10", 1, 8, "25"),
    ("wenn platz = 1 dann 25 sonst 10", 2, 8, "10"),
    ("if(place = 1, 25, 10)", 2, 8, "10"),
    ("wenn(platz = 1; 25; 10)", 1, 8, "25"),
    ("if (place + 1) * 2 > 5 then 1 else 0", 2, 8, "1"),
    ("if (place <= 3) then 1 else 0", 4, 8, "0"),
    ("if place <= 3 and players >= 8 then 5 else 1", 3, 8, "5"),
    ("if place ≤ 3 und spieler ≥ 8 then 5 else 1", 3, 7, "1"),
    ("if place < 2 or place > 7 then 9 else 1", 8, 8, "9"),
    ("if place < 2 oder place > 7 then 9 else 1", 5, 8, "1"),
    ("if place = 2 or place = 3 and players = 9 then 9 else 1", 2, 8, "9"),
    ("if (place = 2 or place = 3) and players = 9 then 9 else 1", 2, 8, "1"),
    ("if place != 1 then 1 else 2", 2, 8, "1"),
    ("if place <> 1 then 1 else 2", 1, 8, "2"),
    ("if place ≠ 1 then 1 else 2", 1, 8, "2"),
    ("if place == 1 then 1 else 2", 1, 8, "1"),
    ("if place = 1 then 3 else if place = 2 then 2 else 1", 2, 8, "2"),
    ("10 + if place = 1 then 5 else 0", 1, 8, "15"),
    ("min(place, 3, players) + max(2; 4)", 5, 8, "7"),
    ("round(2.5) + round(-2.5) + floor(2.9) + ceil(2.1)", 1, 8, "5"),
    ("runden(5/2) + abrunden(5/2) + aufrunden(5/2)", 1, 8, "8"),
    ("[players - place] * 2", 1, 8, "14"),
    ("round(100 * (players - place) / players) + 1", 3, 24, "89"),
    ("MAX(1, Players-PLACE)", 8, 8, "1"),
    ("place ^ 3", 3, 8, "27"),
    ("platz ** 2", 3, 8, "9"),
    ("2 ^ 3 ^ 2", 1, 8, "512"),
    ("(2 ^ 3) ^ 2", 1, 8, "64"),
    ("-2 ^ 2", 1, 8, "-4"),
    ("(-2) ^ 2", 1, 8, "4"),
    ("2 ^ -2", 1, 8, "0.25"),
    ("2 * 3 ^ 2 / 9", 1, 8, "2"),
    ("0 ^ 0 + 0 ^ 2", 1, 8, "1"),
    ("round(200 * ((players - place) / (players - 1)) ^ 3)", 3, 24, "152"),
    ("(1 / 3) ^ 2 * 9", 1, 8, "1"),
]


@pytest.mark.parametrize(("text", "place", "players", "wanted"), MEANS)
def test_a_formula_means_what_people_mean_by_it(text, place, players, wanted):
    node = parse_formula(text)
    assert not isinstance(node, Problem), format_formula_problem(node, "en")
    assert compute_value(node, place, players) == Fraction(wanted)
    for language in ("en", "de"):
        assert parse_formula(format_formula(node, language)) == node


# A text, the code of what is wrong, and where.
WRONG = [
    ("", "empty", 0),
    ("   ", "empty", 0),
    ("place" * 100, "too_long", 0),
    ("1+" * 100 + "1", "too_many", 0),
    ("(" * 30 + "1" + ")" * 30, "too_deep", DEEPEST + 2),
    ("-" * 30 + "1", "too_deep", DEEPEST + 2),
    ("min(1;" * 25 + "1" + ")" * 25, "too_deep", 6 * DEEPEST + 5),
    ("10 $ place", "unknown_sign", 4),
    ("10 \x00", "unknown_sign", 4),
    ("place ^", "ends_early", 8),
    ("2 ^ (1 = 1)", "wants_number", 6),
    ("(1 = 1) ^ 2", "wants_number", 2),
    ("^ 2", "expected", 1),
    ("2" + "^1" * 30, "too_deep", 2 * DEEPEST + 3),
    ("1234567", "number_long", 1),
    ("1.23456", "number_long", 1),
    ("max(1.234,5; 3)", "comma_unclear", 5),
    ("1.2.3 * place", "unknown_sign", 1),
    ("min(2,5)", "comma_unclear", 5),
    ("if(place = 1, (2,5), 1)", "comma_unclear", 16),
    ("10 - plase", "did_you_mean", 6),
    ("10 - spiler", "did_you_mean", 6),
    ("10 - wxyz", "unknown_word", 6),
    ("__import__", "unknown_word", 1),
    ("10 -", "ends_early", 5),
    ("(10", "ends_early", 4),
    ("min", "ends_early", 4),
    ("if place = 1", "ends_early", 13),
    ("if place = 1 then 2", "ends_early", 20),
    ("if(place = 1, 2", "ends_early", 16),
    ("if(place = 1, 2)", "expected", 16),
    ("if(place = 1, 2, 3", "ends_early", 19),
    ("if (place", "ends_early", 10),
    ("max 3", "expected", 5),
    ("* 3", "expected", 1),
    ("3 4", "goes_on", 3),
    ("3)", "goes_on", 2),
    ("3 then 4", "goes_on", 3),
    ("place = 1", "wants_number", 1),
    ("2 + (place = 1)", "wants_number", 6),
    ("(place = 1) * 2", "wants_number", 2),
    ("-(place = 1)", "wants_number", 3),
    ("min(place = 1, 2)", "wants_number", 5),
    ("if place then 2 else 3", "wants_truth", 4),
    ("if place and 1 = 1 then 2 else 3", "wants_truth", 4),
    ("if 1 = 1 and place + 1 then 2 else 3", "wants_truth", 14),
    ("if 1 < place < 3 then 1 else 2", "chain", 14),
    ("min(1)", "how_many", 1),
    ("max(1,  2, 3, 4, 5, 6, 7, 8, 9, 10)", "how_many", 1),
    ("2 + round(1, 2)", "how_many_exactly", 5),
]


@pytest.mark.parametrize(("text", "code", "at"), WRONG)
def test_what_is_wrong_is_said_with_its_position(text, code, at):
    found = parse_formula(text)
    assert isinstance(found, Problem)
    assert (found.code, found.at) == (code, at)
    for language in ("en", "de"):
        sentence = format_formula_problem(found, language)
        assert "{" not in sentence
        assert sentence.isprintable()
        assert (str(at) in sentence) == bool(at) or str(at) in "0123456789"


@pytest.mark.parametrize(
    ("text", "place", "players", "code", "at"),
    [
        ("1 / (place - 3)", 3, 8, "divided_by_zero", 3),
        ("999999 * 999999", 1, 8, "too_large", 0),
        ("999999 * 999999 * 999999 * 999999", 1, 8, "too_large", 26),
        ("1 / 999999 / 999999 / 999999 / 999999", 1, 8, "too_large", 30),
        ("if 1 / (place - 1) > 1 then 1 else 2", 1, 8, "divided_by_zero", 6),
        ("(place - 1) ^ -1", 1, 8, "divided_by_zero", 13),
        ("2 ^ 0.5", 1, 8, "exponent", 3),
        ("2 ^ 21", 1, 8, "exponent", 3),
        ("9 ^ 9 ^ 9", 1, 8, "exponent", 3),
        ("9 ^ -21", 1, 8, "exponent", 3),
        ("99999 ^ 20", 1, 8, "too_large", 7),
        ("99999 ^ -20", 1, 8, "too_large", 7),
        ("(999999 + 999999) ^ 20 ^ 1", 1, 8, "too_large", 19),
        ("points", 1, 8, "points_unknown", 0),
    ],
)
def test_what_cannot_be_reckoned_is_no_error_of_the_program(text, place, players, code, at):
    node = parse_formula(text)
    assert not isinstance(node, Problem)
    found = compute_value(node, place, players)
    assert isinstance(found, Problem)
    assert (found.code, found.at) == (code, at)
    assert str(players) in format_formula_problem(found, "en")
    assert str(place) in format_formula_problem(found, "de")


def test_only_the_chosen_branch_is_reckoned():
    node = parse_formula("if place = players then 1 else 10 / (players - place)")
    assert not isinstance(node, Problem)
    assert compute_value(node, 8, 8) == 1


def test_every_sentence_stands_in_both_languages():
    assert all(len(pair) == 2 and all(pair) for pair in (*TEXTS.values(), *WHATS.values()))


@pytest.mark.parametrize("language", ["de", "en"])
def test_every_variable_and_function_without_its_value_is_told_in_words(language):
    for name in set(DayFacts._fields) - {"days"}:  # a day alone is one
        for text in (
            name,
            *(f"{function}({name}{f'; {name}' * (least - 1)})" for function, (least, _) in FUNCTIONS.items()),
        ):
            node = parse_formula(text)
            assert not isinstance(node, Problem), text
            problem = compute_value(node, 1, 4)
            assert isinstance(problem, Problem), text
            sentence = format_formula_problem(problem, language)
            assert name == "points" or WHATS[name][language == "en"] in sentence


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
    evaluate._check_sizes.cache_clear()
    assert check_formula(text).formula is not None
    has_fractions = any(sign in text for sign in "/^.")
    assert 0 < len(steps) <= MOST_STEPS * (1 if has_fractions else WHOLE_NUMBERS)


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


def test_a_formula_of_points_is_tried_with_many_points():
    assert check_formula("max(0, min(points, 50 + points / 2, 200))") == check_formula(
        "max(0; min(punkte; 50 + punkte / 2; 200))"
    )
    assert check_formula("max(0, points)").warnings == ()
    [warning] = check_formula("points").warnings
    assert (warning.code, dict(warning.facts)) == ("negative_points", {"made": -1})
    assert [problem.code for problem in check_formula("10 / (points - 50)").problems] == ["divided_by_zero"]
    assert [warning.code for warning in check_formula("max(0, points) + place").warnings] == ["rises"]
