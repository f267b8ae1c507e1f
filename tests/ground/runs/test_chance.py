"""A run of the tests draws the same as the one before; only a soak draws something new, from a seed that it prints."""

import os
import random
import secrets
import subprocess
import sys
import uuid

import pytest
from django.utils.crypto import get_random_string

from tests.chance import repeat_chance
from tests.support.paths import ROOT
from tools import testing

DRAWING = """
import random, secrets, uuid
from hypothesis import given, strategies as st
import pytest

pytestmark = pytest.mark.heavy
DRAWN = []

def test_keys():
    print("drawn", uuid.uuid4(), secrets.token_hex(), random.random())

@given(st.integers())
def test_examples(number):
    DRAWN.append(number)

def test_shows():
    print("drawn", DRAWN)
"""


def draw():
    return (
        *(uuid.uuid4(), secrets.token_hex(), secrets.choice(range(10**9)), secrets.randbelow(10**9)),
        *(random.random(), random.SystemRandom().random(), get_random_string(20), os.urandom(8)),
    )


def draw_for(test):
    with repeat_chance(test):
        return draw()


def test_a_test_draws_the_same_each_time_and_another_one_something_else():
    once, again, other = draw_for("one"), draw_for("one"), draw_for("other")
    assert once == again
    assert not set(once) & set(other)


def test_within_a_test_nothing_is_drawn_twice():
    with repeat_chance("one"):
        assert not set(draw()) & set(draw())


@pytest.mark.skipif(not hasattr(os, "fork"), reason="there are no forks")
def test_a_fork_of_a_test_draws_nothing_that_the_test_draws_itself():
    reading, writing = os.pipe()
    with repeat_chance("one"):
        child = os.fork()
        if not child:
            os.write(writing, os.urandom(8))
            os._exit(0)
        assert os.waitpid(child, 0)[1] == 0
        assert os.read(reading, 8) != os.urandom(8)
    os.close(reading)
    os.close(writing)


@pytest.fixture
def run(tmp_path):
    """Return a function that runs tests which draw, and gives what they have drawn."""

    def run(*options, **variables):
        file = tmp_path / "test_inner.py"
        file.write_text(DRAWING, encoding="utf-8")
        env = {name: value for name, value in os.environ.items() if not name.startswith(("PYTEST_", testing.SEED))}
        rules = ["-p", "tests.conftest", f"--rootdir={tmp_path}", "-c", "pyproject.toml", "-s"]
        command = [sys.executable, "-m", "pytest", *rules, *options, str(file)]
        done = subprocess.run(command, cwd=ROOT, env={**env, **variables}, capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stdout
        return [line.partition("drawn")[2] for line in done.stdout.splitlines() if "drawn" in line], done.stdout

    return run


@pytest.mark.heavy
def test_two_runs_draw_the_same_keys_and_examples_and_name_their_seed(run):
    usual = ["-m", "heavy and not soak"]
    (first, said), (second, _said) = run(*usual), run(*usual)
    assert first == second
    assert len(first) == 2
    assert f"{testing.SEED}={testing.USUAL}" in said


@pytest.mark.heavy
def test_a_soak_draws_from_its_seed(run):
    one, same, other = (
        run("-m", "heavy", f"--hypothesis-seed={seed}", **{testing.SEED: seed})[0] for seed in ("7", "7", "8")
    )
    assert one == same
    assert not set(one) & set(other)


def test_a_soak_prints_how_to_do_the_same_once_more(monkeypatch, capsys):
    runs = []

    def note(target, options, arguments):
        runs.append((os.environ[testing.SEED], options, arguments))
        return 3

    monkeypatch.setattr(testing, "_run_heavy_tests", note)
    monkeypatch.setenv(testing.SEED, "")
    assert testing.run_soak(["tests/looks", "-k", "a b"]) == 3
    [(seed, options, arguments)] = runs
    assert arguments == ["tests/looks", "-k", "a b"]
    assert {f"--randomly-seed={seed}", f"--hypothesis-seed={seed}"} <= set(options)
    again = f"""{testing.SEED}={seed} make soak ARGS="tests/looks -k 'a b'\""""
    assert capsys.readouterr().out.splitlines()[-1] == f"== The same once more: {again}"
    testing.run_soak([])
    assert runs[1][0] == seed
