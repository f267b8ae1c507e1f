"""The rules of the test run itself: skips in CI, no flush, the right tests on each database."""

import os
import subprocess
import sys

import pytest

from tests.support.paths import ROOT

pytestmark = pytest.mark.heavy

SKIPPED = """
import pytest

def test_runs(): pass

@pytest.mark.skip(reason="no browser here")
def test_does_not_run(): pass
"""
FLUSHED = """
import pytest

@pytest.mark.django_db(transaction=True)
def test_flushes(): pass
"""
FRESH = """
from tarockclub.models import Person
from tests.support.databases import django_db_setup

def test_counts(fresh_database):
    assert Person.objects.count() == 0
"""
SHARED = """
from tests.support.shared_rows import share_rows

@share_rows
def rows(): pass

def test_reads(rows, fresh_database): pass
"""
SHARED_OF_ONE = """
from tests.support.shared_rows import share_rows

@share_rows
def rows(tmp_path): pass

def test_reads(rows): pass
"""
FURTHER = """
import pytest

@pytest.mark.parametrize("number", [1, pytest.param(2, marks=pytest.mark.soak)])
def test_looks_further(number): pass
"""
CHEAP = """
import pytest

@pytest.mark.heavy_but("CASE")
@pytest.mark.parametrize("number", [1, 2, 3])
def test_counts(number): pass
"""
ONLY_FURTHER = FURTHER.replace("[1, ", "[")
ON_NO_DATABASE = """
import pytest

@pytest.mark.postgres
@pytest.mark.sqlite
def test_is_left_out(): pass
"""


@pytest.fixture
def run_tests(tmp_path):
    """Return a function that runs a test file under this suite's rules, in a process of its own."""

    def run(source, *options, **variables):
        file = tmp_path / "test_inner.py"
        file.write_text(source, encoding="utf-8")
        names = ("PYTEST_", "COVERAGE_", "CI")
        env = {name: value for name, value in os.environ.items() if not name.startswith(names)}
        rules = ["-p", "tests.conftest", f"--rootdir={tmp_path}", "-c", "pyproject.toml"]
        return subprocess.run(
            [sys.executable, "-m", "pytest", *rules, *options, str(file)],
            cwd=ROOT,
            env={**env, **variables},
            capture_output=True,
            text=True,
            check=False,
        )

    return run


@pytest.mark.parametrize("options", [(), ("-n", "2")])
def test_a_skipped_test_fails_the_run_in_ci_and_is_named(run_tests, options):
    done = run_tests(SKIPPED, *options, CI="true")
    assert done.returncode == 1, done.stdout
    assert "skipped tests fail in CI" in done.stdout
    assert "no browser here" in done.stdout
    assert "1 passed, 1 skipped" in done.stdout.strip().splitlines()[-1]


def test_elsewhere_a_skip_is_only_reported(run_tests):
    done = run_tests(SKIPPED)
    assert done.returncode == 0, done.stdout
    assert "no browser here" in done.stdout


def test_a_test_that_would_empty_all_tables_is_refused(run_tests):
    done = run_tests(FLUSHED)
    assert done.returncode == 4
    assert "use the fixture fresh_database" in done.stdout + done.stderr


def test_a_run_of_nothing_but_fresh_databases_has_them(run_tests):
    done = run_tests(FRESH)
    assert done.returncode == 0, done.stdout


@pytest.mark.parametrize(
    ("source", "said"),
    [(SHARED, "fresh_database is another database"), (SHARED_OF_ONE, "rows takes tmp_path, which each test has")],
)
def test_shared_rows_that_a_test_could_not_see_or_that_are_not_for_all_are_refused(run_tests, source, said):
    done = run_tests(source)
    assert done.returncode == 4
    assert said in done.stdout + done.stderr


def test_a_further_case_is_left_to_a_soak(run_tests):
    done = run_tests(FURTHER, "-m", "not heavy")
    assert done.returncode == 0, done.stdout
    assert "1 passed, 1 deselected" in done.stdout


@pytest.mark.parametrize("source", [ONLY_FURTHER, ON_NO_DATABASE], ids=["soak", "database"])
def test_a_test_of_which_no_case_would_run_is_refused(run_tests, source):
    done = run_tests(source)
    assert done.returncode == 4
    assert "Only a soak would run test_inner.py::test_" in done.stdout + done.stderr


@pytest.mark.parametrize(("selected", "counts"), [("not heavy", "1 passed, 2"), ("heavy and not soak", "2 passed, 1")])
def test_of_a_dear_test_the_named_case_runs_each_time_and_the_others_with_the_heavy_ones(run_tests, selected, counts):
    done = run_tests(CHEAP.replace("CASE", "2"), "-m", selected)
    assert f"{counts} deselected" in done.stdout


def test_a_named_case_that_is_gone_stops_the_run(run_tests):
    done = run_tests(CHEAP.replace("CASE", "4"))
    assert done.returncode == 4
    assert "No case has the name that heavy_but() says: test_inner.py::test_counts" in done.stdout + done.stderr
