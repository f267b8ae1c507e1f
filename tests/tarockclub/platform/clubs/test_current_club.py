"""The club of a request: by its prefix, by who is logged in, or because there is no other."""

from io import StringIO

import pytest
from django.core.management import CommandError, call_command
from django.test import Client
from django.urls import get_script_prefix, reverse

from tarockclub.models import Account, Club, Publication
from tarockclub.platform.accounts.persons import load_first_club
from tests.support.accounts import log_in, make_account
from tests.support.shared_rows import share_rows
from tests.support.signed_in import PASSWORD

pytestmark = pytest.mark.django_db


@share_rows
def clubs():
    """Two clubs with front pages and directors of the same log-in name."""
    first = load_first_club()
    first.slug, first.name = "linde", "Tarockrunde Linde"
    first.save()
    second = Club.objects.create(name="Tarockrunde Post", slug="post")
    for club in (first, second):
        Publication.objects.create(club=club, dates=True)
        make_account("director", club, login="leitung")
    return first, second


def read(client, address):
    answer = client.get(address)
    return answer.status_code, answer.content.decode()


def test_an_address_with_a_prefix_shows_its_club_and_leads_to_addresses_with_it(clubs):
    status, page = read(Client(), "/c/post/front/")
    assert (status, "Tarockrunde Post" in page, "Tarockrunde Linde" in page) == (200, True, False)
    assert 'href="/c/post/feed.atom"' in page
    assert 'src="/static/' in page
    assert get_script_prefix() == "/"


def test_no_club_has_an_unknown_prefix(clubs):
    assert read(Client(), "/c/nirgends/front/")[0] == 404


def test_somebody_of_one_club_is_a_stranger_in_the_other(clubs):
    staff = log_in(Account.objects.get(club=clubs[0]))
    assert "Tarockrunde Linde" in read(staff, "/club/")[1]
    assert "Tarockrunde Linde" in read(staff, "/c/linde/club/")[1]
    assert staff.get("/c/post/club/")["Location"] == "/c/post/log-in/?next=%2Fc%2Fpost%2Fclub%2F"
    strange = read(staff, "/c/post/front/")[1]
    assert "Einloggen" in strange
    assert strange.count("Tarockrunde Linde") == strange.count("Zu Tarockrunde Linde wechseln") > 0


def test_tables_have_one_address_whatever_the_club(clubs):
    answer = Client().post("/c/post/tables/00000000-0000-4000-8000-000000000000/hands/?a=b")
    assert (answer.status_code, answer["Location"]) == (
        307,
        "/tables/00000000-0000-4000-8000-000000000000/hands/?a=b",
    )


def test_a_log_in_name_opens_the_club_whose_page_it_is(clubs):
    client = Client()
    answer = client.post("/c/post/log-in/", {"login": "leitung", "password": PASSWORD, "next": "/c/post/club/"})
    assert answer["Location"] == "/c/post/club/"
    assert "Tarockrunde Post" in read(client, "/club/")[1]


def test_a_command_asks_for_the_club_of_a_name_that_several_clubs_know(clubs):
    with pytest.raises(CommandError, match="--club"):
        call_command("end_second_factor", "leitung")
    out = StringIO()
    call_command("end_second_factor", "leitung", "--club=post", stdout=out)
    assert out.getvalue()


def test_one_club_needs_no_prefix_and_several_have_to_be_told_apart(clubs):
    assert Client().get(reverse("feed")).status_code == 302
    Club.objects.filter(pk=clubs[1].pk).update(archived="2026-01-01T00:00:00Z")
    assert Client().get(reverse("feed")).status_code == 200
