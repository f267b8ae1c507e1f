"""`make changed` knows what a changed path asks for, and names what it leaves out."""

import re
import subprocess
from fnmatch import fnmatch

import pytest

from tests.support.paths import ROOT
from tools import changes

PRIVACY = "tests/tarockclub/office/privacy/test_inventory.py"


@pytest.fixture
def runs(monkeypatch):
    """The checks and tests that would run; all of them succeed."""
    noted = []
    monkeypatch.setattr(changes, "run_python", lambda *step, env: noted.append(step))
    monkeypatch.setattr(changes, "run_pytest", lambda _database, arguments, *, some: noted.append(tuple(arguments)))
    monkeypatch.setattr(changes, "check_templates", lambda: noted.append(("djade",)))
    monkeypatch.setattr(changes, "run_on_scripts", lambda script: noted.append(("npm", script)))
    return noted


def check(monkeypatch, *files):
    monkeypatch.setattr(changes, "list_changed_files", lambda since: [*files])
    return changes.check_changes([])


@pytest.mark.parametrize(
    ("changed", "asked"),
    [
        ("scoring/sheets/steindl.toml", "tests/scoring/engine/house_rules"),
        ("scoring/sheets/examples/wien.toml", "tests/scoring/sheets/examples"),
        ("scoring/sheets/facts/wien.toml", "tests/scoring/engine/house_rules"),
        ("tournaments/models/tables.py", PRIVACY),
        ("tarockclub/models.py", "tests/scoring/book/audit/test_proof_columns.py"),
        ("scoring/migrations/0099_new.py", "tests/tarockclub/office/club_file/test_contents.py"),
        ("tournaments/hall/clock/urls.py", "tests/tarockclub/test_routes.py"),
        ("tests/data/routes.toml", "tests/tarockclub/test_role_matrix.py"),
        ("tournaments/hall/clock/actions.py", "tests/tarockclub/platform/api"),
        ("templates/tournaments/hall/desk/desk.html", PRIVACY),
        ("tarockclub/locale/de/LC_MESSAGES/django.po", "tests/tarockclub/test_words.py"),
        ("scoring/static/scoring/entry/chips.js", "tests/tarockclub/platform/server/test_static_files.py"),
        ("docs/de/glossary.md", "tests/tarockclub/platform/handbook"),
        ("requirements.lock", "tests/packages/test_licences.py"),
    ],
)
def test_a_path_asks_for_what_has_caught_others(changed, asked):
    assert asked in changes.list_asked_tests([changed])


def test_the_table_names_tests_and_paths_that_are_there():
    listed = ["git", "ls-files", "--cached", "--others", "--exclude-standard"]
    names = subprocess.run(listed, cwd=ROOT, capture_output=True, text=True, check=True).stdout.splitlines()
    for patterns, places in changes.TESTS:
        assert [pattern for pattern in patterns if not any(fnmatch(name, pattern) for name in names)] == []
        assert [place for place in places if not (ROOT / place).exists()] == []


def test_changed_tests_come_first_then_those_of_the_folder_then_of_whoever_imports_it():
    files = ["tarockclub/kit/days.py", "tests/scoring/engine/test_points.py"]
    assert changes.list_own_tests(files) == ["tests/tarockclub/kit/test_days.py", files[1]]
    near = changes.list_near_tests(files)
    assert near[0].startswith("tests/tarockclub/kit/test_")
    assert len(near) > changes.MOST_FILES
    assert "tests/scoring/engine/test_agreement.py" not in near
    assert "tests/tournaments/test_cup.py" in changes.list_near_tests(["tests/data/cup-9.toml"])
    assert "tests/ground/test_changes.py" in changes.list_near_tests(["tools/changes.py"])  # no test of the house
    assert "tests/tournaments/hall/desk/test_needs.py" in changes.list_near_tests(
        ["templates/tournaments/hall/desk/desk.html"]
    )


def test_a_sheet_is_a_change_and_the_tests_of_the_house_always_run(monkeypatch, runs):
    assert check(monkeypatch, "scoring/sheets/steindl.toml") == 0
    house, asked = runs
    assert house[: len(changes.HOUSE) + 2] == ("-m", changes.QUICK, *changes.HOUSE)
    assert asked[:3] == ("-m", changes.QUICK, "tests/scoring/sheets/examples")
    runs.clear()
    assert check(monkeypatch, "templates/403.html", "scoring/static/scoring/entry/chips.js") == 0
    assert runs[:3] == [("djade",), ("npm", "check"), ("npm", "test")]
    runs.clear()
    assert check(monkeypatch) == 0
    assert runs == []


def test_what_the_limit_leaves_out_is_named_and_what_fails_too(monkeypatch, runs, capsys):
    near = changes.list_near_tests(["tarockclub/kit/days.py"])
    assert check(monkeypatch, "tarockclub/kit/days.py") == 0
    said = capsys.readouterr().out
    assert said.splitlines() == [f"not run: {name}" for name in near[changes.MOST_FILES :]]
    first, *checks, last = runs
    assert first == ("-n", "0", "-m", changes.QUICK, "tests/tarockclub/kit/test_days.py")
    assert [step[-1] for step in checks[:2]] == ["tarockclub/kit/days.py"] * 2
    assert last == ("-m", changes.QUICK, *changes.HOUSE, *near[: changes.MOST_FILES])
    monkeypatch.setattr(changes, "run_pytest", lambda *_arguments, some: 1)
    assert check(monkeypatch, "tarockclub/kit/days.py") == 1
    assert len(re.findall("^FAILED: pytest", capsys.readouterr().err, re.MULTILINE)) == 2


def test_files_that_are_new_or_gone_have_changed(monkeypatch, tmp_path):
    monkeypatch.setattr(changes, "ROOT", tmp_path)
    for name in ("stays", "goes"):
        (tmp_path / name).touch()
    who = ["-c", "user.name=x", "-c", "user.email=x@example.org"]
    for command in (["init", "-q"], ["add", "."], [*who, "commit", "-qm", "both"]):
        subprocess.run(["git", *command], cwd=tmp_path, check=True)
    (tmp_path / "goes").rename(tmp_path / "came")
    assert changes.list_changed_files("HEAD") == ["came", "goes"]
