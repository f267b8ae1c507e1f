"""The matrix: every route, for every role and method, answers what tests/data/routes.toml says."""

import tomllib
import uuid
from collections.abc import Iterator
from datetime import timedelta
from typing import Any, NamedTuple

import pytest
from django.db import connection, transaction
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver, resolve, reverse
from django.utils import timezone

from scoring.models import Deal, GameTable
from tarockclub.models import Club, Person
from tests.scoring.support.tables import dreier, new_table, play
from tests.support import phones
from tests.support.accounts import log_in, make_account
from tests.support.links import find_secret
from tests.support.paths import DATA
from tests.support.shared_rows import share_rows
from tests.support.small_tournament import create_small_season, create_small_tournament
from tournaments.models import RoundTable

ROLES = ("visitor", "watcher", "player", "secretary", "director", "stranger")
LET_IN = ("player", "secretary", "director")  # who knows a table's link
HIDDEN = ("table", "ended", "tournament", "round table", "season")  # what a visitor does not know
METHODS = ("GET", "HEAD", "POST", "PUT", "DELETE")
# The other methods are refused before the database is asked, or ask it the same.
ASKED_METHODS = METHODS if connection.vendor == "sqlite" else ("GET", "POST")
# Who knows nothing, and finds out at once what a new page lets out. All others by the heavy tests.
FIRST_ASKED = ROLES[:1]
# Who may do what is decided by the same statements for all of them.
ASKERS = ROLES[1:] if connection.vendor == "sqlite" else ("player", "director")
NOT_ALLOWED = 405
HOST = "linde.example"  # of the club: it is not the only one
ROUTES_FILE = DATA / "routes.toml"
ROWS: dict[str, dict[str, Any]] = tomllib.loads(ROUTES_FILE.read_text(encoding="utf-8"))

pytestmark = pytest.mark.django_db


class World(NamedTuple):
    """The values that may stand in an address, the sessions of the staff, and a client for each role."""

    values: dict[str, Any]
    sessions: dict[str, str]
    clients: dict[str, Client]

    def address(self, name: str, role: str) -> str:
        """Return the address of a route for a role."""
        if name.startswith("/"):
            return name
        values = self.values | (dict.fromkeys(HIDDEN, uuid.UUID(int=0)) if role == "visitor" else {})
        values["link"] = find_secret(values["table"]) if role in LET_IN else find_secret(role)
        said = ROWS[name].get("with", {})
        return reverse(route(name), kwargs={key: values.get(value, value) for key, value in said.items()})


@pytest.fixture
def world(rows):
    """The same for every test, with clients that have sent nothing yet."""
    return with_clients(rows)


@pytest.fixture(autouse=True)
def _confirmed(settings):
    """The sessions of all tests began with the first one, which nobody is asked about."""
    settings.CONFIRMED_SECONDS = 24 * 60 * 60
    settings.ALLOWED_HOSTS = [*settings.ALLOWED_HOSTS, ".example"]


def with_clients(rows: World, **options: Any) -> World:
    """The world with a client of each role that has these options."""
    here = {"HTTP_HOST": HOST} | options
    clients: dict[str, Client] = {role: Client(**here) for role in ("visitor", "watcher")}
    clients["player"] = phones.Client(**here)
    for role, session in rows.sessions.items():
        clients[role] = Client(**(options if role == "stranger" else here))
        clients[role].cookies["sessionid"] = session
    return rows._replace(clients=clients)


@share_rows
def rows() -> World:
    """Two clubs; in one of them an evening has begun."""
    table = new_table()
    play(table, dreier(0))
    ended = new_table()
    GameTable.objects.filter(pk=ended.pk).update(ended=timezone.now() - timedelta(days=2))
    neighbours = Club.objects.create(name="Nachbarn", slug="nachbarn")
    Club.objects.exclude(pk=neighbours.pk).update(host_name=HOST)
    staff = {
        "secretary": make_account("secretary"),
        "director": make_account("director"),
        "stranger": make_account("director", neighbours),
    }
    staff["director"].is_host = True
    staff["director"].save()
    tournament = create_small_tournament()
    values = {
        "neighbours": neighbours.pk,
        "table": table.slug,
        "ended": ended.slug,
        "tournament": tournament.slug,
        "round table": RoundTable.objects.get(round__tournament=tournament).game_table.slug,
        "season": create_small_season(tournament).slug,
        "season player": Person.objects.get(name="Spieler 1").number,
        "account": make_account("secretary", login="jemand").pk,  # nobody is logged in with it
        "hand": Deal.objects.get(table=table).number,
    }
    return World(values, {role: log_in(account).cookies["sessionid"].value for role, account in staff.items()}, {})


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
    """Return the statuses of a row, by method and role."""
    found: dict[tuple[str, str], int] = {}
    for methods, said in ROWS[name].items():
        if methods in ("with", "body", "stub", "needs"):
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
def test_a_visitor_gets_the_answers_that_are_meant_for_one(world, name, monkeypatch):
    must_answer(world, name, FIRST_ASKED, monkeypatch)


@pytest.mark.heavy
@pytest.mark.parametrize("name", ROWS)
def test_every_other_role_gets_the_answers_that_are_meant_for_it(world, name, monkeypatch):
    must_answer(world, name, ASKERS, monkeypatch)


def must_answer(world: World, name: str, askers: tuple[str, ...], monkeypatch: pytest.MonkeyPatch) -> None:
    """Each of these roles gets by each method the status that stands in the row."""
    wanted = expected(name)
    if stub := ROWS[name].get("stub"):
        monkeypatch.setattr(stub, lambda **options: None)
    assert set(wanted) == {(method, role) for method in METHODS for role in ROLES}
    asks = {(method, role) for method in ASKED_METHODS for role in askers}.difference(made_again(wanted))
    asked = {key: wanted[key] for key in wanted if key in asks}
    assert {key: get_status(world, name, *key) for key in asked} == asked


def made_again(wanted: dict[tuple[str, str], int]) -> list[tuple[str, str]]:
    """Return the requests to leave out: HEAD is let in like GET, and makes the page that it has made.

    A visitor, and one role that sees it, are enough.

    A method that the route does not know is refused before anybody asks who sent it: two roles are enough, and one for
    each of the two that no route knows.
    """
    reader = next((role for role in ROLES if wanted["HEAD", role] == 200), "director")
    like_get = [role for role in ROLES if wanted["HEAD", role] == wanted["GET", role]]
    seen = [("HEAD", role) for role in like_get if role not in ("visitor", reader)]
    unknown = [method for method in METHODS if {wanted[method, role] for role in ROLES} == {NOT_ALLOWED}]
    asking = dict.fromkeys(METHODS, ("visitor", "director")) | {"PUT": ("visitor",), "DELETE": ("director",)}
    return seen + [(method, role) for method in unknown for role in ROLES if role not in asking[method]]


def get_status(world: World, name: str, method: str, role: str) -> int:
    """The status of one request; whatever it changes is taken back."""
    send = getattr(world.clients[role], method.lower())
    body = {"data": ROWS[name].get("body", {})} if method == "POST" else {}
    with transaction.atomic():
        answer = send(world.address(name, role), **body)
        transaction.set_rollback(True)
    if answer.streaming:
        list(answer.streaming_content)  # closes the file
    return int(answer.status_code)


@pytest.mark.heavy
@pytest.mark.sqlite  # refused before the database is asked
@pytest.mark.parametrize("name", [name for name in ROWS if not name.startswith("/")])
def test_no_form_is_taken_from_another_site(rows, name):
    world = with_clients(rows, enforce_csrf_checks=True)
    for role in ("player", "director"):  # somebody with a link, somebody who is logged in
        refused, usual = get_status(world, name, "POST", role), expected(name)["POST", role]
        # Where the form may be big, those who may not send one can be turned away before it is read.
        turned_away = late(world, name) and usual in (302, 403, 404)
        assert refused in ({usual, 403} if turned_away else {403})


def late(world: World, name: str) -> bool:
    """Say whether a view looks after forms of other sites itself."""
    return bool(getattr(resolve(world.address(name, "player")).func, "csrf_exempt", False))
