"""An evening that begins without a browser, for tests of what comes after it: two requests instead of four pages."""

import http.client
from http.cookies import SimpleCookie
from typing import NamedTuple
from urllib.parse import urlencode, urlsplit

from tests.scoring.support.pages import Page
from tests.support.browser import Site
from tests.support.links import COOKIE
from tests.support.signed_in import SESSION

START = "/evenings/new/"
PATIENCE = 60  # seconds


class BegunTable(NamedTuple):
    """An evening: the address of its table, and the secret that lets a phone write there."""

    address: str
    secret: str


def begin(site: Site, sheet: str, names: tuple[str, ...]) -> BegunTable:
    """Begin an evening as the club's director does who changes nothing but names and rules."""
    seen, form, cookies = _ask(site, "GET", f"sessionid={SESSION}")
    assert seen.status == 200, (seen.status, form)
    typed = {"sheet": sheet} | {f"name{seat}": name for seat, name in enumerate(names)}
    token = cookies["csrftoken"].value
    answer, said, cookies = _ask(
        site, "POST", f"sessionid={SESSION}; csrftoken={token}", urlencode({**Page(form).sent, **typed})
    )
    assert answer.status == 302, (answer.status, said)
    return BegunTable(site.address + str(answer.headers["Location"]), cookies[COOKIE].value)


def _ask(site: Site, method: str, cookies: str, body: str = "") -> tuple[http.client.HTTPResponse, str, SimpleCookie]:
    """Ask the server as a proxy in front of it does: the answer, its text and its cookies."""
    seen, behind = urlsplit(site.address), urlsplit(site.server)
    headers = {"Host": seen.netloc, "X-Forwarded-Proto": seen.scheme, "Cookie": cookies}
    if body:
        headers["Referer"] = site.address + START
        headers["Content-Type"] = "application/x-www-form-urlencoded"
    connection = http.client.HTTPConnection(str(behind.hostname), behind.port, timeout=PATIENCE)
    try:
        connection.request(method, START, body or None, headers)
        answer = connection.getresponse()
        text = answer.read().decode()
    finally:
        connection.close()
    given = SimpleCookie()
    for line in answer.headers.get_all("Set-Cookie", []):
        given.load(line)
    return answer, text, given
