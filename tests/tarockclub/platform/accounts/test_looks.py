"""Looks at people's data: noted once a day, shown to the director and in the file about the person."""

import json

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from tarockclub.models import LogEntry
from tarockclub.office.privacy.data_file.writer import build_data_file
from tarockclub.office.privacy.looks import list_looks
from tarockclub.platform.accounts.club_log import Kind
from tarockclub.platform.accounts.persons import create_person, load_first_club
from tests.support.accounts import log_in, make_account
from tests.tarockclub.office.privacy.test_data_file import unpack

pytestmark = pytest.mark.django_db


@pytest.fixture
def berta():
    """Somebody in the register."""
    return create_person(load_first_club(), "Berta Beispiel")


def list_noted():
    """The person and what was looked at, of each entry."""
    rows = LogEntry.objects.filter(kind=Kind.LOOKED).order_by("sequence")
    return [(row.by_id, row.about_id, json.loads(row.said)["what"]) for row in rows]


def test_each_account_is_noted_once_a_day_for_each_person(berta):
    emil, frieda = make_account("secretary"), make_account("watcher")
    page = reverse("person", args=[berta.number])
    clients = [log_in(emil), log_in(frieda)]
    for _again in range(3):
        for client in clients:
            assert client.get(page).status_code == 200
    assert list_noted() == [(emil.person_id, berta.pk, "person"), (frieda.person_id, berta.pk, "person")]
    clients[0].get(reverse("register"))
    clients[0].get(reverse("register"))
    assert list_noted()[2:] == [(emil.person_id, None, "register")]


def test_the_own_page_and_refused_ones_are_not_noted(berta):
    emil = make_account("secretary")
    assert log_in(emil).get(reverse("person", args=[emil.person.number])).status_code == 200
    assert log_in(make_account("")).get(reverse("person", args=[berta.number])).status_code == 403
    assert list_noted() == []


def test_a_second_look_costs_one_query(berta):
    client, page = log_in(), reverse("person", args=[berta.number])
    client.get(page)
    with CaptureQueriesContext(connection) as queries:
        client.get(page)
    assert len([query for query in queries if "tarockclub_logentry" in query["sql"]]) == 1


def test_the_director_and_the_person_see_who_looked(berta):
    emil, director = make_account("secretary", login="emil"), log_in(make_account("director"))
    log_in(emil).get(reverse("person", args=[berta.number]))
    page = director.get(reverse("person_privacy", args=[berta.number])).content.decode()
    assert "Wer diese Daten angesehen hat" in page
    assert "Emil" in page
    assert director.get(reverse("person_data", args=[berta.number])).status_code == 200
    assert [look.by for look in list_looks([berta.pk])][-1] == "Emil"
    assert len(list_looks([berta.pk])) == 3  # the secretary's look, the director's, and the file
    rows = json.loads(unpack(build_data_file(berta))["data.json"])["data"]["looks"]
    assert len(rows) == 3
    assert "Emil" not in str(rows)  # others are numbers in it
