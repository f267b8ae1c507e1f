"""The locks install the same files everywhere and name no place to get them from."""

import re
import tomllib
from datetime import date

import pytest

from tests.support.paths import ROOT
from tools import lock as audit
from tools import paths

LOCKS = [paths.LOCK, paths.UV_LOCK, paths.DJANGO_6_LOCK]
PROJECT = tomllib.loads(paths.PROJECT.read_text(encoding="utf-8"))


def requirements(lock):
    """Return each requirement of a lock with everything said about it."""
    text = lock.read_text(encoding="utf-8").replace("\\\n", " ")
    lines = [line for line in text.splitlines() if line.strip() and not line.startswith("#")]
    return {line.split("==")[0]: line for line in lines}


def name_of(wanted):
    """Return the name of a package of which some version or extra is wanted."""
    return re.split(r"[\[<>=]", wanted)[0]


@pytest.mark.parametrize("lock", LOCKS, ids=lambda lock: lock.name)
def test_every_requirement_has_an_exact_version_and_hashes(lock):
    for name, line in requirements(lock).items():
        assert re.match(r"[a-z0-9-]+==\S+ ", line), name
        assert re.search(r"--hash=sha256:[0-9a-f]{64}", line), name


@pytest.mark.parametrize("lock", LOCKS, ids=lambda lock: lock.name)
def test_no_lock_names_a_place_to_download_from(lock):
    assert not re.search(r"://|--(index|extra|find|trusted)|file:|@ ", lock.read_text(encoding="utf-8"))


def test_each_direct_dependency_is_locked_and_has_its_reason():
    reasons = (ROOT / "docs/dev/dependencies.md").read_text(encoding="utf-8")
    project, locked = PROJECT["project"], requirements(paths.LOCK)
    extras = [wanted for extra in project.get("optional-dependencies", {}).values() for wanted in extra]
    groups = [*PROJECT["dependency-groups"]["build"], *PROJECT["dependency-groups"]["dev"]]
    named = [wanted for wanted in groups if isinstance(wanted, str)]  # not a group within a group
    for wanted in [*project["dependencies"], *extras, *named]:
        name = name_of(wanted)
        assert name in locked
        assert re.search(rf"^\| {name} \| .{{10,}} \|$", reasons, re.MULTILINE), name


def test_the_set_up_itself_needs_one_package():
    [wanted] = PROJECT["dependency-groups"]["setup"]
    assert list(requirements(paths.UV_LOCK)) == [name_of(wanted)]


@pytest.mark.parametrize(
    ("version", "day", "verdict"),
    [
        ((3, 11, 18), date(2027, 10, 31), ""),
        ((3, 11, 19), date(2027, 10, 31), ""),  # newer than uv knows
        ((3, 11, 7), date(2026, 12, 1), "FEHLER: Python 3.11.7 ist nicht die letzte Ausbesserung, das ist 3.11.18."),
        ((3, 11, 18), date(2027, 11, 1), "FEHLER: Python 3.11 wird seit 2027-10-31 nicht mehr ausgebessert."),
        ((3, 10, 1), date(2026, 12, 1), "NICHT GEPRÜFT: Python 3.10."),
        ((3, 99, 0), date(2026, 12, 1), "NICHT GEPRÜFT: Python 3.99."),
    ],
)
def test_the_audit_looks_at_the_interpreter_too(version, day, verdict):
    said = audit.judge_python(version, {(3, 11): 18, (3, 10): 20}, day)
    assert said.partition(" Davon")[0] == verdict


def test_the_audit_knows_each_python_that_this_program_is_tested_with():
    text = (ROOT / "noxfile.py").read_text(encoding="utf-8").partition("PYTHONS = ")[2].partition("\n")[0]
    tested = {(3, int(minor)) for minor in re.findall(r"3\.(\d+)", text)}
    assert tested
    assert tested <= audit.LAST_DAYS.keys()
