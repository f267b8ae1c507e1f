"""The page with a table's link and its public address, both also as a QR code."""

import re
from urllib.parse import unquote

import pytest
import segno
from django.test import Client as PlainClient

from scoring.book.access import links as qr_cards
from scoring.book.access.links import GUESTS, build_watch_path, find_link_token
from scoring.book.access.permissions import build_watch_secret
from scoring.models import AccessToken
from tarockclub.kit.typesetting import ONE_OF_MANY
from tarockclub.models import Person
from tarockclub.platform.accounts.secret_links import derive_secret
from tests.scoring.support.pages import Page, url
from tests.scoring.support.tables import dreier, new_key, new_table
from tests.support.accounts import log_in
from tests.support.links import find_secret
from tests.support.phones import Client
from tests.support.shared_rows import share_rows

pytestmark = pytest.mark.django_db
A_LINK = re.compile(r"/t/([0-9a-f]{32})/")


@share_rows
def table():
    """A table."""
    return new_table()


@pytest.fixture(autouse=True)
def _lan(monkeypatch):
    """This machine has an address in a local network."""
    monkeypatch.setattr(qr_cards, "find_lan_address", lambda: "192.168.1.7")


def decode_picture(code):
    """Decode a picture in a page, without the characters that HTML needs."""
    return unquote(code).replace("&#x27;", "'").replace("&quot;", '"').replace("&amp;", "&")


def list_links(table, host, **options):
    """The addresses on the pages, for a phone that knows the site by this name: to write, for each player, to watch."""
    client = Client(headers={"host": host})
    return [
        *list_page_links(client.get(url("invite", table), **options).content.decode()),
        *list_page_links(client.get(url("own_codes", table), **options).content.decode(), mask=ONE_OF_MANY),
        *list_page_links(client.get(url("watch_code", table), **options).content.decode(), dark=GUESTS),
    ]


def list_page_links(page, mask=None, dark="#000"):
    """The addresses of the codes of a page; each code holds just the link below it: it is drawn once more."""
    codes = re.findall(r'src="(data:image/svg[^"]*)"', page)
    links = re.findall(r'<a href="(https?://[^"]*)"', page)
    drawn = [segno.make(link, micro=False, mask=mask) for link in links]
    again = [code.svg_data_uri(scale=6, border=4, light="#fff", dark=dark) for code in drawn]
    assert [decode_picture(code) for code in codes] == [decode_picture(code) for code in again]
    return links


def addresses(site, table):
    """The link of tests, the same for each place, and that of the code for watching."""
    link = f"{site}/t/{find_secret(table.slug)}/"
    return [link, *(f"{link}{place}/" for place in range(4)), site + build_watch_path(table)]


def replaced(client, table, key=""):
    """Tap on "Replace the link now" on the page as it is."""
    page = Page(client.get(url("invite", table)).content.decode())
    return client.post(url("invite", table), {"what": "replace", "key": key or page.sent["key"]})


def link_on(client, table):
    """The secret on the page, if there is one."""
    found = A_LINK.search(client.get(url("invite", table)).content.decode())
    return found and found[1]


def saves(client, table, previous="", forehand=0):
    """The status of a hand that is sent as JSON, with its key."""
    key = new_key()
    body = {"key": key, "previous": previous, "seats": [0, 1, 2, 3, forehand], "record": dreier()}
    return client.post(url("save_hand", table), body, content_type="application/json").status_code, key


@pytest.mark.parametrize("host", ["localhost:8000", "127.0.0.1:8000", "[::1]:8000"])
def test_a_laptop_shows_phones_its_address_in_the_network(table, host):
    assert list_links(table, host) == addresses("http://192.168.1.7:8000", table)


def test_a_phone_shows_the_address_that_it_uses_itself(table):
    assert list_links(table, "wirt.local:8000") == addresses("http://wirt.local:8000", table)


def test_without_a_network_it_is_the_address_there_is(table, monkeypatch):
    monkeypatch.setattr(qr_cards, "find_lan_address", lambda: None)
    assert list_links(table, "localhost:8000") == addresses("http://localhost:8000", table)


def test_in_public_mode_it_is_the_sites_own_name(table, settings):
    settings.INN_MODE = False
    settings.ALLOWED_HOSTS = ["tarock.example"]
    assert list_links(table, "tarock.example", secure=True) == addresses("https://tarock.example", table)


def test_the_card_says_who_plays_and_until_when_the_link_counts(table):
    AccessToken.objects.update(expires="2126-01-30T18:30:00Z")
    text = Page(Client(headers={"accept-language": "de"}).get(url("invite", table)).content.decode()).text
    assert "Anna, Berta, Cilli, Dora" in text
    assert "Gilt bis Mittwoch, 30. Jänner 2126, 19:30." in text


def test_who_is_only_logged_in_makes_a_link_and_those_that_there_are_go_on_counting(table):
    staff, phone = log_in(), Client()
    assert link_on(staff, table) is None
    answer = staff.post(url("invite", table), {"what": "make"})
    assert (answer.status_code, answer["Location"]) == (302, url("invite", table))
    secret = link_on(staff, table)
    token = find_link_token(secret)
    assert token is not None
    assert token.table == table
    assert saves(phone, table)[0] == 200


def test_an_old_cookie_of_who_is_logged_in_is_not_shown_as_a_link(table):
    staff = log_in()
    staff.cookies["right"] = find_secret(new_table().slug)  # of another table
    assert link_on(staff, table) is None
    staff.cookies["right"] = "0" * 32
    assert link_on(staff, table) is None


def test_after_it_was_replaced_only_the_new_link_counts_and_the_device_that_did_it_writes_on(table):
    own, other = Client(), Client()
    answer = replaced(own, table)
    assert (answer.status_code, answer["Location"]) == (302, f"{url('invite', table)}?replaced")
    assert "schreibt weiter" in own.get(answer["Location"]).content.decode()
    secret = link_on(own, table)
    assert secret != find_secret(table.slug)
    status, key = saves(own, table)
    assert status == 200
    assert saves(other, table, key, 1)[0] == 403
    assert find_link_token(find_secret(table.slug)) is None
    other.get(f"/t/{secret}/")
    assert saves(other, table, key, 1)[0] == 200


def test_a_tap_that_arrives_twice_does_not_shut_out_the_phone_that_tapped(table):
    own = Client()
    key = Page(own.get(url("invite", table)).content.decode()).sent["key"]
    twin = Client()  # the same phone before the first answer has arrived
    assert replaced(own, table, key).status_code == 302
    assert twin.post(url("invite", table), {"what": "replace", "key": key}).status_code == 302
    assert link_on(own, table) == link_on(twin, table)
    assert AccessToken.objects.filter(table=table, ended=None).count() == 1


def test_whoever_was_shut_out_cannot_replace_the_link_in_his_turn(table):
    own, out = Client(), Client()
    keys = [Page(client.get(url("invite", table)).content.decode()).sent["key"] for client in (own, out)]
    replaced(own, table, keys[0])
    for key in (keys[1], "0" * 32, "", "kein Schlüssel"):
        assert out.post(url("invite", table), {"what": "replace", "key": key}).status_code == 403
    assert link_on(own, table)
    assert AccessToken.objects.filter(table=table, ended=None).count() == 1


def test_a_link_that_was_replaced_in_its_turn_is_not_brought_back_by_its_form(table):
    own, other = Client(), Client()
    key = Page(own.get(url("invite", table)).content.decode()).sent["key"]
    replaced(own, table, key)
    other.get(f"/t/{link_on(own, table)}/")
    replaced(other, table)
    late = Client()  # still has the first link
    assert late.post(url("invite", table), {"what": "replace", "key": key}).status_code == 403


def test_links_of_other_tables_go_on_counting(table):
    other = new_table()
    replaced(Client(), table)
    assert saves(Client(), other)[0] == 200


def test_with_the_link_the_code_for_watching_is_replaced_and_the_old_one_gives_what_everybody_sees(table):
    Person.objects.filter(name="Berta").update(shown_as="Spieler 2")
    assert build_watch_secret(table) == derive_secret("watch", table.slug)  # as before codes could be replaced
    old, watcher = build_watch_path(table), PlainClient()
    watcher.get(old)
    assert "Berta" in watcher.get(url("table", table)).content.decode()
    replaced(Client(), table)
    table.refresh_from_db()
    for late in (watcher, PlainClient()):
        assert late.get(old)["Location"] == url("table", table)
        page = late.get(url("table", table))
        assert (page.status_code, "Berta" in page.content.decode()) == (200, False)
    watcher.get(build_watch_path(table))
    assert "Berta" in watcher.get(url("table", table)).content.decode()
