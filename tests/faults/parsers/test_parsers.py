"""Whatever reads what strangers send ends in time, also with input that is made to take long, and none is forgotten."""

import time
import tomllib

import pytest

from tarockclub.platform.server.apart.messages import TooMuchWork
from tarockclub.platform.server.apart.pool import SECONDS, run_apart
from tests.faults.parsers.readers import READERS, measure
from tests.faults.parsers.sources import list_expressions, list_parsing_modules, try_expression
from tests.support.paths import ROOT

TURN_SECONDS = 1.0  # of the processor, where everybody waits; 0.3 on a machine that does nothing else
TRIES, LATE = 3, 5.0
PARSERS = tomllib.loads((ROOT / "tests/data/parsers.toml").read_text("utf-8"))


def test_every_module_that_parses_says_of_whom_and_strangers_have_a_reader_that_is_measured():
    own, strangers = PARSERS["own"]["modules"].split(), PARSERS["strangers"]
    assert list_parsing_modules() - {*own, *strangers} == set()
    assert set(strangers.values()) <= READERS.keys()


@pytest.mark.heavy
@pytest.mark.parametrize("name", READERS)
def test_a_reader_has_an_end_whatever_it_reads(name):
    reader, took = READERS[name], {}
    for what, given in reader.inputs().items():
        began = time.monotonic()
        try:
            took[what] = _measure_best(reader.function, given, tries=1 if reader.is_apart else TRIES)
        except TooMuchWork:
            took[what] = time.monotonic() - began
    worst = max(took, key=lambda what: took[what])
    print(f"{name}: {worst}, {took[worst]:.2f} s")
    assert took[worst] < (SECONDS + LATE if reader.is_apart else TURN_SECONDS), worst


def _measure_best(function, given, tries):
    """The seconds of the processor; an error of the program is none of its refusals."""
    best = SECONDS
    for _ in range(tries):
        worked, problem = run_apart(measure, function, given)
        assert problem not in {"AttributeError", "ImportError", "NameError", "TypeError"}, problem
        best = min(best, worked)
        if best < TURN_SECONDS:
            break
    return best


@pytest.mark.heavy
def test_no_regular_expression_takes_long_on_any_text():
    took = {}
    for expression in list_expressions():
        try:
            took[expression.pattern, *sorted(expression.uses)] = run_apart(try_expression, *expression)
        except TooMuchWork:
            took[expression.pattern, *sorted(expression.uses)] = (SECONDS, "some text")
    worst = max(took, key=lambda said: took[said])
    print(f"{len(took)} expressions; {worst}: {took[worst]}")
    assert len(took) > 60
    assert not {said: long for said, long in took.items() if long[0] > TURN_SECONDS}
