"""The time of these tests is that of the clock's; nothing is shown that was made a moment ago."""

import pytest

from tarockclub.platform.server.page_cache import PageCache
from tests.tournaments.hall.clock.conftest import watch
from tournaments.hall.desk import views
from tournaments.results.projector import views as projector_views

__all__ = ["watch"]


@pytest.fixture(autouse=True)
def _nothing_was_made_a_moment_ago(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of other tests' tournaments, which may have the same numbers."""
    monkeypatch.setattr(views, "PAGE_CACHE", PageCache())
    monkeypatch.setattr(projector_views, "PAGE_CACHE", PageCache())
