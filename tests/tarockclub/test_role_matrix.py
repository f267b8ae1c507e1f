"""The matrix for all other roles: whoever has the right that a route needs gets what a director gets."""

import tomllib
from html.parser import HTMLParser
from typing import Any
from urllib.parse import urljoin, urlsplit

import pytest
from django.db import transaction
from django.test import Client
from django.urls import Resolver404, resolve

from tarockclub.platform.accounts.rights import RIGHTS
from tests.support.accounts import log_in, make_account
from tests.support.paths import DATA
from tests.support.shared_rows import share_rows
from tests.tarockclub.test_routes import ROWS, World, _confirmed, expected, get_status, route, rows  # noqa: F401
from tournaments.models import Tournament
from tournaments.people.roles.selectors import give_role

HAS: dict[str, list[str]] = tomllib.loads((DATA / "roles.toml").read_text(encoding="utf-8"))
FOR_THE_CLUB = ("referee", "treasurer", "cashier", "watcher", "nothing")
FOR_A_TOURNAMENT = tuple(role for role in HAS if role != "nothing")
OFTEN_FOR_A_TOURNAMENT = ("referee",)  # the others by a soak: what a role may is one table for both
ROLES = [
    *FOR_THE_CLUB,
    *(
        pytest.param(f"one of {role}", marks=[] if role in OFTEN_FOR_A_TOURNAMENT else [pytest.mark.soak])
        for role in FOR_A_TOURNAMENT
    ),
]
OF_THE_CLUB = {"copy_tournament", "rules_file", "public_person"}  # they name a tournament, and are for the club
OF_THE_TOURNAMENT = ("tournament", "round table")  # values in the address of what belongs to it
PUBLIC, LOGGED_IN = "public", "account"
ASKED_METHODS = ("GET", "POST")  # HEAD is the page of GET, and no route knows the others

pytestmark = [pytest.mark.django_db, pytest.mark.heavy]


@share_rows
def world(rows: World) -> World:  # noqa: F811 -- the fixture of that name
    """The world of the matrix of routes, with an account of each other role; "one of" has a role for the tournament."""
    accounts = {role: make_account("" if role == "nothing" else role) for role in FOR_THE_CLUB}
    tournament = Tournament.objects.get(slug=rows.values["tournament"])
    for role in FOR_A_TOURNAMENT:
        helper = accounts[f"one of {role}"] = make_account("", login=f"helper-{role}")
        give_role(tournament, helper, role)
        helper.refresh_from_db()
    sessions = {role: log_in(account).cookies["sessionid"].value for role, account in accounts.items()}
    return rows._replace(sessions=sessions)


def list_needs(name: str, method: str) -> list[str]:
    """The rights of which one is needed for a method, as the row says, or else as its numbers say."""
    said: Any = ROWS[name].get("needs", {})
    stated = said if isinstance(said, str) else said.get(method, "")
    if stated:
        return str(stated).split()
    wanted = expected(name)
    watcher, secretary, director = (wanted[method, role] for role in ("watcher", "secretary", "director"))
    if secretary == 403 != director:
        return ["direct"]
    if watcher == director:
        return [PUBLIC]
    return ["tables"] if method == "GET" and watcher == 302 else ["enter"]


def compute_status(name: str, method: str, role: str) -> int:
    """The status that a role gets."""
    wanted, needs = expected(name), list_needs(name, method)
    if needs == [PUBLIC]:
        return wanted[method, "watcher"]
    words = role.removeprefix("one of ")
    is_named = set(ROWS[name].get("with", {}).values()) & set(OF_THE_TOURNAMENT)
    is_there = words == role or (is_named and name not in OF_THE_CLUB)
    has = HAS[words] if is_there else []
    if needs == [LOGGED_IN] or set(has) & set(needs):
        return wanted[method, "director"]
    watching = wanted[method, "watcher"]  # at a table those without the right only watch; elsewhere they are refused
    return 403 if watching == 302 else watching


def ask(world: World, name: str, method: str, role: str) -> int:
    """The status of one request, from a client of its own: some routes log out."""
    client = Client()
    client.cookies["sessionid"] = world.sessions[role]
    return get_status(world._replace(clients={role: client}), name, method, role)


class Offers(HTMLParser):
    """The links of a page and the addresses of its forms: what it offers to do."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.page, self.found = page, set[tuple[str, str]]()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        said = dict(attrs)
        if tag == "form":
            self._add("POST" if said.get("method") == "post" else "GET", said.get("action") or self.page)
        elif tag == "a" and said.get("href"):
            self._add("GET", said["href"] or "")

    def _add(self, method: str, address: str) -> None:
        where = urlsplit(urljoin(self.page, address))
        if not where.netloc:
            self.found.add((method, where.path))


def list_refused(world: World, name: str, role: str) -> list[tuple[str, str, str]]:
    """The links and forms of a page that would be refused to a role which may open it."""
    client, address = Client(), world.address(name, role)
    client.cookies["sessionid"] = world.sessions[role]
    with transaction.atomic():
        answer: Any = client.get(address)
        transaction.set_rollback(True)  # who looks at people is noted
    if answer.streaming:
        list(answer.streaming_content)  # closes the file
        return []
    if answer.status_code != 200 or not answer["Content-Type"].startswith("text/html"):
        return []
    offers = Offers(address)
    offers.feed(answer.content.decode())
    return [(name, method, path) for method, path in offers.found if is_refused(world, method, path, role)]


def is_refused(world: World, method: str, path: str, role: str) -> bool:
    """Tell whether a role lacks the right for an address, by the matrix."""
    try:
        match = resolve(path)
    except Resolver404:
        return False
    needs = [list_needs(name, method) for name in ROWS if route(name) == match.url_name]
    if not needs or [PUBLIC] in needs or [LOGGED_IN] in needs:
        return False
    slugs = {world.values[name] for name in OF_THE_TOURNAMENT}
    words = role.removeprefix("one of ")
    has = HAS[words] if words == role or match.kwargs.get("slug") in slugs else []
    return not {*has} & {*needs[0]}


def test_the_program_gives_each_role_the_rights_that_are_promised():
    assert {role or "nothing": {*rights} for role, rights in RIGHTS.items()} == {
        role: {*rights} for role, rights in HAS.items()
    }


@pytest.mark.parametrize("role", ROLES)
def test_every_route_answers_a_role_by_its_rights(world, role):
    names = [name for name in ROWS if "stub" not in ROWS[name]]
    found = {
        (name, method): (ask(world, name, method, role), compute_status(name, method, role))
        for name in names
        for method in ASKED_METHODS
        if list_needs(name, method) != [PUBLIC]
    }
    wrong = [(key, answers) for key, answers in found.items() if answers[0] != answers[1]]
    assert wrong == [], wrong


@pytest.mark.parametrize("role", ROLES)
def test_no_page_offers_a_role_something_that_would_be_refused(world, role):
    names = [name for name in ROWS if "stub" not in ROWS[name] and compute_status(name, "GET", role) == 200]
    refused = [offer for name in names for offer in list_refused(world, name, role)]
    assert refused == [], refused
