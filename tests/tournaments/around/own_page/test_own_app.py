"""A person's page as an app: what is installed names nobody's secret, and each of several clubs has its own."""

import pytest
from django.test import Client

from tarockclub.models import Club, Person
from tarockclub.platform.accounts.sessions import NOTED_EVERY, USED_AT
from tests.support.accounts import make_account
from tests.support.signed_in import PASSWORD
from tests.tournaments.support import factories
from tournaments.around.own_page.services import give_links

pytestmark = pytest.mark.django_db
MANIFEST = 'rel="manifest" href="'


@pytest.fixture
def anna() -> Person:
    return factories.enter_people(factories.tournament(), "Anna Maier")[0].person


def open_page(person: Person, client: Client, **options):
    secret = give_links(person.club, [person], factories.new_key())[person.pk]
    return client.get(f"/tournaments/people/mine/{secret}/", **options)


def find_manifest(answer) -> str:
    return str(answer.content.decode().partition(MANIFEST)[2].partition('"')[0].replace("&amp;", "&"))


@pytest.mark.parametrize(("word", "before"), [("", ""), ("linde", "/c/linde")])
def test_the_app_of_a_person_begins_where_the_phone_knows_whose_page_it_keeps(client, anna, word, before):
    Club.objects.update(slug=word)
    page = open_page(anna, client)
    start = f"{before}/tournaments/people/me/?of={anna.number}"
    assert page["X-Page"] == start
    manifest = client.get(find_manifest(page)).json()
    assert (manifest["start_url"], manifest["id"], manifest["scope"]) == (start, start, "/")
    assert manifest["name"] == anna.club.name
    assert client.get(start).status_code == 200
    on_an_iphone = client.get(f"{find_manifest(page)}&here=1").json()
    assert on_an_iphone == {name: value for name, value in manifest.items() if name != "start_url"}


@pytest.mark.parametrize("own", ["", "../x", "1/x", "²", "-1"])
def test_what_is_no_number_of_a_person_is_in_no_manifest(client, own):
    assert client.get("/manifest.webmanifest", {"own": own}).json()["start_url"] == "/"


def test_pages_that_others_see_are_kept_by_no_phone_and_are_no_app(client, anna):
    make_account("director", login="leitung")
    client.post("/log-in/", {"login": "leitung", "password": PASSWORD})
    page = client.get(f"/tournaments/people/{anna.number}/page/")
    assert (page.status_code, "X-Page" in page.headers) == (200, False)
    assert "own=" not in find_manifest(page)
    assert "https" not in page.content.decode()


def test_only_over_https_the_page_has_what_an_app_needs_and_otherwise_it_says_why_not(client, anna):
    plain, safe = (open_page(anna, client, secure=secure).content.decode() for secure in (False, True))
    assert ("ohne https" in plain, 'id="own-app"' in plain) == (True, False)
    assert ("ohne https" in safe, 'id="own-app"' in safe) == (False, True)


@pytest.mark.parametrize(("headers", "counts"), [({}, True), ({"X-By-Itself": "1"}, False)])
def test_that_a_phone_keeps_the_page_by_itself_is_no_use_of_a_session(client, anna, headers, counts):
    make_account("secretary", login="schrift")
    client.post("/log-in/", {"login": "schrift", "password": PASSWORD})
    session = client.session
    session[USED_AT] = long_ago = session[USED_AT] - NOTED_EVERY - 60
    session.save()
    open_page(anna, client, headers=headers)
    assert (client.session[USED_AT] != long_ago) is counts


def test_where_a_phone_has_lost_the_page_its_app_says_what_helps_and_an_account_goes_on_to_its_own(client, anna):
    start = f"/tournaments/people/me/?of={anna.number}"
    assert "Öffne deinen Link noch einmal" in client.get(start).content.decode()
    make_account("director", login="leitung")
    client.post("/log-in/", {"login": "leitung", "password": PASSWORD})
    assert client.get(start).status_code == 302
