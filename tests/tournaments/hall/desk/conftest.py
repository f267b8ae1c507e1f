"""Nothing is shown that was made a moment ago."""

import pytest

from tarockclub.platform.server.page_cache import PageCache
from tournaments.hall.desk import views
from tournaments.results.projector import views as projector_views


@pytest.fixture(autouse=True)
def _nothing_was_made_a_moment_ago(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of other tests' tournaments, which may have the same numbers."""
    monkeypatch.setattr(views, "PAGE_CACHE", PageCache())
    monkeypatch.setattr(projector_views, "PAGE_CACHE", PageCache())
