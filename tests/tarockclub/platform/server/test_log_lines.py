"""The lines of the log, and the secrets that it keeps to itself."""

import logging
import uuid
from urllib.parse import quote

import pytest
from django.urls import URLResolver, get_resolver, reverse
from django.urls.converters import IntConverter, StringConverter, UUIDConverter

from scoring.book.access import views as access_views
from scoring.table.table_page import views
from tarockclub.platform.navigation.rows import SecretConverter
from tarockclub.platform.server.log_filter import DiscreetFormatter, JsonFormatter
from tests.scoring.support.tables import new_table
from tests.support.links import find_secret
from tests.support.phones import Client


def line(message, error=None):
    """A record as the log prints it."""
    record = logging.LogRecord("django.request", logging.ERROR, __file__, 1, message, None, error)
    return DiscreetFormatter("%(message)s").format(record)


@pytest.mark.parametrize(
    "slug",
    [
        "3f2a9c1e-1111-4222-8333-944445555666",
        "3F2A9C1E-1111-4222-8333-944445555666",
        "3f2a9c1e111142228333944445555666",
    ],
)
def test_a_link_is_shortened_so_that_it_can_be_told_from_others_and_not_be_used(slug):
    printed = line(f"Internal Server Error: /tables/{slug}/hands/")
    assert printed == f"Internal Server Error: /tables/{slug[:4]}…/hands/"


@pytest.mark.django_db
def test_after_a_server_error_the_log_does_not_hold_the_link(monkeypatch, caplog):
    slug = str(new_table().slug)

    def broken(asked):
        raise RuntimeError(f"broken: {asked}")

    monkeypatch.setattr(views, "find_game_table", broken)
    answer = Client(raise_request_exception=False).get(reverse("table", args=[slug]))
    assert answer.status_code == 500
    # What prints the log of the program, beside what the tests catch it with.
    [printer] = [
        handler.formatter for handler in logging.getLogger().handlers if type(handler) is logging.StreamHandler
    ]
    assert printer is not None
    printed = "\n".join(printer.format(record) for record in caplog.records)
    assert "Internal Server Error: /tables/" in printed
    assert "RuntimeError: broken: " in printed
    assert slug not in printed
    assert slug.replace("-", "") not in printed
    assert slug[9:] not in printed


@pytest.mark.parametrize(
    ("address", "printed"),
    [
        ("/t/00112233445566778899aabbccddeeff/", "/t/0011…/"),
        ("/t/00112233445566778899aabbccddee/", "/t/0011…/"),  # copied without its end
        ("/t/käse-und-brot?x=1", "/t/käse…?x=1"),
        ("/t/kurz/", "/t/kurz/"),
        ("/t/", "/t/"),
        ("/tournaments/7/sign-up/3bea8e69def82c/", "/tournaments/7/sign-up/3bea…/"),
        ("/log-in/?next=%2Fpeople%2Fmine%2F3bea8e69&x=1", "/log-in/?next=%2Fpeople%2Fmine%2F3bea…&x=1"),
        (
            "3bea8e69def82c24 tarockclub-2026-01-06-193005-007Z-0a1b2c.zip",
            "3bea… tarockclub-2026-01-06-193005-007Z-0a1b2c.zip",
        ),
        ("Cookie: right=00112233445566778899aabbccddeeff; x", "Cookie: right=0011…; x"),
        ("Authorization: Bearer tarock_00112233445566778899aabbccddeeff", "Authorization: Bearer tarock_0011…"),
    ],
)
def test_of_the_secret_in_a_link_only_the_first_signs_are_printed(address, printed):
    assert line(f"Not Found: {address}") == f"Not Found: {printed}"


@pytest.mark.django_db
def test_nothing_that_django_logs_about_a_link_tells_its_secret(caplog, monkeypatch, client):
    secret, wrong = find_secret(new_table().slug), "0123456789abcdef" * 2
    monkeypatch.setattr(access_views, "set_link_cookie", lambda *args: 1 / 0)
    client.raise_request_exception = False
    with caplog.at_level(logging.DEBUG, "django.request"):
        for address in (f"/t/{secret}/", f"/t/{wrong}/", f"/t/{wrong}0/", f"/t/{secret}"):
            client.get(address)
    # Usually nobody prints that a page is not there; the level that hides it may be lowered some day.
    printed = [DiscreetFormatter("%(message)s").format(record) for record in caplog.records]
    assert any("Internal Server Error: /t/" in text for text in printed)
    assert any("Not Found: /t/0123…" in text for text in printed)
    assert not [text for text in printed if secret[4:] in text or wrong[4:] in text]


# Parts of addresses that anybody may know: words of the program, names of files, digests of pictures.
KNOWN_WORDS = {"anchor", "sheet_id", "first", "second", "name", "form", "kind"}
SECRETS = ("fedcba9876543210", "ImZlZGNiYTk4NzY1NDMyMTAi:1vJ-x_Y:q4_Zb-")  # the shortest; one that is signed


def list_secret_addresses():
    """Each address with a secret, as the log may see it: the program's own list of them."""
    for name, (route, kinds) in walk_addresses(get_resolver()):
        texts = {key for key, kind in kinds.items() if type(kind) is StringConverter}
        assert texts <= KNOWN_WORDS, f"{route}: a secret is <secret:…>"
        if any(isinstance(kind, SecretConverter) for kind in kinds.values()):
            yield name, kinds


def walk_addresses(resolver, before=""):
    """The name of each address, with its route and the kinds of its parts."""
    for entry in resolver.url_patterns:
        route = f"{before}{entry.pattern}"
        if isinstance(entry, URLResolver):
            yield from walk_addresses(entry, route)
        elif entry.name:
            yield entry.name, (route, {**resolver.pattern.converters, **entry.pattern.converters})


def fill_address(name, kinds, secret):
    """An address with this secret in it."""
    made = {SecretConverter: secret, IntConverter: 1, UUIDConverter: uuid.UUID(int=7)}
    return reverse(name, kwargs={key: made.get(type(kind), "wide") for key, kind in kinds.items()})


@pytest.mark.django_db
@pytest.mark.parametrize("secret", SECRETS)
def test_no_address_with_a_secret_tells_it_to_the_log_or_to_another_site(secret, caplog, monkeypatch):
    """Refused, not found, failed, also where the page is named as the one that somebody comes from."""
    addresses = [fill_address(name, kinds, secret) for name, kinds in list_secret_addresses()]
    assert len(addresses) > 12
    client = Client(raise_request_exception=False, enforce_csrf_checks=True)
    caplog.set_level(logging.DEBUG, "django.request")
    asked = [client.get(address) for address in [*addresses, *(f"{address}x" for address in addresses)]]
    for address in addresses:
        came_from = f"https://other{address}?next={quote(address, safe='')}"
        asked.append(client.post(address, secure=True, headers={"referer": came_from}))
    resolve = URLResolver.resolve

    def break_view(request, **_said):
        raise RuntimeError(f"broken: {request.path}")

    def resolve_broken(resolver, path):
        found = resolve(resolver, path)
        found.func = break_view
        return found

    monkeypatch.setattr(URLResolver, "resolve", resolve_broken)
    failed = [client.get(address) for address in addresses]
    assert {answer.status_code for answer in failed} == {500}
    assert {403, 404} <= {answer.status_code for answer in asked}
    assert {answer["Referrer-Policy"] for answer in [*asked, *failed]} <= {"same-origin", "no-referrer"}
    for formatter in (DiscreetFormatter("%(message)s"), JsonFormatter()):
        printed = "\n".join(formatter.format(record) for record in caplog.records)
        assert len(caplog.records) > 3 * len(addresses)
        assert secret[4:] not in printed, [text for text in printed.splitlines() if secret[4:] in text][:5]
