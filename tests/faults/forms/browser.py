"""Somebody at a browser without a screen, who opens pages and sends forms to a running server."""

import re
from collections.abc import Mapping
from importlib import import_module
from pathlib import Path

from django.conf import settings
from django.test import override_settings
from django.test.client import BOUNDARY, MULTIPART_CONTENT, encode_multipart

from tarockclub.platform.accounts.authentication import CONFIRMED_AT, FIELD
from tests.support.clients import Answer, Client
from tests.support.signed_in import PASSWORD

TEMPORARY_REDIRECT = 307  # to the address without a club, with the same method


class Browser(Client):
    """A browser; `prefix` is where a club's addresses begin, `key_file` has what the server signs sessions with."""

    prefix = ""
    key_file = Path()

    def open_page(self, path: str) -> Answer:
        """Open a page."""
        return self._follow("GET", path)

    def post_form(self, path: str, said: Mapping[str, object]) -> Answer:
        """Send a form."""
        token = {"csrfmiddlewaretoken": self.cookies.get("csrftoken") or self._read_token()}
        return self._follow("POST", path, encode_multipart(BOUNDARY, {**token, **said}))

    def post_late(self, path: str, said: Mapping[str, object]) -> Answer:
        """Send a form so late after the log-in that its page asks for the password, which is sent with it."""
        with self.share_key():
            session = import_module(settings.SESSION_ENGINE).SessionStore(self.cookies["sessionid"])
            session[CONFIRMED_AT] = 0
            session.save()
        return self.post_form(path, {**said, FIELD: PASSWORD})

    def share_key(self) -> override_settings:
        """Sign here what the server shall know; a restore draws another key."""
        return override_settings(SECRET_KEY=self.key_file.read_text("ascii"))

    def _follow(self, method: str, path: str, body: bytes = b"") -> Answer:
        more = {"Content-Type": MULTIPART_CONTENT} if body else {}
        try:
            answer = self.send(self.request(method, self.prefix + path, body, more))
            if answer.status == TEMPORARY_REDIRECT:
                answer = self.send(self.request(method, answer.get_header("Location"), body, more))
        finally:
            self.close()
        return answer

    def _read_token(self) -> str:
        if self.open_page("/setup/").status != 200:  # somebody has set it up
            self.open_page("/log-in/")
        return self.cookies["csrftoken"]


def read_codes(answer: Answer) -> list[str]:
    """Return what a page shows to be written down."""
    return re.findall(r"<code>([^<]+)</code>", answer.body.decode())
