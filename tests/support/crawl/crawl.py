"""The crawl: a walk through all pages as everybody, with one request of each kind to each thing, or with all."""

import re
import tomllib
import uuid
from collections import Counter, deque
from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from django.db import connection
from django.test import Client
from django.urls import reverse

from scoring.book.ledger.held_hands import build_deal_seats
from scoring.book.ledger.seats import find_game_table
from scoring.book.ledger.table_state import decode_state
from scoring.models import Deal
from tests.support.all_pages import list_operations
from tests.support.crawl.attempts import Attempt, Attempts
from tests.support.crawl.kinds import DATABASE_KINDS, KINDS, load_foreign_ids
from tests.support.crawl.pages import Form, PageReader, find_route, join_address, list_query
from tests.support.crawl.sending import Sender, WrittenTables
from tests.support.crawl.world import DIRECTOR, PHONE, CrawlWorld
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


METHODS = ("get", "post", "put", "patch", "delete")
PREFIX = "/api/v1/"
EQUAL_OF_ALL = 10  # pages of a route that are opened if everything is tried


class Crawl:
    """A crawl through the site, with what it found wrong."""

    def __init__(self, world: CrawlWorld, *, whole: bool) -> None:
        kinds = KINDS if whole or connection.vendor == "sqlite" else DATABASE_KINDS
        self._world = world
        self._sender = Sender(WrittenTables(world.stranger))
        self._attempts = Attempts(load_foreign_ids(world.stranger), kinds, whole)
        self.walk = Walk(world, self._sender, equal=EQUAL_OF_ALL if whole else 1)
        self.failed: list[str] = []
        self.counts = Counter[str]()

    @property
    def summary(self) -> str:
        """The numbers of everything that was reached."""
        return ", ".join(f"{count} {name}" for name, count in sorted(self.counts.items()))

    def find_pages(self) -> None:
        """Open pages and find their forms."""
        with self._sender.watch_names():
            self.walk.open_pages()
            self.failed += self.walk.failed
        self.counts["pages"] = self._sender.requests
        self.counts["routes"] = len(self.walk.opened)
        self.counts["forms"] = len(self.walk.forms)

    def attack_forms(self) -> None:
        """Send each form as it stands there, which tells what its view looks for, and with values of each kind."""
        clients, asked = self._world.create_clients(), self._sender.asked
        with self._sender.watch_names():
            for who, form in self.walk.forms.values():
                if form.method == "post" and form.sign[0] not in LEAVES:
                    self._judge(who, Attempt("nothing wrong", "", form.action, form.fill()), clients[who], form.page)
                    names = asked.get((form.sign[0], "POST"), {})
                    for attempt in self._attempts.attack_form(form, names):
                        self._judge(who, attempt, clients[who], form.page)

    def attack_addresses(self) -> None:
        """Read each route with one value of each kind."""
        clients = self._world.create_clients()
        usual = self._count_asked()
        for route, opened in self.walk.opened.items():
            who, address = opened[0]
            names = [*self._sender.asked.get((route, "GET"), {}), *self.walk.query.get(route, {})]
            asked = {name: self.walk.query.get(route, {}).get(name, "") for name in names if name not in usual}
            for attempt in self._attempts.attack_address(address, asked):
                self._judge(who, attempt, clients[who])

    def _count_asked(self) -> set[str]:
        """The names that are looked for with every page."""
        found = [set(names) for (_route, method), names in self._sender.asked.items() if method == "GET"]
        counts = Counter(name for names in found for name in names)
        return {name for name, count in counts.items() if count > len(found) / 2}

    def attack_operations(self) -> None:
        """Send each operation of the API one value of each kind."""
        program = self._world.create_program()
        for method in METHODS:
            for at, (template, said) in enumerate(list_operations(method)):
                self.counts["operations"] += 1
                address = fill_template(template, self._world.words, at)
                filled = find_example(said)
                pages = [address.rpartition("/")[0] if method != "get" else ""]
                for attempt in self._attempts.attack_operation(address, said, filled):
                    self._judge(DIRECTOR, attempt, program, *pages, method=method)

    def attack_late_hands(self) -> None:
        """Let a phone that was away send hands with one value of each kind in the fields of the form."""
        client = self._world.create_clients()[PHONE]
        names = list(next(form for _who, form in self.walk.forms.values() if form.sign[0] == "save_hand").fields)
        for slug in (self._world.words[name] for name in TABLES[:-1]):
            body = build_late_hand(slug)
            pages = (f"/tables/{slug}/", f"/tables/{slug}/held/")
            for attempt in self._attempts.attack_late_hand(f"/tables/{slug}/hands/", body, names):
                self._judge(PHONE, attempt, client, *pages)

    def _judge(self, who: str, attempt: Attempt, client: Client, *pages: str, method: str = "post") -> None:
        if attempt.fields is not None:
            answer = self._sender.post(client, attempt.address, attempt.fields, *pages)
        elif attempt.body:
            answer = self._sender.send_json(client, attempt.address, attempt.body, method, *pages)
        else:
            answer = self._sender.get(client, attempt.address)
        self.counts["requests"] += 1
        self.counts["wrote"] = self._sender.wrote
        self.counts[f"answered {answer.status}"] += 1
        self.failed += [f"{who} {attempt}: {wrong}" for wrong in answer.wrong]
        if answer.wrong:
            self.counts["wrong"] += 1


def build_late_hand(slug: str) -> dict[str, Any]:
    """A hand as a phone sends it that has not seen the last one of its table."""
    table = find_game_table(uuid.UUID(slug))
    state = decode_state(table.state)
    deal = build_deal_seats(state.evening, dict(state.sittings))
    lines = list(Deal.objects.filter(table=table).order_by("-number").values_list("key", flat=True)[1:2])
    return {
        "key": "-",
        "previous": lines[0] if lines else "",
        "seats": [*deal.active, deal.forehand],
        "sittings": list(deal.sittings or ()),
        "fields": {"p0-contract": "dreier", "p0-declarer": "0", "p0-result": "won"},
    }


def find_example(said: Mapping[str, Any]) -> Any:
    """The example of a body in the document of the API."""
    return said.get("requestBody", {}).get("content", {}).get("application/json", {}).get("example")


def fill_template(template: str, words: Mapping[str, Any], at: int) -> str:
    """The address of an operation: each time about another one of the tournaments, seasons and tables."""
    kind = template.removeprefix(PREFIX).partition("/")[0]
    own = {"tournaments": TOURNAMENTS, "seasons": SEASONS, "tables": TABLES}.get(kind, ("t_running",))
    known = {"slug": words[own[at % len(own)]], "sheet_id": "treffpunkt", "contract": "dreier", "form": "json"}
    known |= {"what": "standings", "line": str(1 << 32), "key": words["held_key"]}
    for name, value in known.items():
        template = template.replace(f"{{{name}}}", value)
    parts = ["1" if part.startswith("{") else part for part in template.split("/")]
    return "/".join(parts)
