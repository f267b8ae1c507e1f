"""The agreements of a table are read back as they were written, and nothing else is read."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.engine.agreement import (
    MOST_CAP,
    MOST_CENTS,
    VERSIONS,
    AgreedPot,
    Stakes,
    find_agreement_problems,
    format_agreement,
    get_usual_rate,
    parse_agreement,
)
from scoring.engine.house_rules.library import BUILT_IN, load_built_in
from scoring.engine.texts import LANGUAGES, describe_problem

CENTS = st.integers(0, MOST_CENTS)
POTS = st.builds(
    AgreedPot, st.sampled_from(VERSIONS), st.integers(1, MOST_CENTS), CENTS, st.none() | st.integers(1, MOST_CAP)
)
POT = {"version": "standard", "stake": 10}


@given(st.builds(Stakes, CENTS, st.booleans(), st.none() | POTS))
def test_what_is_written_is_read_back(agreed):
    assert parse_agreement(format_agreement(agreed)) == agreed
    assert find_agreement_problems(agreed) == ()


def test_what_is_left_out_is_as_by_itself():
    assert parse_agreement("{}") == Stakes(0, False, None)
    assert parse_agreement('{"pagatkassa": {"stake": 10, "version": "treffpunkt"}}').pagatkassa == AgreedPot(
        "treffpunkt", 10, 0, None
    )


def test_the_same_agreement_is_always_the_same_text():
    text = '{"rate":10,"donation":true,"pagatkassa":{"version":"standard","stake":10,"start":0,"cap":null}}'
    assert format_agreement(Stakes(10, True, AgreedPot("standard", 10))) == text
    assert format_agreement(parse_agreement(json.dumps(json.loads(text), indent=1))) == text


@pytest.mark.parametrize(
    ("wrong", "path"),
    [
        ({"rate": -1}, "rate"),
        ({"rate": MOST_CENTS + 1}, "rate"),
        ({"rate": 1.0}, "rate"),
        ({"rate": True}, "rate"),
        ({"rate": None}, "rate"),
        ({"donation": 1}, "donation"),
        ({"pagatkassa": POT | {"version": "steindl"}}, "pagatkassa/version"),
        ({"pagatkassa": POT | {"version": ["standard"]}}, "pagatkassa/version"),
        ({"pagatkassa": POT | {"stake": 0}}, "pagatkassa/stake"),
        ({"pagatkassa": POT | {"stake": MOST_CENTS + 1}}, "pagatkassa/stake"),
        ({"pagatkassa": POT | {"stake": "10"}}, "pagatkassa/stake"),
        ({"pagatkassa": POT | {"start": -1}}, "pagatkassa/start"),
        ({"pagatkassa": POT | {"start": MOST_CENTS + 1}}, "pagatkassa/start"),
        ({"pagatkassa": POT | {"start": None}}, "pagatkassa/start"),
        ({"pagatkassa": POT | {"cap": 0}}, "pagatkassa/cap"),
        ({"pagatkassa": POT | {"cap": MOST_CAP + 1}}, "pagatkassa/cap"),
        ({"rate": -1, "donation": 0, "pagatkassa": POT | {"cap": 0}}, "rate, donation, pagatkassa/cap"),
    ],
)
def test_values_out_of_range_are_refused_with_their_paths(wrong, path):
    with pytest.raises(ValueError, match=f"^{path}$"):
        parse_agreement(json.dumps(wrong))


@pytest.mark.parametrize(
    "text",
    [
        *("", "[]", "null", "3", "{", '{"rates": 3}', '{"pagatkassa": {}}', '{"pagatkassa": 10}'),
        *('{"pagatkassa": {"version": "standard"}}', '{"pagatkassa": {"stake": 10}}'),
        '{"pagatkassa": {"version": "standard", "stake": 10, "most": 3}}',
    ],
)
def test_anything_else_is_refused(text):
    with pytest.raises(ValueError):  # noqa: PT011 -- JSON's own words, or ours
        parse_agreement(text)


def test_a_problem_is_told_in_both_languages_with_the_range_in_euros():
    (problem,) = find_agreement_problems(Stakes(pagatkassa=AgreedPot("standard", 0)))
    assert [describe_problem(problem, language) for language in LANGUAGES] == [
        "Hier gehört ein Betrag von 0,01 bis 100,00 Euro hin.",
        "Enter an amount from 0.01 to 100.00 euros.",
    ]


def test_every_problem_has_a_sentence():
    wrong = json.loads('{"rate": -1, "donation": 0}')
    every = find_agreement_problems(Stakes(wrong["rate"], wrong["donation"], AgreedPot("no such", 0, -1, 0)))
    assert len(every) == 6
    for problem in every:
        assert len({describe_problem(problem, language) for language in LANGUAGES}) == len(LANGUAGES)


def test_a_sheet_names_its_usual_rate():
    rates = {
        sheet_id: get_usual_rate(rules.build_sheet().point)
        for sheet_id in BUILT_IN
        if (rules := load_built_in(sheet_id))
    }
    assert rates["skoty"] == 10
    assert rates["treffpunkt"] == 0
