"""The database that a request reads: the replica if it may be a few seconds late, else or if in doubt the primary."""

import time

import pytest
from django.db import InterfaceError, OperationalError, connections
from django.db.models import QuerySet
from django.test import Client
from django.urls import reverse

from scoring.models import GameTable, TableCount
from tarockclub.models import Club
from tarockclub.platform.server.page_cache import VersionCache
from tarockclub.platform.server.reading import MORE_SECONDS, READ_FROM, SAVED_COOKIE, read_caught_up, read_other
from tarockclub.platform.server.replica import REPLICA, WATCH
from tests.scoring.support.tables import dreier, new_table, play
from tests.support.accounts import log_in, make_account
from tests.support.small_tournament import create_small_tournament

pytestmark = pytest.mark.django_db


@pytest.fixture
def address(seeming_replica):
    """The address of standings that everybody may read."""
    return reverse("standings_json", kwargs={"slug": create_small_tournament().slug})


def find_reader(answer):
    """The database that an answer comes from."""
    return answer.wsgi_request.META.get(READ_FROM)


def test_a_fresh_replica_is_read(address):
    answer = Client().get(address)
    assert (answer.status_code, find_reader(answer)) == (200, REPLICA)
    assert SAVED_COOKIE not in answer.cookies
    assert find_reader(Client().get(reverse("worker"))) is None


def test_a_late_replica_is_not_read(address, monkeypatch, settings):
    monkeypatch.setattr(WATCH, "contained_at", time.monotonic() - settings.REPLICA_SECONDS)
    answer = Client().get(address)
    assert (answer.status_code, find_reader(answer)) == (200, "default")


def test_who_has_sent_something_reads_the_primary_until_the_replica_must_have_it(address, settings):
    browser, other = Client(), Client()
    cookie = browser.post(reverse("set_language"), {"language": "en"}).cookies[SAVED_COOKIE]
    assert cookie["max-age"] == settings.REPLICA_SECONDS + MORE_SECONDS
    assert cookie["httponly"]
    assert cookie["samesite"] == "Lax"
    assert find_reader(browser.get(address)) == "default"
    assert find_reader(other.get(address)) == REPLICA
    del browser.cookies[SAVED_COOKIE]
    assert find_reader(browser.get(address)) == REPLICA


def test_a_program_with_a_token_reads_the_primary(address):
    sheets = "/api/v1/sheets"
    assert find_reader(Client().get(sheets)) == REPLICA
    assert find_reader(Client().get(sheets, headers={"Authorization": "Bearer x"})) == "default"


def test_what_the_replica_does_not_have_yet_comes_from_the_primary(address, monkeypatch):
    def hide(rows, *args, **kwargs):
        return rows.none() if rows.db == REPLICA else find_rows(rows, *args, **kwargs)

    find_rows = QuerySet.filter
    monkeypatch.setattr(QuerySet, "filter", hide)
    for path in (address, reverse("standings", args=[address.split("/")[2]]), f"/api/v1{address[:-5]}"):
        answer = Client().get(path)
        assert (answer.status_code, find_reader(answer)) == (200, "default"), path


@pytest.mark.parametrize("error", [OperationalError, InterfaceError])
def test_a_replica_that_breaks_is_not_noticed_and_not_asked_again_at_once(address, monkeypatch, error):
    def fail(*args, **kwargs):
        raise error("the connection is lost")

    monkeypatch.setattr(connections[REPLICA], "cursor", fail)
    answer = Client().get(address)
    assert (answer.status_code, find_reader(answer)) == (200, "default")
    assert not WATCH.is_fresh()


def test_a_page_that_writes_begins_again_at_the_primary(seeming_replica):
    table = new_table()
    play(table, dreier(0))
    staff = log_in(make_account("director"))
    asked = []

    def note(execute, sql, params, many, context):
        asked.append(sql)
        return execute(sql, params, many, context)

    with seeming_replica.execute_wrapper(note):
        answers = [staff.get(reverse("statistics")) for _time in range(2)]
    assert [find_reader(answer) for answer in answers] == ["default", REPLICA]
    assert [answer.status_code for answer in answers] == [200, 200]
    assert TableCount.objects.filter(table=table).exists()
    assert asked
    assert not any(sql.startswith(("INSERT", "UPDATE", "DELETE")) or "FOR UPDATE" in sql for sql in asked)


def test_rows_of_both_databases_belong_together(seeming_replica):
    table = new_table()
    with read_other(REPLICA):
        club = Club.objects.get(pk=table.club_id)
    table.club = club
    table.save()
    assert GameTable.objects.get(pk=table.pk).club == club


def test_pages_of_the_replica_are_kept_apart():
    """Whoever has just saved must not be shown what was read from the replica a moment ago."""
    cache: VersionCache[str] = VersionCache(8, seconds=60)
    with read_other(REPLICA):
        assert cache.load_newest("standings", "1", lambda: "late") == ("1", "late")
    assert cache.load_newest("standings", "2", lambda: "new") == ("2", "new")
    with read_other(REPLICA):
        assert cache.load_newest("standings", "1", lambda: "?") == ("1", "late")


@pytest.mark.parametrize(("caught_up", "read"), [(True, [REPLICA]), (False, ["default"])])
def test_long_work_reads_a_replica_that_has_everything(seeming_replica, monkeypatch, caught_up, read):
    monkeypatch.setattr(WATCH, "catch_up", lambda: caught_up)
    found: list[str] = []
    read_caught_up(lambda: found.append(Club.objects.all().db))
    assert found == read


def test_long_work_that_the_replica_cannot_do_begins_again(seeming_replica, monkeypatch):
    monkeypatch.setattr(WATCH, "catch_up", lambda: True)
    tried: list[str] = []

    def work():
        tried.append(Club.objects.all().db)
        if tried == [REPLICA]:
            raise OperationalError

    read_caught_up(work)
    assert tried == [REPLICA, "default"]
