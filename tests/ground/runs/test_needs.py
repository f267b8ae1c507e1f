"""Needs of the tests are met before they are collected; those that cannot be are named at the end, with a command."""

import pytest

from tools import apt, needs, npm, testing
from tools.needs import Need


@pytest.fixture
def machine(monkeypatch):
    """A machine that has some packages, and installs others: by whom, and which there are, a test may change."""

    class Machine:
        """The packages that are there, the steps in which they came, and those that are nowhere to be had."""

        def __init__(self):
            self.packages, self.steps, self.unknown = set(), [], set()

        def install(self, *packages):
            self.steps.append(packages)
            if self.unknown & set(packages):
                return "unable to locate it"
            self.packages |= set(packages)
            return ""

        def need(self, *packages):
            return Need(f"tests of {packages[0]}", packages, lambda: set(packages) <= self.packages)

    machine = Machine()
    monkeypatch.setattr(apt, "install_packages", machine.install)
    monkeypatch.setattr(apt, "may_install", lambda: True)
    monkeypatch.setattr(npm, "install_modules", lambda: "")
    return machine


def test_all_that_is_missing_comes_in_one_step(machine):
    machine.packages = {"strace"}
    wanted = [machine.need("strace"), machine.need("chromium", "fonts"), machine.need("postgresql")]
    assert needs.provide(wanted) == []
    assert machine.steps == [("chromium", "fonts", "postgresql")]
    assert needs.provide(wanted) == []
    assert len(machine.steps) == 1


def test_one_that_is_not_to_be_had_keeps_no_other_away_and_its_reason_is_said(machine, capsys):
    machine.unknown = {"chromium"}
    chromium, postgres = machine.need("chromium", "fonts"), machine.need("postgresql")
    assert needs.provide([chromium, postgres]) == [chromium]
    assert machine.packages == {"postgresql"}
    assert "No tests of tests of chromium: unable to locate it" in capsys.readouterr().err


def test_an_ordinary_user_installs_nothing_and_reads_at_the_end_what_brings_it(machine, monkeypatch, capsys):
    monkeypatch.setattr(apt, "may_install", lambda: False)
    missing = needs.provide([machine.need("chromium", "fonts"), machine.need("postgresql"), machine.need("openssl")])
    assert machine.steps == []
    needs.name_missing(missing, "test")
    assert capsys.readouterr().out.splitlines() == [
        "== LEFT OUT, because this machine lacks what they need: tests of tests of chromium, tests of postgresql and "
        "tests of openssl.",
        "== It comes with: sudo apt-get install --no-install-recommends chromium fonts postgresql openssl",
        "== Then `make test` runs them too; root's `make test` installs all that by itself.",
    ]
    needs.name_missing([], "test")
    assert capsys.readouterr().out == ""


def test_packages_of_npm_that_cannot_be_fetched_are_named_as_well(machine, monkeypatch, capsys):
    monkeypatch.setattr(needs, "SCRIPTS", scripts := Need("scripts", ("nodejs",), lambda: True))
    monkeypatch.setattr(npm, "install_modules", lambda: "npm ci has failed")
    assert needs.provide([scripts]) == [scripts]
    needs.name_missing([scripts], "test-heavy")
    assert "== It comes with: npm ci\n" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("ci", "arguments", "missing", "databases"),
    [
        ("", [], False, ["sqlite"]),
        ("", ["tests"], True, ["sqlite"]),
        ("", ["tests"], False, ["sqlite", "postgres"]),
        ("true", [], True, ["engine", "sqlite", "postgres"]),
    ],
    ids=["nobody asks for it", "without PostgreSQL", "with it", "without it in CI, where that is a failure"],
)
def test_without_postgresql_only_ci_misses_it(monkeypatch, capsys, ci, arguments, missing, databases):
    runs = []

    def note(name, *, code=0):
        runs.append(name)
        return code

    monkeypatch.setenv("CI", ci)
    monkeypatch.setattr(needs, "provide", lambda wanted: [needs.POSTGRES] if missing else [])
    monkeypatch.setattr(testing, "_run_engine_measured", lambda: note("engine"))
    monkeypatch.setattr(testing, "run_pytest", lambda database, arguments, some: note(database))
    monkeypatch.setattr(testing, "_run_on_postgres", lambda arguments: note("postgres", code=int(missing)))
    assert testing.run_tests(arguments) == int(bool(ci))
    assert runs == databases
    assert ("LEFT OUT" in capsys.readouterr().out) == missing


def test_a_target_names_itself_where_tests_are_left_out_and_fails_with_them(monkeypatch, capsys):
    monkeypatch.setenv("CI", "")
    monkeypatch.setattr(needs, "provide", lambda wanted: [needs.FIREFOX])
    monkeypatch.setattr(testing, "run_pytest", lambda database, arguments, some: 1)
    monkeypatch.setattr(testing, "_run_on_postgres", lambda arguments: 0)
    assert testing.run_heavy_tests([]) == 1
    assert "`make test-heavy` runs them too" in capsys.readouterr().out
