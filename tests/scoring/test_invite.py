"""The page with a table's link and its QR code."""

import re
from urllib.parse import unquote

import pytest
import segno

from scoring import invite_view
from tests.scoring.pages import url
from tests.scoring.tables import new_table
from tests.support.phones import Client

pytestmark = pytest.mark.django_db


@pytest.fixture
def table():
    """A table."""
    return new_table()


@pytest.fixture(autouse=True)
def _lan(monkeypatch):
    """This machine has an address in a local network."""
    monkeypatch.setattr(invite_view, "lan_address", lambda: "192.168.1.7")


def shown(table, host, **options):
    """The link on the page, for a browser that knows the site by this name."""
    page = Client(headers={"host": host}).get(url("invite", table), **options).content.decode()
    [code] = re.findall(r'src="(data:image/svg[^"]*)"', page)
    [link] = re.findall(r'<a href="(https?://[^"]*)"', page)
    # The code holds just this link: it is drawn once more.
    drawn = segno.make(link, micro=False).svg_data_uri(scale=invite_view.PIXELS, border=4, light="#fff")
    assert unquote(code).replace("&#x27;", "'").replace("&quot;", '"').replace("&amp;", "&") == unquote(drawn)
    return link


@pytest.mark.parametrize("host", ["localhost:8000", "127.0.0.1:8000", "[::1]:8000"])
def test_a_laptop_shows_phones_its_address_in_the_network(table, host):
    assert shown(table, host) == f"http://192.168.1.7:8000{url('table', table)}"


def test_a_phone_shows_the_address_that_it_uses_itself(table):
    assert shown(table, "wirt.local:8000") == f"http://wirt.local:8000{url('table', table)}"


def test_without_a_network_it_is_the_address_there_is(table, monkeypatch):
    monkeypatch.setattr(invite_view, "lan_address", lambda: None)
    assert shown(table, "localhost:8000").startswith("http://localhost:8000/tables/")


def test_in_public_mode_it_is_the_sites_own_name(table, settings):
    settings.INN_MODE = False
    settings.ALLOWED_HOSTS = ["tarock.example"]
    assert shown(table, "tarock.example", secure=True) == f"https://tarock.example{url('table', table)}"
