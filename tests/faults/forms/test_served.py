"""Every form that hashes, unpacks or waits, posted to a running server: with one club, and below a club's address.

Tests within one process do all that at once, and so would not see a request that never gets to its end.
"""

import io
import re
import time
import tomllib
import types
import uuid
from collections.abc import Iterator, Mapping
from functools import partial
from types import MappingProxyType
from typing import Any, NamedTuple

import pytest
from django.contrib.auth import authenticate, hashers
from django.db import connection, transaction
from django.urls import URLPattern, URLResolver, get_resolver, reverse
from PIL import Image

from tarockclub.models import Account, Club, Person
from tarockclub.platform.server.lazy_views import LazyView
from tarockclub.platform.server.wsgi.turns import give_turn_back
from tests.faults.forms.browser import Browser, read_codes
from tests.scoring.support.tables import dreier, new_table, play
from tests.support.accounts import compute_code
from tests.support.clients import Answer
from tests.support.databases import HEAVY_ON_SQLITE
from tests.support.paths import DATA
from tests.support.server import SESSION_KEY_FILE
from tests.support.signed_in import PASSWORD
from tests.support.small_tournament import create_small_season, create_small_tournament

OURS = ("tarockclub.", "scoring.", "tournaments.")
SLOW_CALLS: set[Any] = {give_turn_back, authenticate, hashers.make_password, hashers.check_password}
UPLOADS = "FILES"  # whoever names them of a request unpacks one


def list_waiting_routes() -> set[str]:
    """Return the names of all routes whose views hash, unpack or wait."""
    return {str(pattern.name) for pattern in _iter_patterns(get_resolver()) if _waits(pattern.callback)}


def _iter_patterns(resolver: URLResolver) -> Iterator[URLPattern]:
    for pattern in resolver.url_patterns:
        if isinstance(pattern, URLResolver):
            yield from _iter_patterns(pattern)
        else:
            yield pattern


def _waits(view: Any) -> bool:
    seen: set[int] = set()
    left = [view]
    while left:
        thing = left.pop()
        if isinstance(thing, types.FunctionType) and (thing in SLOW_CALLS or UPLOADS in _list_names(thing.__code__)):
            return True
        if id(thing) not in seen:
            seen.add(id(thing))
            left += _list_reached(thing)
    return False


def _list_reached(thing: Any) -> list[Any]:
    """Return what a view, a function or a class of ours may call."""
    if isinstance(thing, partial):
        return [thing.func, *thing.args]
    if isinstance(thing, LazyView):
        return [thing.view]
    if not str(getattr(thing, "__module__", "")).startswith(OURS):
        return []
    if isinstance(thing, type):
        return [value for value in vars(thing).values() if isinstance(value, types.FunctionType)]
    if not isinstance(thing, types.FunctionType):
        return []
    names = _list_names(thing.__code__)
    known = [thing.__globals__[name] for name in names if name in thing.__globals__]
    modules = [thing for thing in known if isinstance(thing, types.ModuleType) and thing.__name__.startswith(OURS)]
    named = [vars(module)[name] for module in modules for name in names if name in vars(module)]
    return [*known, *named, *(cell.cell_contents for cell in thing.__closure__ or ())]


def _list_names(code: types.CodeType) -> set[str]:
    inner = [_list_names(constant) for constant in code.co_consts if isinstance(constant, types.CodeType)]
    return set(code.co_names).union(*inner)


ROWS: dict[str, dict[str, Any]] = tomllib.loads((DATA / "routes.toml").read_text("utf-8"))
WRONG_METHOD, QUESTION, ERROR = 405, 403, 500
OTHER_PASSWORD = "vier-schöne-Vögel"
PRINT_SECONDS = 30
PRINTED_CODE = re.compile(r"(?m)^  ([A-Z2-9]{4}-[A-Z2-9]{4}-[A-Z2-9]{4})$")
PEOPLE = "Vorname;Nachname\nZita;Zeilinger\nYvonne;Ybbsbacher\n"
FACTOR_FORMS = {"mfa_activate_totp", "mfa_generate_recovery_codes", "mfa_deactivate_totp", "mfa_remove_webauthn"}
# Each has its own test below, or comes from somewhere else than a row of routes.toml.
OWN_FORMS = FACTOR_FORMS | {
    *("log_in", "setup", "setup_file", "found_club", "restore_backup", "own_password"),
    "stand_by_changes",  # asked by another laptop alone, which proves that it knows the code
}


class File(io.BytesIO):
    """A file that is sent."""

    def __init__(self, name: str, content: bytes) -> None:
        super().__init__(content)
        self.name = name


class Form(NamedTuple):
    """A form of a page, what is filled in, and where it leads."""

    route: str
    said: dict[str, Any]
    status: int = 302
    address: Mapping[str, Any] = MappingProxyType({})


def draw_picture() -> File:
    """Return a logo."""
    file = io.BytesIO()
    Image.new("RGB", (200, 100), "#1f3f66").save(file, "PNG")
    return File("logo.png", file.getvalue())


@pytest.fixture
def host(site):
    """The director who has set the installation up, on its page, with the code that the server has printed."""
    browser = Browser(site.url)
    browser.key_file = site.served.data / SESSION_KEY_FILE
    deadline = time.monotonic() + PRINT_SECONDS
    while not (codes := PRINTED_CODE.findall(site.served.log)) and time.monotonic() < deadline:
        time.sleep(0.1)  # it takes connections before it has printed everything
    [code] = codes
    said = {"code": code, "club": "Runde zur Linde", "name": "Grete", "login": "grete"}
    shown = browser.post_form(reverse("setup_code"), {"code": said["code"]}).get_header("Location")
    no_club = {"key": uuid.uuid4(), "login": "grete", "password": PASSWORD, "file": File("club.zip", b"PK")}
    assert browser.post_form(shown, no_club).status == 400
    assert browser.post_form("/setup/", {**said, "password": PASSWORD, "again": PASSWORD}).status == 302
    return browser


def make_values() -> dict[str, Any]:
    """Make what stands in the addresses of the rows."""
    with transaction.atomic():
        table = new_table()
        play(table, dreier(0))
        tournament = create_small_tournament()
        season = create_small_season(tournament)
    grete = Account.objects.get(login="grete")
    return {
        "table": table.slug,
        "hand": 1,
        "tournament": tournament.slug,
        "season": season.slug,
        "season player": Person.objects.filter(club=grete.club).earliest("number").number,
        "account": grete.pk,
        "neighbours": grete.club_id,
    }


def list_forms(number: int, values: dict[str, Any]) -> Iterator[Form]:
    """Yield the forms that end as their page wants it, each for the first or the second time."""
    login, again = f"berta{number}", {"password": OTHER_PASSWORD, "again": OTHER_PASSWORD}
    yield Form("new_account", {"name": f"Berta {number}", "login": login, "role": "secretary", **again})
    account = {"number": Account.objects.get(login=login).pk}
    yield Form("account", {"role": "secretary", "active": "on"}, 302, account)
    yield Form("account_password", again, 302, account)
    yield Form("club_look", {"name": "Runde zur Linde", "colour": "", "logo": draw_picture()})
    token = {"key": uuid.uuid4(), "client": f"Tafel {number}", "role": "watcher", "days": 30}
    yield Form("new_api_token", token, 200)
    yield Form("register_list", {"text": PEOPLE}, 200)
    yield Form("register_file", {"file": File("people.csv", PEOPLE.encode())}, 200)
    of_tournament, day = {"slug": values["tournament"]}, {"slug": values["season"], "number": 2}
    yield Form("read_file", {"file": File("people.csv", PEOPLE.encode())}, 200, of_tournament)
    yield Form("hall_picture", {"picture": draw_picture()}, 302, of_tournament)
    yield Form("season_results_file", {"file": File("day.csv", b"1;Zita Zeilinger\n2;Yvonne Ybbsbacher\n")}, 200, day)
    no_club = {"key": uuid.uuid4(), "file": File("club.zip", b"PK")}
    yield Form("take_club_over", no_club)
    yield Form("take_rules", {"file": File("sheet.toml", b"name = 1")}, 400)
    yield Form("take_rules", {"file": File("photo.jpg", bytes(3 << 20))}, 413)
    yield Form("edit_invitation_picture", {"picture": draw_picture()}, 302, of_tournament)


def list_rows(values: dict[str, Any], done: set[str]) -> Iterator[Form]:
    """Yield the forms of all other pages that wait, as the rows of their routes fill them in."""
    for route in sorted(list_waiting_routes() - done - OWN_FORMS):
        row = ROWS.get(route, {})
        address = {name: values.get(value, value) for name, value in row.get("with", {}).items()}
        yield Form(route, row.get("body", {}), 0, address)


def check(route: str, answer: Answer, status: int) -> None:
    """Demand an answer of the page itself, neither the question for the password nor one of the server."""
    said = re.findall(r'class="problem".*?</', answer.body.decode(errors="replace"), re.DOTALL)
    assert answer.status < ERROR, (route, answer.status, said)
    assert answer.status != QUESTION, (route, said)
    assert status in (0, answer.status), (route, answer.status, said)
    assert not answer.get_header("Location").startswith("/log-in/"), route


def post_all(host: Browser, number: int, values: dict[str, Any]) -> None:
    """Post all forms, with the password wherever it may be asked for."""
    done = set()
    for form in list_forms(number, values):
        done.add(form.route)
        check(form.route, host.post_late(reverse(form.route, kwargs=dict(form.address)), form.said), form.status)
    for form in list_rows(values, done):
        path = reverse(form.route, kwargs=dict(form.address))
        answer = host.post_late(path, form.said)
        check(form.route, host.open_page(path) if answer.status == WRONG_METHOD else answer, form.status)


def change_second_factor(host: Browser) -> None:
    """Turn the second factor on, ask for new recovery codes, and turn it off."""
    page = host.open_page(reverse("mfa_activate_totp")).body.decode()
    secret = re.findall(r'class="api-secret">([^<]+)<', page)[0].replace(" ", "")
    on = {"code": compute_code(secret, time.time())}
    forms: dict[str, dict[str, str]] = {"mfa_activate_totp": on, "mfa_generate_recovery_codes": {}}
    for route, said in {**forms, "mfa_deactivate_totp": {}}.items():
        check(route, host.post_late(reverse(route), said), 302)


def change_own_password(host: Browser) -> None:
    """Change the password, and log in with the new one."""
    again = {"old": PASSWORD, "password": OTHER_PASSWORD, "again": OTHER_PASSWORD}
    check("own_password", host.post_form("/password/", again), 200)
    host.cookies.pop("sessionid")
    check("log_in", host.post_form("/log-in/", {"login": "grete", "password": OTHER_PASSWORD}), 302)


@pytest.mark.heavy
def test_a_backup_is_made_and_sent_and_going_back_to_it_ends_all_log_ins(host, site):
    folder = site.served.data / "backups"
    check("make_backup", host.post_form("/backups/make/", {}), 302)
    [made] = folder.glob("*.zip")
    if connection.vendor == "sqlite":  # elsewhere only the command takes one
        check("upload_backup", host.post_form("/backups/upload/", {"file": File("x.zip", made.read_bytes())}), 302)
    check("restore_backup", host.post_late(reverse("restore_backup", args=[made.name]), {"word": "restore"}), 200)
    assert host.open_page("/backups/").get_header("Location").startswith("/log-in/")


@HEAVY_ON_SQLITE
def test_every_form_that_waits_gets_an_answer(host, site):
    values = make_values()
    post_all(host, 1, values)
    founded = host.post_late(reverse("found_club"), {"name": "Runde Öblarn", "director": "Resi", "login": "resi"})
    check("found_club", founded, 200)
    host.prefix = f"/c/{Account.objects.get(login='grete').club.slug}"
    post_all(host, 2, values)
    change_second_factor(host)
    change_own_password(host)
    resi, [password] = Browser(site.url), read_codes(founded)
    resi.prefix = f"/c/{Club.objects.get(name='Runde Öblarn').slug}"
    check("log_in", resi.post_form("/log-in/", {"login": "resi", "password": password}), 302)
