"""Nothing that another test has read or made is shown again."""

import pytest

from tarockclub.platform.server.page_cache import PageCache, VersionCache
from tournaments.hall.standing import players
from tournaments.results.standings import cache
from tournaments.results.team_standings import standing_views


@pytest.fixture(autouse=True)
def _nothing_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(standing_views, "PAGE_CACHE", PageCache())
    monkeypatch.setattr(cache, "STANDINGS_CACHE", VersionCache(16))
    monkeypatch.setattr(players, "PROGRESS_CACHE", VersionCache(32))
