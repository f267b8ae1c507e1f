"""Nothing that another test has read or made is shown again."""

import pytest

from tarockclub.server.page_cache import Shelf
from tournaments.standings import known, player_views, served, stand


@pytest.fixture(autouse=True)
def _nothing_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    shelf = Shelf()
    monkeypatch.setattr(served, "SHELF", shelf)
    monkeypatch.setattr(player_views, "SHELF", shelf)
    monkeypatch.setattr(known, "PACE", 0)
    monkeypatch.setattr(stand, "SHARED_FOR", 0)
