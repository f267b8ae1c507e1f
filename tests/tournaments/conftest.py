"""Whoever logs in for the tests of tournaments, and their time."""

from pathlib import Path

import pytest
from django.conf import LazySettings
from django.test import Client

from tests.support.accounts import log_in, make_account
from tests.support.shared_rows import share_rows
from tests.tournaments.hall.clock.rounds import Watch


@share_rows
def director() -> Client:
    """A client of a director."""
    return log_in(make_account("director"))


@share_rows
def secretary() -> Client:
    """A client of a secretary."""
    return log_in(make_account("secretary"))


@pytest.fixture
def watch(tmp_path: Path, settings: LazySettings) -> Watch:
    """The time of the program; it stands still until the test says otherwise."""
    settings.TIME_FILE = tmp_path / "time.json"
    return Watch(tmp_path / "time.json")
