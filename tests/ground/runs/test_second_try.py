"""A test that waited too long on a busy machine gets a second try; one that saw something wrong does not."""

import subprocess
import sys

import pytest

from tools.testing import SECOND_TRY

FAIL_ONCE = """
import pathlib
import sqlite3
import pytest

@pytest.mark.parametrize("error", [
    TimeoutError(),
    sqlite3.OperationalError("database is locked"),
    AssertionError('Expect "to_have_text" with timeout 5000ms'),
    RuntimeError("Page.goto: net::ERR_ABORTED at http://club.example/"),
    AssertionError("a hand is missing"),
])
def test_something(error):
    tried = pathlib.Path(f"{error.__class__.__name__}-{len(str(error))}")
    if not tried.exists():
        tried.touch()
        raise error
"""


@pytest.mark.heavy
def test_only_waiting_is_forgiven_once(tmp_path):
    (tmp_path / "test_once.py").write_text(FAIL_ONCE)
    alone = ["-c", "/dev/null", "--rootdir=.", "-p", "no:django", "-p", "no:randomly", "-p", "no:cacheprovider"]
    command = [sys.executable, "-m", "pytest", "-q", *alone, *SECOND_TRY, "test_once.py"]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False, timeout=60)
    assert "AssertionError: a hand is missing" in done.stdout
    assert "1 failed, 4 passed, 4 rerun" in done.stdout
