"""A director for the tests of pages."""

import pytest
from django.test import Client


@pytest.fixture
def director() -> Client:
    """Return a director of the club, logged in."""
    from tests.support.accounts import log_in, make_account

    return log_in(make_account("director"))
