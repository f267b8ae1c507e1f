"""The pages of people open for those who may, and do what they say."""

import pytest
from django.urls import reverse

from tarockclub.models import Person
from tests.support.accounts import logged_in, new_account
from tests.tournaments import made
from tournaments.models import Entrant, Presence

pytestmark = pytest.mark.django_db


@pytest.fixture
def director():
    return logged_in(new_account("director"))


def numbers(of):
    return dict(Entrant.objects.filter(tournament=of).values_list("person__name", "number"))


def test_all_pages_open(director):
    of, first, _tables = made.whole(4)
    for name, arguments in (
        ("tournaments", {}),
        ("new_tournament", {}),
        ("tournament", {"slug": of.slug}),
        ("tournament_settings", {"slug": of.slug}),
        ("entrants", {"slug": of.slug}),
        ("entrant", {"slug": of.slug, "number": 1}),
        ("read_list", {"slug": of.slug}),
        ("registration", {"slug": of.slug}),
        ("register", {}),
        ("person", {"number": Person.objects.first().number}),
        ("substitute", {"slug": of.slug, "number": first.number, "table": 1}),
    ):
        answer = director.get(reverse(name, kwargs=arguments))
        assert answer.status_code == 200, name
