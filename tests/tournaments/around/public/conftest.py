"""Nothing that another test has read or made is shown again; a club with tournaments in each stage."""

from typing import Any, NamedTuple

import pytest

from tarockclub.models import Publication
from tarockclub.platform.accounts.actors import Actor
from tarockclub.platform.accounts.persons import load_first_club
from tarockclub.platform.publication import change_publication
from tarockclub.platform.server.page_cache import VersionCache
from tarockclub.platform.webhooks import services
from tests.tournaments.results.conftest import _nothing_kept
from tests.tournaments.results.standings.played_tables import over, paper, published, started
from tests.tournaments.support import factories
from tournaments.around.public import front_views
from tournaments.core.editions import FINAL
from tournaments.models import Act, Round, RoundTable, Tournament

__all__ = ["_nothing_kept"]


@pytest.fixture(autouse=True)
def _no_pages_kept(monkeypatch):
    monkeypatch.setattr(front_views, "_PAGES", VersionCache(8))
    monkeypatch.setattr(services, "start_process", lambda _kind: None)


STAFF = Actor(directs=True)


class PlayedCup(NamedTuple):
    """A tournament with a round at one table."""

    tournament: Tournament
    round: Round
    table: RoundTable


def play(name: str, names: tuple[str, ...], *, ended: bool, **settings: Any) -> PlayedCup:
    """A tournament of these four; its only round runs, or is over."""
    of = factories.tournament(name=name, **settings)
    factories.enter_people(of, *names)
    first = factories.round_(of)
    [table] = factories.draw_tables(first)
    if ended:
        over(first, (table, (30, 10, -15, -25)))
    else:
        started(first)
        paper(table, 30, 10, -15, -25)
    return PlayedCup(Tournament.objects.get(pk=of.pk), first, table)


def publish(of: Tournament, number: int = FINAL, **more: Any) -> Act:
    """Publish a result as it is now."""
    return published(of, number, confirmed=True, **more)


def show(*parts: str, **more: Any) -> None:
    """The club shows these parts, and no others."""
    chosen = {part: part in parts for part in Publication.PARTS}
    change_publication(load_first_club(), {**chosen, **more})
