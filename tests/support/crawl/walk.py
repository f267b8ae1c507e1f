"""The walk through the site: pages of each route, with the forms that stand there, as everybody who may see some."""

import re
import tomllib
from collections import Counter, deque
from collections.abc import Iterator
from typing import Any, NamedTuple

from django.test import Client
from django.urls import reverse

from tests.support.crawl.pages import Form, PageReader, find_route, join_address, list_query
from tests.support.crawl.sending import Sender
from tests.support.crawl.world import CrawlWorld
from tests.support.paths import DATA
from tests.support.states.registry import STATES
from tests.support.states.world import CLUB

ROWS: dict[str, dict[str, Any]] = tomllib.loads((DATA / "routes.toml").read_text(encoding="utf-8"))
FIRST_LINE = 1 << 32
TOURNAMENTS = ("t_running", "t_prepared", "t_over", "t_teams", "t_cup", "t_plays_cup", "t_laid")
SEASONS = ("season", "season_new", "season_teams", "season_year")
TABLES = ("held", "demo", "new", "money", "ended", "at_plays", "at_gong", "at_cup_last", "held_ended")
NOT_ALLOWED = 405
SLUG = re.compile(r"/[0-9a-f]{8}-[0-9a-f-]{27}/")  # of a tournament, a season or a table
LEAVES = {
    *("log_out", "logout"),  # would end the session of the one who walks
    "make_backup",  # waits for this transaction, and says so with 503
}


class Visit(NamedTuple):
    """An address that somebody has opened."""

    who: str
    address: str


class Walk:
    """The pages of the site, its forms, and the names that stand in its addresses."""

    def __init__(self, world: CrawlWorld, sender: Sender, equal: int) -> None:
        self._world, self._sender, self._equal = world, sender, equal
        self.opened: dict[str, list[Visit]] = {}
        self.forms: dict[tuple[str, ...], tuple[str, Form]] = {}
        self.query: dict[str, dict[str, str]] = {}  # by route: the names in its addresses, with a value
        self.failed: list[str] = []
        self._only_posts = set[str]()
        self._names: dict[tuple[str, str], set[str]] = {}  # of the fields of the forms of a route

    def open_pages(self) -> None:
        """Open pages as everybody, those who come later what is not there for the others."""
        for who, client in self._world.create_clients().items():
            self._open_as(who, client)

    def _open_as(self, who: str, client: Client) -> None:
        waiting, seen = deque(self._list_addresses()), set[str]()
        mine, refused = Counter[str](), Counter[str]()
        known = set(self.opened)
        while waiting:
            address = waiting.popleft()
            route = find_route(address)
            most = self._equal if SLUG.search(address) else 1
            if not route or route in LEAVES or route in known or address in seen:
                continue
            if mine[route] >= most or refused[route] >= most or route in self._only_posts:
                continue
            seen.add(address)
            answer = self._sender.get(client, address)
            self.failed += [f"{who} GET {address}: {wrong}" for wrong in answer.wrong]
            if answer.status == NOT_ALLOWED:
                self._only_posts.add(route)
            if answer.status != 200:
                refused[route] += 1
                continue
            mine[route] += 1
            self.opened.setdefault(route, []).append(Visit(who, address))
            if answer.is_page:
                waiting += self._read(who, address, answer.content.decode())

    def _read(self, who: str, address: str, text: str) -> Iterator[str]:
        page = PageReader(address)
        page.feed(text)
        for form in page.forms:
            known = self._names.setdefault((form.sign[0], form.method), set())
            if not known.issuperset(form.sign[2:]) or not known:
                self.forms.setdefault(form.sign, (who, form))
            known.update(form.sign[2:])
        for link in page.links:
            found = join_address(address, link)
            for name, value in list_query(found):
                self.query.setdefault(find_route(found), {}).setdefault(name, value)
            yield found

    def _list_addresses(self) -> Iterator[str]:
        """The addresses of all states and routes, about each tournament, season and table that is worth it."""
        words = self._world.words
        yield from (state.path.format(**words) for state in STATES if state.site == CLUB)
        for at in range(len(TABLES)):
            known = {
                "tournament": words[TOURNAMENTS[at % len(TOURNAMENTS)]],
                "season": words[SEASONS[at % len(SEASONS)]],
                "table": words[TABLES[at]],
                "round table": words["at_plays"],
                "ended": words["ended"],
                "hand": FIRST_LINE,
                "season player": words["season_player"],
                "account": words["account"],
                "neighbours": words["neighbours"],
            }
            for name, row in ROWS.items():
                said = {key: known.get(str(word), word) for key, word in row.get("with", {}).items()}
                if name.startswith("/"):
                    yield name
                elif said or at == 0:
                    yield reverse(name.partition(" ")[0], kwargs=said)
