"""A list of people into the club's register: looked at, then put in, nobody twice."""

import re
from html import unescape
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse

from tarockclub.models import Club, Person
from tarockclub.platform.accounts.persons import find_or_create_person, load_first_club
from tournaments.people.name_lists.rows import MOST_BYTES

pytestmark = pytest.mark.django_db
LIST = "1. Maier, Anna\nBerta Huber\nBerta Hubner\nAnna Maier\n???"


def names() -> list[str]:
    return list(Person.objects.filter(account=None).order_by("number").values_list("name", flat=True))


def looked_at(secretary: Client, text: str = LIST) -> dict[str, Any]:
    """Return the fields that the page carries to the next one."""
    answer = secretary.post(reverse("register_list"), {"text": text})
    assert answer.status_code == 200
    page = answer.content.decode()
    found = {name: re.search(rf'name="{name}" value="([^"]*)"', page) for name in ("rows", "seen")}
    return {name: unescape(row[1]) for name, row in found.items() if row is not None}


def test_a_list_is_shown_with_who_is_known_and_written_only_then(secretary):
    find_or_create_person(load_first_club(), "Anna Maier")
    answer = secretary.post(reverse("register_list"), {"text": LIST})
    assert [row["what"] for row in answer.context["told"]] == ["known", "new", "alike", "double", "unreadable"]
    assert names() == ["Anna Maier"]
    done = secretary.post(reverse("register_confirm"), {**looked_at(secretary), "as-3": "new"})
    assert done["Location"].endswith("?new=2")
    assert names() == ["Anna Maier", "Berta Huber", "Berta Hubner"]


def test_sent_twice_nobody_is_there_twice_namesakes_neither(secretary):
    find_or_create_person(load_first_club(), "Anna Maier")
    sent = {**looked_at(secretary, "Anna Maier\nAnna Maier\nCilli Gruber"), "as-2": "new"}
    for new in (2, 0):
        assert secretary.post(reverse("register_confirm"), sent)["Location"].endswith(f"?new={new}")
    assert names() == ["Anna Maier", "Anna Maier", "Cilli Gruber"]


def test_it_is_the_own_clubs_register(secretary):
    find_or_create_person(Club.objects.create(name="Anderswo"), "Anna Maier")
    secretary.post(reverse("register_confirm"), looked_at(secretary, "Anna Maier"))
    assert Person.objects.filter(club=load_first_club(), name="Anna Maier").count() == 1


@pytest.mark.parametrize("raw", [b"", b"\x00\x01", b"PK\x03\x04", b"x" * (MOST_BYTES + 1)], ids=len)
def test_a_file_that_is_no_list_is_refused(secretary, raw):
    answer = secretary.post(reverse("register_file"), {"file": SimpleUploadedFile("x.csv", raw)})
    assert answer.status_code in (400, 413)


@pytest.mark.parametrize("sent", [{}, {"rows": "[[1]]", "seen": "1"}, {"rows": '[[1,"Anna",null,""]]', "seen": "x"}])
def test_what_the_page_has_not_carried_is_not_written(secretary, sent):
    assert secretary.post(reverse("register_confirm"), sent)["Location"] == reverse("register_list")
    assert names() == []
