"""Visitors who read the pages of the house rules."""

import pytest
from django.test import Client


@pytest.fixture
def german():
    """Somebody who is not logged in and reads German."""
    return Client(headers={"accept-language": "de-AT"})


@pytest.fixture
def english():
    """Somebody who is not logged in and reads English."""
    return Client(headers={"accept-language": "en"})
