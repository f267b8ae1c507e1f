"""Consent is an event: who withdraws it is nowhere any more, who gives it is where they were."""

import gc
import re
import time
from collections import OrderedDict
from collections.abc import Callable
from types import SimpleNamespace
from typing import Any, NamedTuple

import pytest
from django.test import Client
from django.urls import reverse

from tarockclub.models import Club, Person, Publication
from tarockclub.office.static_site import files
from tarockclub.office.static_site.builder import describe
from tarockclub.platform.accounts.persons import load_first_club
from tarockclub.platform.api.openapi import build_document
from tarockclub.platform.publication import change_publication
from tarockclub.platform.server import page_cache
from tarockclub.platform.server.page_cache import LruCache
from tests.scoring.support.tables import dreier
from tests.tarockclub.office.privacy.test_public_names import list_addresses
from tests.tarockclub.office.privacy.test_sweep import (
    Full,
    Number,
    World,
    cards,
    crawl,
    list_table_addresses,
    make_names,
    name_route,
    read,
    world,
)
from tests.tournaments.around.public.conftest import play, publish
from tests.tournaments.seasons.federation.federations import give
from tests.tournaments.seasons.season.evenings.year import evening, year
from tests.tournaments.seasons.season.seasons import day, season
from tests.tournaments.support import acts
from tests.tournaments.support.factories import new_key
from tournaments.around.hall_of_fame.views import compute_hall_secret
from tournaments.around.own_page.services import set_page_public
from tournaments.models import Tournament
from tournaments.people.register import services as register
from tournaments.people.teams.services import TeamDetails
from tournaments.seasons.federation.services import agree_to_membership, ask

__all__ = ["cards", "world"]
pytestmark = [pytest.mark.django_db, pytest.mark.heavy]
STARTS = ("", "front/", "search/?q=Zuq", "feed.atom", "calendar.ics")
ROUTES_WITH_NAMES = {
    "home",
    "front",
    "front_picture",
    "feed",
    "search",
    "all_results",
    "standings",
    "standings_live",
    "standings_csv",
    "standings_json",
    "share_standings",
    "team_standings",
    "round_standings",
    "tournament_player",
    "edition",
    "podium",
    "paper",
    "own_certificate",
    "projector",
    "wall",
    "seats",
    "season_standing",
    "season_event",
    "season_paper",
    "share_season",
    "fame_for_all",
    "person_page",
    "table",
    "rows",
    "live",
    "tablet",
    "table_written",
    "deal",
    "share_evening",
    "share_hand",
    "sheet_picture",
    "sheet_picture_file",
    "api",
}
A_MINUTE = 60.0  # the longest for which any page shows what was a moment ago, as long as it is made quickly


@pytest.fixture
def wait(monkeypatch) -> Callable[[], None]:
    """Let a minute pass for all that is kept in memory; it begins empty, and is as it was afterwards."""
    passed = [0.0]
    clock = SimpleNamespace(monotonic=lambda: time.monotonic() + passed[0])
    monkeypatch.setattr(page_cache, "time", clock)
    # Not isinstance(): it would open what others have left lazy.
    for cache in [each for each in gc.get_objects() if issubclass(type(each), LruCache)]:
        monkeypatch.setattr(cache, "_kept", OrderedDict())

    def do() -> None:
        passed[0] += A_MINUTE

    return do


class Stranger(Client):
    """A visitor who keeps what they got, and asks whether there is something new."""

    def __init__(self) -> None:
        super().__init__()
        self.tags = dict[str, str]()

    def get(self, path: str, *rest: Any, **more: Any) -> Any:  # type: ignore[override]
        """Get an address."""
        answer = super().get(path, *rest, headers={"If-None-Match": self.tags.get(path, "")}, **more)
        self.tags[path] = answer.headers.get("ETag", "")
        return answer


class Everywhere(NamedTuple):
    """All that a club and its federation show, in which everybody who agrees to it is named."""

    club: Club
    world: World
    starts: tuple[str, ...]  # of a crawl
    federal_starts: tuple[str, ...]
    others: tuple[str, ...]  # addresses to which nothing may lead
    folder: Tournament

    def find_names(self, text: str) -> frozenset[str]:
        """The parts of names in a text, whatever people agree to."""
        found = self.world._replace(said={}).find_withheld(text)
        return frozenset(name for name in found if name[-3:] in self.world.said)

    def agree(self, publicity: str = "") -> None:
        """Everybody in the club's register agrees to this, or to what they did at first."""
        for person in Person.objects.filter(club=self.club, erased=None, merged_into=None):
            if person.name[-3:] in self.world.said:
                register.set_publicity(person, publicity or self.world.said[person.name[-3:]])

    def read_folder(self) -> str:
        """The words in the folder of a site."""
        return "".join(file.read_text() for file in files.find_folder(self.folder).rglob("*.html"))


@pytest.fixture
def everywhere(world, settings, tmp_path, monkeypatch) -> Everywhere:
    """The tables and tournaments of a stranger's sweep, with teams, seasons, a year, a folder, and a federation."""
    settings.DATA_DIR = tmp_path
    monkeypatch.setattr(files, "start_runner", lambda _kind: None)
    Club.objects.update(slug="linde")
    club, four = load_first_club(), (Full,) * 4
    ended, running = (Tournament.objects.get(name=name) for name in ("Vorbeicup", "Laufcup"))
    pairs = play("Paarcup", make_names(world.said, *four), ended=True, team_size=2).tournament
    mine = list(pairs.entrants.order_by("number").values_list("pk", flat=True))
    acts.create_teams(pairs.pk, new_key(), [TeamDetails("", tuple(mine[:2])), TeamDetails("", tuple(mine[2:]))])
    publish(pairs, 1)
    publish(pairs)
    cup, evenings = season(club, "Jahrescup"), year()
    for tournament in (ended, pairs):
        acts.add_tournament(cup, new_key(), tournament)
    day(cup, *make_names(world.said, *four))
    evening(dreier(0), names=make_names(world.said, *four))
    for person in Person.objects.filter(club=club, erased=None, merged_into=None):
        set_page_public(person, public=True)
    files.update_folder(describe(ended), files.find_folder(ended))
    slugs = {"tournament": [of.slug for of in (ended, running, pairs)], "season": [cup.slug, evenings.slug]}
    api = [path for path in build_document()["paths"] if "/seasons/{slug}" in path]
    pages = (address for address in list_addresses(slugs) if not address.startswith("/api/"))
    others = (
        *(f"/c/linde{address}" for address in pages),
        *(address for address in list_addresses(slugs) if address.startswith("/api/")),
        *(re.sub(r"\{\w+\}", "1", path.replace("{slug}", str(slug))) for slug in slugs["season"] for path in api),
        *(address for table in world.tables.values() for address in list_table_addresses(table)),
    )
    secret = reverse("fame_for_all", args=[compute_hall_secret(club)])
    give_to_federation(club, ended)
    own, federal = ([f"/c/{slug}/{path}" for path in STARTS] for slug in ("linde", "verband"))
    return Everywhere(club, world, (*own, f"/c/linde{secret}"), tuple(federal), others, ended)


def give_to_federation(club: Club, tournament: Tournament) -> None:
    """Found a federation that shows everything, and has got a result of the club."""
    federation = Club.objects.create(name="Verband", slug="verband", is_federation=True)
    agree_to_membership(ask(federation, club).pk, club)
    change_publication(federation, dict.fromkeys(Publication.PARTS, True))
    for person in Person.objects.filter(club=club, erased=None, merged_into=None):
        register.set_federation_number(person, f"AT{person.number}")
    give(tournament, season(federation, "Verbandscup"))


FoundNames = dict[str, frozenset[str]]


def read_all(everywhere: Everywhere, stranger: Stranger, cards: list[str], known: FoundNames) -> FoundNames:
    """The names at these addresses now, of those where there are any; what is as it was is not sent again."""
    named: FoundNames = {}
    for address, names in known.items():
        answer, text = read(stranger, address, cards)
        found = names if answer.status_code == 304 else everywhere.find_names(text)
        named |= {address: found} if found else {}
    return named


def test_who_withdraws_consent_is_nowhere_and_who_gives_it_again_is_where_they_were(
    everywhere, cards, wait, django_capture_on_commit_callbacks
):
    stranger = Stranger()
    texts = crawl(stranger, cards, *everywhere.starts)
    texts = crawl(stranger, cards, *everywhere.federal_starts) | texts  # what it knows already is not sent again
    crawled = {address: found for address, text in texts.items() if (found := everywhere.find_names(text))}
    rest = dict.fromkeys((address for address in everywhere.others if address not in texts), frozenset[str]())
    before = crawled | read_all(everywhere, stranger, cards, rest)
    assert {name_route(address).partition(" ")[0] for address in before} >= ROUTES_WITH_NAMES
    assert everywhere.find_names(everywhere.read_folder())
    with django_capture_on_commit_callbacks(execute=True):
        everywhere.agree(Number)
    files._update(everywhere.folder)
    wait()
    assert read_all(everywhere, stranger, cards, before) == {}
    assert everywhere.find_names(everywhere.read_folder()) == frozenset()
    everywhere.agree()
    wait()
    again = read_all(everywhere, stranger, cards, dict.fromkeys(before, frozenset()))
    # What the federation has learnt it shows again as soon as it has been asked itself.
    asked = {address for address in before if address.startswith("/c/verband/")}
    assert asked
    federal = frozenset[str]().union(*(before[address] for address in asked))
    assert before["/"] - again.pop("/") <= federal  # the page of all clubs says who leads the federation's season
    assert again == {address: before[address] for address in before.keys() - asked - {"/"}}
