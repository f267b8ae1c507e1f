"""Nothing that another test has read or made is shown again."""

import pytest

from tarockclub.platform.server.page_cache import LruCache, PageCache, VersionCache
from tournaments.hall.rounds import table_capital
from tournaments.hall.standing import players
from tournaments.results.standings import cache, cached_page, player_page


@pytest.fixture(autouse=True)
def _nothing_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    shelf = PageCache()
    monkeypatch.setattr(cached_page, "PAGE_CACHE", shelf)
    monkeypatch.setattr(player_page, "PAGE_CACHE", shelf)
    monkeypatch.setattr(cache, "STANDINGS_CACHE", VersionCache(16))
    forget_books(monkeypatch)
    monkeypatch.setattr(players, "PROGRESS_CACHE", VersionCache(32))


def forget_books(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let all tables be read anew."""
    for name in ("_RESULTS_CACHE", "_BOOKS_CACHE"):
        monkeypatch.setattr(table_capital, name, LruCache(16))
