"""The lines of the log, and the secrets that it keeps to itself."""

import logging

import pytest
from django.urls import reverse

from scoring.book.access import views as access_views
from scoring.table.table_page import views
from tarockclub.platform.server.log_filter import DiscreetFormatter
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
