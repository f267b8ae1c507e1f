"""The matrix: every route, for every role and method, answers what tests/data/routes.toml says."""

import tomllib
import uuid
from collections.abc import Iterator
from datetime import timedelta
from typing import Any, NamedTuple

import pytest
from django.db import transaction
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver, resolve, reverse
from django.utils import timezone

from scoring.models import Deal, GameTable
from tarockclub.models import Account, Club, Person
from tests.scoring.support.tables import dreier, new_table, play
from tests.support import phones
from tests.support.accounts import logged_in, new_account
from tests.support.links import secret_at
from tests.support.paths import DATA
from tests.support.small_season import small_season
from tests.support.small_tournament import small_tournament
from tournaments.models import RoundTable, Season, Tournament

ROLES = ("visitor", "watcher", "player", "secretary", "director", "stranger")
LET_IN = ("player", "secretary", "director")  # who knows a table's link
METHODS = ("GET", "HEAD", "POST", "PUT", "DELETE")
ROUTES_FILE = DATA / "routes.toml"
ROWS: dict[str, dict[str, Any]] = tomllib.loads(ROUTES_FILE.read_text(encoding="utf-8"))

pytestmark = pytest.mark.django_db


class World(NamedTuple):
    """What there is: tables, an account nobody is logged in with, a tournament, a season, a client for each role."""

    table: GameTable
    ended: GameTable
    account: Account
    tournament: Tournament
    season: Season
    clients: dict[str, Client]

    def address(self, name: str, role: str) -> str:
        """Where a route is for a role."""
        if name.startswith("/"):
            return name
        nowhere = uuid.UUID(int=0)
        slug, ended = (nowhere,) * 2 if role == "visitor" else (self.table.slug, self.ended.slug)
        of_a_round = RoundTable.objects.get(round__tournament=self.tournament).game_table.slug
        known = {
            "tournament": nowhere if role == "visitor" else self.tournament.slug,
            "round table": nowhere if role == "visitor" else of_a_round,
            "season player": Person.objects.get(name="Spieler 1").number,
            "season": nowhere if role == "visitor" else self.season.slug,
            "table": slug,
            "ended": ended,
            "account": self.account.pk,
            "link": secret_at(slug) if role in LET_IN else secret_at(role),
            "hand": Deal.objects.get(table=self.table).number,
        }
        said = ROWS[name].get("with", {})
        return reverse(route(name), kwargs={key: known.get(value, value) for key, value in said.items()})


@pytest.fixture
def world(db):
    """Two clubs; in one of them an evening has begun."""
    return made({})


def made(options: dict[str, Any]) -> World:
    """The world, with clients that have these options."""
    table = new_table()
    play(table, dreier(0))
    ended = new_table()
    GameTable.objects.filter(pk=ended.pk).update(ended=timezone.now() - timedelta(days=2))
    neighbours = Club.objects.create(name="Nachbarn")
    staff = {
        "secretary": new_account("secretary"),
        "director": new_account("director"),
        "stranger": new_account("director", neighbours),
    }
    clients: dict[str, Client] = {role: Client(**options) for role in ("visitor", "watcher")}
    clients["player"] = phones.Client(**options)
    clients |= {role: logged_in(account, **options) for role, account in staff.items()}
    tournament = small_tournament()
    jemand = new_account("secretary", login="jemand")
    return World(table, ended, jemand, tournament, small_season(tournament), clients)


def route(name: str) -> str:
    """The route of a row; there may be more rows for one, say "settlement reopen"."""
    return name.partition(" ")[0]


def routes(patterns: list[URLPattern | URLResolver]) -> Iterator[str]:
    """The names of all routes; one without a name would be out of sight."""
    for pattern in patterns:
        if isinstance(pattern, URLResolver):
            yield from routes(pattern.url_patterns)
        else:
            assert pattern.name, f"{pattern.pattern} has no name"
            yield pattern.name


def expected(name: str) -> dict[tuple[str, str], int]:
    """What a row says, by method and role."""
    found: dict[tuple[str, str], int] = {}
    for methods, said in ROWS[name].items():
        if methods in ("with", "body", "stub"):
            continue
        statuses = [said] * len(ROLES) if isinstance(said, int) else said
        for method in methods.split():
            assert (method, ROLES[0]) not in found, f"{name}: {method} is there twice"
            found |= {(method, role): status for role, status in zip(ROLES, statuses, strict=True)}
    return found


def test_every_route_has_a_row_and_every_row_a_route():
    rows = {route(name) for name in ROWS if not name.startswith("/")}
    assert sorted(rows) == sorted(routes(get_resolver().url_patterns))


@pytest.mark.parametrize("name", ROWS)
def test_every_role_gets_the_answer_that_is_meant_for_it(world, name, monkeypatch):
    wanted = expected(name)
    if stub := ROWS[name].get("stub"):
        monkeypatch.setattr(stub, lambda **options: None)
    assert set(wanted) == {(method, role) for method in METHODS for role in ROLES}
    assert {key: answered(world, name, *key) for key in wanted} == wanted


def answered(world: World, name: str, method: str, role: str) -> int:
    """The status of one request; whatever it changes is taken back."""
    send = getattr(world.clients[role], method.lower())
    body = {"data": ROWS[name].get("body", {})} if method == "POST" else {}
    with transaction.atomic():
        answer = send(world.address(name, role), **body)
        transaction.set_rollback(True)
    if answer.streaming:
        list(answer.streaming_content)  # closes the file
    return int(answer.status_code)


@pytest.mark.parametrize("name", [name for name in ROWS if not name.startswith("/")])
def test_no_form_is_taken_from_another_site(db, name):
    world = made({"enforce_csrf_checks": True})
    for role in ROLES:
        refused, usual = answered(world, name, "POST", role), expected(name)["POST", role]
        # Where the form is big, those who may not send one are turned away before it is read.
        turned_away = late(world, name) and usual in (302, 403, 404)
        assert refused == (usual if turned_away else 403)


def late(world: World, name: str) -> bool:
    """Say whether a view looks after forms of other sites itself."""
    return bool(getattr(resolve(world.address(name, "player")).func, "csrf_exempt", False))
