"""An evening that begins without a browser, for tests of what comes after it: two requests instead of four pages."""

from collections.abc import Mapping
from contextlib import closing
from types import MappingProxyType
from typing import NamedTuple
from urllib.parse import urlsplit

from tests.scoring.support.pages import Page
from tests.support.browser import Site
from tests.support.clients import Client
from tests.support.links import COOKIE
from tests.support.signed_in import SESSION

START = "/evenings/new/"


class BegunTable(NamedTuple):
    """An evening: the address of its table, and the secret that lets a phone write there."""

    address: str
    secret: str


def begin(
    site: Site, sheet: str, names: tuple[str, ...], agreed: Mapping[str, str] = MappingProxyType({})
) -> BegunTable:
    """Begin an evening as the club's director does, through a proxy if any.

    Nothing is changed but names, rules, and what is agreed about money.
    """
    seen = urlsplit(site.address)
    of_proxy = {"Host": seen.netloc, "X-Forwarded-Proto": seen.scheme}
    typed = {"sheet": sheet, **agreed} | {f"name{seat}": name for seat, name in enumerate(names)}
    with closing(Client(site.server, sessionid=SESSION)) as director:
        page = director.send(director.request("GET", START, more=of_proxy))
        assert page.status == 200, page
        form = {**Page(page.body.decode()).sent, **typed}
        answer = director.send_form(START, form, of_proxy | {"Referer": site.address + START})
        assert answer.status == 302, answer
        return BegunTable(site.address + answer.get_header("Location"), director.cookies[COOKIE])
