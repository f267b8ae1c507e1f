"""Forms that hash, unpack or wait, posted to a running server: tests within one process hash at once."""

import re
from collections.abc import Mapping

import pytest
from django.test.client import BOUNDARY, MULTIPART_CONTENT, encode_multipart

from tarockclub.accounts.services import create_setup_code
from tarockclub.models import Club
from tests.support.clients import Answer, Client
from tests.support.signed_in import PASSWORD

pytestmark = pytest.mark.heavy


class Browser(Client):
    """Somebody at a browser, who sends forms."""

    def post_form(self, path: str, said: Mapping[str, object]) -> Answer:
        """Send the form of a page."""
        token = {"csrfmiddlewaretoken": self.cookies.get("csrftoken") or self._read_token()}
        body = encode_multipart(BOUNDARY, {**token, **said})
        try:
            return self.send(self.request("POST", path, body, {"Content-Type": MULTIPART_CONTENT}))
        finally:
            self.close()

    def _read_token(self) -> str:
        if self.get("/setup/").status == 302:  # somebody has set it up
            self.get("/log-in/")
        return self.cookies["csrftoken"]


@pytest.fixture
def host(site):
    """The director who sets the installation up, on its page."""
    browser = Browser(site.url)
    said = {"code": create_setup_code(only=True), "club": "Runde zur Linde", "name": "Grete", "login": "grete"}
    answer = browser.post_form("/setup/", {**said, "password": PASSWORD, "again": PASSWORD})
    assert answer.status == 302, answer.body.decode()
    return browser


def test_a_club_is_founded_at_the_first_try(host):
    founded = host.post_form("/host/clubs/new/", {"name": "Tarockrunde Öblarn", "director": "Resi", "login": "resi"})
    assert founded.status == 200
    [password] = re.findall(r"<code>(.+)</code>", founded.body.decode())
    slug = Club.objects.get(name="Tarockrunde Öblarn").slug
    resi = Browser(f"http://{host.host}:{host.port}")
    assert resi.post_form(f"/c/{slug}/log-in/", {"login": "resi", "password": password}).status == 302
