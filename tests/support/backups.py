"""A data folder with backups for one test, and the ways to lose a database."""

from pathlib import Path
from typing import Any

import pytest
from django.db import connection

from scoring.models import GameTable
from tests.scoring.support.tables import dreier, play


@pytest.fixture
def backups_of_its_own(settings: Any, tmp_path: Path) -> Path:
    """A data folder, and beside it a second folder for the backups that is not set."""
    settings.DATA_DIR = tmp_path / "data"
    settings.DATA_DIR.mkdir()
    settings.BACKUP_FOLDER = None
    return tmp_path


def lose_everything() -> None:
    """Lose the database: the file, or all tables."""
    if connection.vendor == "sqlite":
        connection.close()
        Path(str(connection.settings_dict["NAME"])).unlink()
        return
    with connection.cursor() as cursor:
        cursor.execute("DROP SCHEMA public CASCADE")
        cursor.execute("CREATE SCHEMA public")


def play_hand(table: GameTable, declarer: int = 0) -> str:
    """Play a hand, and return its key."""
    entry = play(table, dreier(declarer)).entry
    assert entry is not None
    return entry.key
