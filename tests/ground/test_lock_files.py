"""The lock files install the same files everywhere and name no place to get them from."""

import re
import tomllib

import pytest

from tests.support.paths import ROOT

LOCKS = ["requirements.txt", "requirements-dev.txt"]


def requirements(lock: str) -> dict[str, str]:
    """Return each requirement of a lock file with everything said about it."""
    text = (ROOT / lock).read_text(encoding="utf-8").replace("\\\n", " ")
    lines = [line for line in text.splitlines() if line.strip() and not line.startswith("#")]
    return {line.split("==")[0]: line for line in lines}


@pytest.mark.parametrize("lock", LOCKS)
def test_every_requirement_has_an_exact_version_and_hashes(lock):
    for name, line in requirements(lock).items():
        assert re.match(r"[a-z0-9-]+==\S+ ", line), name
        assert re.search(r"--hash=sha256:[0-9a-f]{64}", line), name


@pytest.mark.parametrize("lock", LOCKS)
def test_no_lock_file_names_a_place_to_download_from(lock):
    text = (ROOT / lock).read_text(encoding="utf-8")
    assert not re.search(r"://|--(index|extra|find|trusted)|file:|@ ", text)


def test_what_is_tested_is_what_runs():
    runtime, development = requirements("requirements.txt"), requirements("requirements-dev.txt")
    for name, line in runtime.items():
        # The development lock may need a package on more systems, never in another version.
        assert development[name].split()[0] == line.split()[0]


def test_each_direct_dependency_is_locked_and_has_its_reason():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    reasons = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    runtime, dev = project["project"]["dependencies"], project["dependency-groups"]["dev"]
    for wanted, lock in [*((w, LOCKS[0]) for w in runtime), *((w, LOCKS[1]) for w in dev)]:
        name = re.split(r"[\[<>=]", wanted)[0]
        assert name in requirements(lock)
        assert re.search(rf"^\| {name} \| .{{10,}} \|$", reasons, re.MULTILINE), name
