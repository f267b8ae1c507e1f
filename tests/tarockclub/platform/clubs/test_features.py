"""Additions of features, and the program without any."""

import pytest
from django.core.exceptions import EmptyResultSet

from tarockclub.platform.clubs import features
from tarockclub.platform.clubs.ownership import build_counting_filter
from tournaments.models import Entrant


def test_without_features_every_row_counts_and_none_does_not(monkeypatch):
    monkeypatch.setattr(features, "list_features", tuple)
    assert "WHERE" not in str(Entrant.objects.filter(build_counting_filter(Entrant)).query)
    with pytest.raises(EmptyResultSet):
        str(Entrant.objects.filter(~build_counting_filter(Entrant)).query)
