"""All that can be opened of a tournament, its tables and its season: pages, papers, exports, reads of the API.

Addresses are those of the matrices of routes and of the API, so that a new one is opened by itself, and all that pages
link to.
"""

import re
import tomllib
import uuid
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple

from django.test import Client
from django.urls import reverse

from scoring.book.audit import verify
from scoring.models import GameTable
from tarockclub.models import Account, Person
from tarockclub.platform.api.openapi import build_document
from tests.support.crawl.pages import Form, PageReader, find_match, join_address
from tests.support.paths import DATA
from tests.support.phones import let_write
from tests.support.programs import Program, create_program
from tests.tournaments.results.exports.exported import file_of
from tournaments.models import Season, Tournament
from tournaments.results.exports.formats import FORMS

MADE_UP = "left_"  # what the proof says of rows that no act has left: these places are made without
ROUTES: dict[str, dict[str, Any]] = tomllib.loads((DATA / "routes.toml").read_text(encoding="utf-8"))
EQUAL_WORDS = 3  # addresses of one route that are opened: more would show the same
FIRST_LINE = 1 << 32  # of a book: its first hand
SERVER_ERROR = 500


class Place(NamedTuple):
    """A tournament with its season and a table, and who looks at them: a director, by pages and by a program."""

    tournament: Tournament
    season: Season
    table: GameTable
    pages: Client
    reads: Program

    def list_addresses(self) -> Iterator[str]:
        """The addresses of all routes that are about them."""
        known = {
            "tournament": self.tournament.slug,
            "season": self.season.slug,
            "table": self.table.slug,
            "round table": self.table.slug,
            "hand": FIRST_LINE,
            "season player": Person.objects.order_by("number").values_list("number", flat=True)[0],
        }
        for name, row in ROUTES.items():
            said, about = row.get("with", {}), {"tournament", "season", "table", "round table"}
            if not name.startswith("/") and (not said or about & set(map(str, said.values()))):
                yield reverse(name.partition(" ")[0], kwargs={key: known.get(word, word) for key, word in said.items()})

    def fill_path(self, template: str, **known: object) -> str:
        """An address of the API with what stands in it: the first of everything, unless something else is known."""
        kind = template.removeprefix("/api/v1/").partition("/")[0]
        slugs = {"tournaments": self.tournament.slug, "seasons": self.season.slug, "tables": self.table.slug}
        first = {"slug": slugs.get(kind, ""), "sheet_id": "treffpunkt", "contract": "dreier", "form": "json"}
        usual = {"what": "standings", "key": uuid.UUID(int=0), "line": FIRST_LINE, **first, **known}
        return re.sub(r"\{(\w+)\}", lambda found: str(usual.get(found[1], 1)), template)


def place_of(tournament: Tournament, season: Season, account: Account) -> Place:
    """The pages of a tournament and a season for a director; the table is the first one of the tournament."""
    table = GameTable.objects.filter(round_table__round__tournament=tournament).order_by("pk")[0]
    pages = Client(raise_request_exception=False, headers={"accept-language": "en"})
    pages.force_login(account)
    reads = create_program(account)
    reads.raise_request_exception = False
    return Place(tournament, season, let_write(table), pages, reads)


class OpenedPages(NamedTuple):
    """The addresses that were opened, those that failed, and the forms that stood there."""

    addresses: tuple[str, ...]
    failed: tuple[str, ...]
    forms: tuple[Form, ...]


def open_everything(place: Place) -> OpenedPages:
    """Open all pages, papers, exports and reads of a place, and prove its books."""
    pages = open_pages(place)
    failed = [*pages.failed, *_find_failed_reads(place), *_find_failed_exports(place)]
    failed += [f"verify: {finding.sentence}" for finding in verify() if not finding.code.startswith(MADE_UP)]
    return pages._replace(failed=tuple(failed))


def open_pages(place: Place) -> OpenedPages:
    """Open all pages and papers of a place."""
    waiting, seen, alike = list(dict.fromkeys(place.list_addresses())), dict[str, None](), dict[str, int]()
    failed, forms = list[str](), list[Form]()
    while waiting:
        address = waiting.pop(0)
        name = find_route(address)
        if address in seen or not name or alike.get(name, 0) >= EQUAL_WORDS:
            continue
        seen[address], alike[name] = None, alike.get(name, 0) + 1
        answer = place.pages.get(address)
        content = answer.getvalue()
        if answer.status_code >= SERVER_ERROR:
            failed.append(f"{address}: {answer.status_code} {_find_cause(answer)}")
        elif "html" in answer.headers.get("Content-Type", ""):
            page = PageReader(address)
            page.feed(content.decode())
            forms += [form for form in page.forms if form.method == "post" and _is_near(form.action, place)]
            waiting += [link for link in (join_address(address, link) for link in page.links) if _is_near(link, place)]
    return OpenedPages(tuple(seen), tuple(failed), tuple(forms))


def _is_near(address: str, place: Place) -> bool:
    return any(str(owner.slug) in address for owner in (place.tournament, place.season, place.table))


def find_route(address: str) -> str:
    """The route of an address, with the words in it: papers are opened one and all, tables only a few."""
    match = find_match(address)
    if match is None:
        return ""
    return " ".join((match.url_name or "", *(word for word in map(str, match.kwargs.values()) if word.isidentifier())))


def list_operations(method: str) -> Iterator[tuple[str, dict[str, Any]]]:
    """The templates of addresses of the API, with what its document says of this method there."""
    for template, methods in build_document()["paths"].items():
        if method in methods:
            yield template, methods[method]


def _find_failed_reads(place: Place) -> Iterator[str]:
    for template, _said in list_operations("get"):
        address = place.fill_path(template)
        answer = place.reads.get(address)
        if answer.status_code >= SERVER_ERROR:
            yield f"{address}: {answer.status_code} {_find_cause(answer)}"


def _find_failed_exports(place: Place) -> Iterator[str]:
    for form in FORMS:
        with TemporaryDirectory() as folder:
            try:
                file_of(place.tournament, Path(folder), form)
            except Exception as error:  # noqa: BLE001 -- whatever it is, it is told with all others
                yield f"export as {form}: {error!r}"


def _find_cause(answer: Any) -> str:
    return repr(answer.exc_info[1])[:200] if getattr(answer, "exc_info", None) else ""
