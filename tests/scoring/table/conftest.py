"""A table, and phones there that read one language: each has opened the link of every table."""

import pytest

from scoring.models import GameTable
from tests.scoring.support.tables import new_table
from tests.support.phones import Client
from tests.support.shared_rows import share_rows


@share_rows
def table() -> GameTable:
    """Return a table of the Treffpunkt at which nothing was played yet; Anna is the forehand."""
    return new_table()


@pytest.fixture
def german() -> Client:
    """Return a phone that reads German."""
    return Client(headers={"accept-language": "de"})


@pytest.fixture
def english() -> Client:
    """Return a phone that reads English."""
    return Client(headers={"accept-language": "en"})
