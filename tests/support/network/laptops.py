"""Laptops of which one may follow the other."""

import re
import sqlite3
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from tests.support.clients import Client
from tests.support.server import Restartable, copy_club, run_restartable
from tests.support.signed_in import PASSWORD

PAGE = "/backups/stand-by/"


class Laptop:
    """A server, and its director at the page of the stand-by laptop."""

    def __init__(self, server: Restartable) -> None:
        self.server, self.url = server, server.url

    def act(self, **fields: str) -> str:
        """Log in anew, send a form of the page, and return the page after it."""
        with closing(Client(self.url)) as director:
            director.get("/log-in/")
            assert director.send_form("/log-in/", {"login": "leitung", "password": PASSWORD}).status == 302
            director.get(PAGE)
            if fields:
                answer = director.send_form(PAGE, fields)
                assert answer.status in (200, 302), answer.body
                if answer.status == 200:
                    return answer.body.decode()
            return director.get(PAGE).body.decode()

    def read_keys(self) -> list[str]:
        """The keys of all lines of the book."""
        with closing(sqlite3.connect(self.server.served.data / "tarockclub.sqlite3")) as book:
            return [key for (key,) in book.execute("SELECT key FROM scoring_entry")]

    def follow(self, first: "Laptop") -> None:
        """Follow another one, by its code."""
        [code] = re.findall(r'api-secret">([^<]+)<', first.act(do="admit"))
        self.act(do="follow", address=first.url, code=code.lower())


@contextmanager
def run_laptop(migrated_data: Path, data: Path) -> Iterator[Laptop]:
    """Start a laptop with a club's data."""
    data.mkdir()
    copy_club(migrated_data, data)
    with run_restartable(data, TAROCKCLUB_BACKUP_MINUTES="1") as server:
        yield Laptop(server)


def wait_for_copy(second: Laptop) -> None:
    """Wait until the other laptop has everything that was saved before."""
    until = time.monotonic() + 30
    state = second.server.served.data / "stand-by" / "in" / "progress.json"
    begun = time.time()
    while not state.exists() or state.stat().st_mtime < begun + 1.5 or '"trouble": null' not in state.read_text():
        assert time.monotonic() < until, second.server.served.log
        time.sleep(0.05)
