"""Nothing that another test has read or made is shown again."""

import pytest

from tarockclub.server.page_cache import Shelf
from tournaments.standings import known, stand
from tournaments.teams import standing_views


@pytest.fixture(autouse=True)
def _nothing_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(standing_views, "SHELF", Shelf())
    monkeypatch.setattr(known, "PACE", 0)
    monkeypatch.setattr(stand, "SHARED_FOR", 0)
