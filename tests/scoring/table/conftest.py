"""Phones at the tables of these tests: each has opened the link, and reads one language."""

import pytest

from tests.support.phones import Client


@pytest.fixture
def german() -> Client:
    """Return a phone that reads German."""
    return Client(headers={"accept-language": "de"})


@pytest.fixture
def english() -> Client:
    """Return a phone that reads English."""
    return Client(headers={"accept-language": "en"})
