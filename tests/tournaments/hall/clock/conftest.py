"""The time of these tests."""

from pathlib import Path

import pytest
from django.conf import LazySettings

from tests.tournaments.hall.clock.rounds import Watch


@pytest.fixture
def watch(tmp_path: Path, settings: LazySettings) -> Watch:
    """The time of the program; it stands still until the test says otherwise."""
    settings.TIME_FILE = tmp_path / "time.json"
    return Watch(tmp_path / "time.json")
