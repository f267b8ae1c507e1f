"""More than a page takes is refused with a sentence, to people and to programs."""

from unittest.mock import Mock

import pytest
from django.core.exceptions import RequestDataTooBig
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse

from tarockclub.platform.server.apart.messages import TooMuchWork
from tarockclub.platform.server.wsgi.turns import SMALL
from tests.scoring.support.tables import new_table
from tests.support.accounts import log_in, make_account
from tournaments.people.list_import import flow

pytestmark = pytest.mark.django_db
SENTENCE = "Das ist zu groß: Höchstens 1 MB lassen sich hier senden. Gespeichert wurde nichts."


def test_a_form_with_too_large_a_file_gets_a_page():
    file = SimpleUploadedFile("sheet.toml", b"#" * SMALL)
    answer = log_in(make_account()).post(reverse("take_rules"), {"file": file})
    assert (answer.status_code, SENTENCE in answer.content.decode()) == (413, True)


def test_a_page_that_is_missing_says_so_whatever_is_sent_to_it(caplog):
    make_account()
    client = Client(enforce_csrf_checks=True)
    client.get(reverse("log_in"))  # a browser with a form's secret: the form that it sends is asked for its own
    answer = client.post("/no-page/", {"file": SimpleUploadedFile("sheet.toml", b"#" * SMALL)})
    assert (answer.status_code, "Seite" in answer.content.decode()) == (404, True)
    assert [record for record in caplog.records if record.exc_info] == []


def test_pages_that_take_more_are_asked_themselves():
    file = SimpleUploadedFile("list.csv", b"Anna\n" * (SMALL // 5))
    answer = log_in(make_account()).post(reverse("register_file"), {"file": file})
    assert SENTENCE not in answer.content.decode()


def test_phones_and_programs_get_json(client):
    address = reverse("save_hand", args=[new_table().slug])
    for path in (address, "/api/v1/evenings"):
        answer = client.post(path, "x" * (SMALL + 1), content_type="application/json")
        said = answer.json()
        assert (answer.status_code, said["code"], said["message"]) == (413, "too_large", SENTENCE)


@pytest.fixture(params=["too_slow", "too_large"])
def endless(request, monkeypatch):
    """Files take too long, or too much memory; a word of the sentence about it."""

    monkeypatch.setattr(flow, "run_apart", Mock(side_effect=TooMuchWork(request.param)))
    return {"too_slow": "zu lange", "too_large": "zu viel Speicher"}[request.param]


def test_a_list_whose_reading_has_to_be_ended_gets_its_page_again(endless):
    phone = log_in(make_account())
    for route, sent in (
        ("register_list", {"text": "Anna"}),
        ("register_file", {"file": SimpleUploadedFile("a", b"A")}),
    ):
        answer = phone.post(reverse(route), sent)
        assert (answer.status_code, 'name="file"' in answer.content.decode()) == (413, True)


def test_what_django_finds_too_large_gets_the_same_page(client, monkeypatch):
    make_account()
    monkeypatch.setattr("tarockclub.platform.accounts.views.LoginForm", Mock(side_effect=RequestDataTooBig))
    answer = client.post(reverse("log_in"), {"login": "anna"})
    assert (answer.status_code, SENTENCE in answer.content.decode()) == (413, True)
