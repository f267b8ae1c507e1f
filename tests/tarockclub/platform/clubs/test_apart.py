"""Clubs are strictly apart: over every route, every operation of the API and every file, as somebody of another club.

Twice over: what belongs to the other club alone is the same, byte by byte, whether this club has data or not; and
where an address names something of this club, no word of it comes back, unless everybody may read it who knows it.
"""

import difflib
import io
import re
import uuid
import zipfile
from http.cookies import SimpleCookie
from typing import Any, NamedTuple

import pytest
from django.db import transaction
from django.test import Client
from django.urls import reverse

from scoring.models import Deal
from scoring.table.evenings.services import EveningStart, start_evening
from tarockclub.models import ApiToken, Club, Person
from tarockclub.platform.accounts.persons import find_or_create_person, load_first_club, lock_club
from tarockclub.platform.club_look.services import change_look
from tarockclub.platform.privacy.public_names import save_privacy
from tarockclub.platform.server.page_cache import LruCache
from tests.scoring.support.tables import dreier, new_key, new_table, play
from tests.support.accounts import log_in, make_account
from tests.support.databases import HEAVY_ON_SQLITE
from tests.support.links import find_secret
from tests.support.phones import let_write
from tests.support.programs import Program, create_program
from tests.support.small_tournament import create_small_season, create_small_tournament
from tests.support.states.club_factory import make_own_sheets, publish_everything
from tests.tarockclub.platform.api.test_matrix import ROWS as OPERATIONS
from tests.tarockclub.platform.api.test_matrix import operations
from tests.tarockclub.test_routes import HIDDEN, ROWS, expected, route
from tournaments.models import RoundTable, Tournament

pytestmark = [pytest.mark.django_db, pytest.mark.heavy]
METHODS = ("GET", "POST")
FRESH_HEADERS = ("Content-Length", "Expires", "ETag", "Set-Cookie")
OF_PUBLIC_PAGES = ("save_hand",)  # a refused hand comes back on the page of its table
MARK = "Wxqvjk"  # in every text of this club; no secret made by chance has it
SHARED = "Gleichnamige"  # somebody of this name is in both clubs
# Texts of its own house rules, and the program that it notifies.
OWN_WORDS = (MARK, MARK.lower(), "Adler", "Keller", "Am Bach", "Stammtisch", "75319531")
MADE_UP = ("mfa_activate_totp", "time")  # new each time: a secret, the time
SEARCHES = (
    "/search/?q=person",
    "/search/?q=turnier",
    "/search/?q=saison",
    "/search/?q=adler",
    "/search/?q=gleichnamige",
)
# What a page has of its own, each time: keys of forms, tokens against forgery, the time.
_FRESH = re.compile(
    r'(csrfmiddlewaretoken" value="|name="key" value="|data-key="|"key": "|name="proof" value=")[^"]*'
    r"|[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}|/accounts/\d+/|/programs/\d+/|[0-9a-f]{64}|;[0-9a-f]{16}\r"
    r"|\d{4}-\d\d-\d\dT[\d:.]+|\b\d\d:\d\d\b"
)


class Theirs(NamedTuple):
    """The other club, from which somebody looks."""

    club: Club
    client: Client
    program: Program
    phone: Program


class Address(NamedTuple):
    """A route with what stands in its address."""

    name: str
    path: str
    is_hidden: bool  # it names something of this club
    is_public: bool  # whoever knows it may read it


@pytest.fixture(autouse=True)
def _fresh_pages(monkeypatch, settings):
    """Nothing is kept from one request to the next, and nobody is asked for his password."""
    monkeypatch.setattr(LruCache, "get", lambda _cache, _name: None)
    settings.CONFIRMED_SECONDS = 24 * 60 * 60


@pytest.fixture
def theirs():
    """The other club: a director, a program, an evening, own house rules, somebody with a name of this club."""
    load_first_club()
    club = Club.objects.create(name="Nachbarn", slug="nachbarn")
    director = make_account("director", club, login="nachbarin")
    find_or_create_person(lock_club(club), SHARED)
    table = let_write(
        start_evening(new_key(), EveningStart((SHARED, "Emma", "Fritz", "Gerda"), "treffpunkt", {}, 0), club)
    )
    play(table, dreier(0))
    client = log_in(director)
    vars(client)["signed_in"] = {"sessionid": client.cookies["sessionid"].value}
    return Theirs(club, client, create_program(director), Program(find_secret(table.slug)))


def make_ours() -> dict[str, Any]:
    """Everything that this club may have, with its mark; what stands in addresses."""
    club = load_first_club()
    make_account("secretary", club, login=f"{MARK}-sekretariat")
    director = make_account("director", club, login=f"{MARK}-leitung")
    table = let_write(new_table())
    play(table, dreier(0))
    ended = new_table()
    tournament = create_small_tournament()
    season = create_small_season(tournament)
    publish_everything(club)
    make_own_sheets(director)
    create_program(director)
    save_privacy(club.pk, controller=f"{MARK} Obmann", contact=f"{MARK} Gasse 75319531")
    change_look(club, f"{MARK} Runde", "#123456", None)
    for person in Person.objects.filter(club=club):
        Person.objects.filter(pk=person.pk).update(name=f"{MARK} Person {person.number}", shown_as=f"{MARK} Kurz")
    find_or_create_person(lock_club(club), SHARED)
    Tournament.objects.update(name=f"{MARK} Turnier")
    type(season).objects.update(name=f"{MARK} Saison")
    ApiToken.objects.filter(account=director).update(client=f"{MARK} Programm")
    return {
        "table": table.slug,
        "ended": ended.slug,
        "tournament": tournament.slug,
        "round table": RoundTable.objects.get(round__tournament=tournament).game_table.slug,
        "season": season.slug,
        "season player": Person.objects.filter(club=club).earliest("number").number,
        "account": director.pk,
        "neighbours": club.pk,
        "hand": Deal.objects.get(table=table).number,
        "link": find_secret("nobody"),
    }


def list_addresses(values: dict[str, Any]) -> list[Address]:
    """Return the address of every row of the matrix."""
    return [_build_address(name, values) for name in ROWS]


def _build_address(name: str, values: dict[str, Any]) -> Address:
    if name.startswith("/"):
        return Address(name, name, False, False)
    said = ROWS[name].get("with", {})
    path = reverse(route(name), kwargs={key: values.get(value, value) for key, value in said.items()})
    is_hidden = bool({*HIDDEN, "account"} & set(said.values()))
    return Address(name, path, is_hidden, is_hidden and _is_public(name))


def _is_public(name: str) -> bool:
    """Tell whether everybody may read a page who knows its address."""
    return expected(name)["GET", "watcher"] == 200 or name in OF_PUBLIC_PAGES


def ask(client: Client, address: Address, method: str) -> Any:
    """The answer to a request; whatever it changes is taken back."""
    body = {"data": ROWS[address.name].get("body", {})} if method == "POST" else {}
    client.cookies = SimpleCookie(vars(client).get("signed_in", {}))  # the same each time, also after logging out
    with transaction.atomic():
        answer = getattr(client, method.lower())(address.path, **body)
        answer.full = b"".join(answer.streaming_content) if answer.streaming else answer.content
        transaction.set_rollback(True)
    return answer


def read(answer: Any) -> str:
    """Everything that an answer says: status, headers, the body, and the files in it."""
    body: bytes = answer.full
    if body.startswith(b"PK"):
        with zipfile.ZipFile(io.BytesIO(body)) as file:
            body = b"\n".join(file.read(name) for name in sorted(file.namelist()) if not name.endswith("core.xml"))
    elif body.startswith(b"%PDF"):
        body = b""  # compressed: its text is that of a page, which is compared
    head = "\n".join(f"{name}: {value}" for name, value in sorted(answer.items()) if name not in FRESH_HEADERS)
    return f"{answer.status_code}\n{head}\n{body.decode(errors='replace')}"


def read_all(theirs: Theirs, addresses: list[Address]) -> dict[tuple[str, str], str]:
    """The answers to somebody of the other club where no address names anything of this one."""
    answers = {
        (address.name, method): _FRESH.sub("…", read(ask(theirs.client, address, method)))
        for address in addresses
        for method in METHODS
        if not address.is_hidden and "stub" not in ROWS[address.name] and address.name not in MADE_UP
    }
    found = {
        (path, "GET"): _FRESH.sub("…", read(ask(theirs.client, Address("search", path, False, False), "GET")))
        for path in SEARCHES
    }
    return answers | found


def find_words(text: str) -> list[str]:
    """Return the words of this club in a text."""
    return [word for word in OWN_WORDS if word in text]


def _diff(first: str, second: str) -> list[str]:
    lines = difflib.unified_diff(first.split("\n"), second.split("\n"), n=0, lineterm="")
    return [line[:200] for line in lines][2:8]


NOWHERE = dict.fromkeys((*HIDDEN, "account"), uuid.UUID(int=0)) | {
    "account": 0,
    "neighbours": 0,
    "hand": 1,
    "season player": 1,
    "link": find_secret("nobody"),
}


@HEAVY_ON_SQLITE
def test_what_a_club_sees_of_itself_does_not_change_with_what_another_one_has(theirs):
    before = read_all(theirs, list_addresses(NOWHERE))
    make_ours()
    after = read_all(theirs, list_addresses(NOWHERE))
    assert {key: find_words(text) for key, text in after.items() if find_words(text)} == {}
    changed = {key: _diff(before[key], after[key]) for key in before if before[key] != after[key]}
    assert changed == {}


def test_an_address_of_another_club_answers_nothing_about_it(theirs):
    addresses = [address for address in list_addresses(make_ours()) if address.is_hidden]
    assert len(addresses) > 80
    leaks = {
        (address.name, method): words
        for address in addresses
        for method in METHODS
        if not address.is_public and (words := find_words(read(ask(theirs.client, address, method))))
    }
    assert leaks == {}


def test_below_the_prefix_of_a_club_there_is_nothing_of_another_one(theirs):
    statuses = {}
    for address in list_addresses(make_ours()):
        if address.is_hidden:
            below = address._replace(path=f"/c/nachbarn{address.path}")
            statuses[address.name] = {ask(client, below, "GET").status_code for client in (theirs.client, Client())}
    tables = {name for name, said in statuses.items() if said == {307}}  # they have one address
    # Whatever stands behind these, strangers are asked who they are.
    log_in_first = {name for name in statuses if "account" in ROWS[name].get("with", {}).values()}
    log_in_first |= {"rules_file"}
    log_in_first -= {"first_password"}  # whoever has such a link has no password yet
    assert {name: said for name, said in statuses.items() if said != {404} and name not in tables} == {
        name: {302, 404} for name in log_in_first
    }
    assert len(statuses) - len(tables) > 80


def test_no_operation_of_the_api_tells_another_clubs_program_or_phone_anything(theirs):
    values = make_ours()
    leaks = {}
    for name, method, path in operations():
        is_table = path.startswith("tables/")
        known = {
            "slug": values["table"] if is_table else values["tournament"],
            "sheet_id": "beim-adler",
            "line": 1 << 32,
        }
        parts = (
            str(known.get(part.strip("{}").rpartition(":")[2], 1)) if part[:1] == "{" else part
            for part in path.split("/")
        )
        address = "/".join(parts)
        is_public = OPERATIONS[name] == "anybody" and "slug}" in path
        for who, client in (("program", theirs.program), ("phone", theirs.phone)):
            with transaction.atomic():
                answer = client.read(address) if method == "GET" else client.send(address, {"key": str(uuid.uuid4())})
                answer.full = b"".join(answer.streaming_content) if answer.streaming else answer.content
                transaction.set_rollback(True)
            if not is_public and (words := find_words(read(answer))):
                leaks[name, who] = words
    assert leaks == {}
