"""Nothing that another test has read or made is shown again; a club with tournaments in each stage."""

from datetime import timedelta
from typing import Any, NamedTuple

import pytest
from django.utils import timezone
from django.utils.timezone import localdate

from tarockclub.models import Person, Publication
from tarockclub.platform.accounts.actors import Actor
from tarockclub.platform.accounts.persons import load_first_club
from tarockclub.platform.publication import change_publication
from tarockclub.platform.server.page_cache import VersionCache
from tests.scoring.support.tables import dreier, new_table
from tests.scoring.support.tables import play as play_hand
from tests.support.accounts import make_account
from tests.support.shared_rows import share_rows
from tests.tournaments.results.conftest import _nothing_kept
from tests.tournaments.results.standings.played_tables import over, paper, published, started
from tests.tournaments.support import acts, factories
from tests.tournaments.support.factories import new_key
from tournaments.around.public import views
from tournaments.core.editions import FINAL
from tournaments.models import Act, Entrant, Round, RoundTable, SeasonEvent, SeasonResult, Tournament
from tournaments.seasons.season.services import SeasonDetails, create_season
from tournaments.seasons.season.settings import SeasonSettings

__all__ = ["_nothing_kept"]


@pytest.fixture(autouse=True)
def _no_pages_kept(monkeypatch):
    monkeypatch.setattr(views, "_PAGES", VersionCache(8))


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


@share_rows
def club():
    """A club with something public and something private of each kind, and an evening."""
    make_account("director", login="leiterin")
    play("Läuftcup", ("Adelheid", "Balduin", "Cornelius", "Dietlinde"), ended=False)
    over = play("Vorbeicup", ("Ottokar", "Philomena", "Quirin", "Roswitha"), ended=True)
    publish(over.tournament, 1)
    publish(over.tournament)
    play("Geheimcup", ("Siegbert", "Traudl", "Ulrich", "Veronika"), ended=True, show_live=False)
    play_hand(new_table(), dreier(0))
    absent = Person.objects.create(club=load_first_club(), number=900, name="Nochnieda")
    Entrant.objects.create(tournament=over.tournament, person=absent, number=9, entered=timezone.now())
    for name, days in (("Kommtcup", 3), ("Altesblatt", -90)):
        Tournament.objects.filter(pk=factories.tournament(name=name).pk).update(day=localdate() + timedelta(days=days))
    season = create_season(new_key(), load_first_club(), SeasonDetails("Jahreswertung", SeasonSettings()))
    event = acts.add_event(season, new_key(), "Almturnier", players=4)
    for name, edition in (("Walburga", 2), ("Wirtshausgast", 1)):  # the second one only in results that were replaced
        person = Person.objects.create(club=load_first_club(), number=900 + edition, name=name)
        SeasonResult.objects.create(event=event, edition=edition, person=person, rank=1)
    SeasonEvent.objects.filter(pk=event.pk).update(edition=2)
    return load_first_club()
