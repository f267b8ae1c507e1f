"""Names by consent: strangers follow every link, ask every table, and find no name withheld."""

import re
from collections.abc import Iterator
from html import unescape
from io import BytesIO
from itertools import count
from typing import Any, NamedTuple
from urllib.parse import urljoin, urlsplit

import pytest
from django.test import Client
from django.urls import Resolver404, resolve, reverse

from scoring.book.access import permissions
from scoring.book.access.permissions import VALID, build_watch_secret
from scoring.book.marks import MarkOutcome, MarkRequest, write_mark
from scoring.models import GameTable
from scoring.table.corrections.services import strike_last_deal
from tarockclub.kit.words import SOFT_HYPHEN
from tarockclub.models import Club, Person, Publication
from tarockclub.office.privacy.erasing import erase
from tarockclub.platform.accounts.actors import Actor
from tarockclub.platform.accounts.persons import load_first_club
from tarockclub.platform.api.openapi import build_document
from tarockclub.platform.sharing import picture, responses
from tests.scoring.support.tables import dreier, last_key, new_table
from tests.scoring.support.tables import play as play_at
from tests.support import phones
from tests.support.accounts import log_in, make_account
from tests.support.shared_rows import share_rows
from tests.tarockclub.office.privacy.test_public_names import OF_A_TABLE
from tests.tarockclub.test_routes import ROWS, route
from tests.tournaments.around.public.conftest import _no_pages_kept, _nothing_kept, publish, show
from tests.tournaments.results.standings.played_tables import normal, over, play_hand, solo, started
from tests.tournaments.support import acts, factories
from tests.tournaments.support.factories import new_key
from tournaments.hall.rulings.actions import RecordRuling
from tournaments.models import RoundTable
from tournaments.people.name_lists.candidates import Newcomer
from tournaments.people.register import services as register
from tournaments.results.standings.drama import FEWEST_HANDS

__all__ = ["_no_pages_kept", "_nothing_kept"]
pytestmark = pytest.mark.django_db
Number, Short, Full = Person.Publicity.NUMBER, Person.Publicity.SHORT, Person.Publicity.FULL
CONSENT = (Number, Short, Full, Number)
OF_A_ROUTE = 16  # addresses of one route that a stranger opens
MOST = 600
_NAME = re.compile(r"(Vyr|Zuq|Orq)([b-z]{3})")
_LINK = re.compile(r'(?:href|src|content|action|data-[a-z]+)="([^"#]+)')
_TOKEN = re.compile(r'(?<=name="csrfmiddlewaretoken" value=")\w+')  # a draw in which any letters may stand
_HYPHENS = re.compile(f"{SOFT_HYPHEN}|&shy;|<wbr>|\u200b")
TABLE_ROUTES = ("table", "rows", "live", "tablet", "tablet_live")
SHARED_ROUTES = ("share_evening", "sheet_picture", "sheet_picture_file")
ROUTES_OF_WRITERS = ("table_written", "table_speiszettel", "table_rules")


class World(NamedTuple):
    """Tables of every kind, and what each person has agreed to, by the letters in their names."""

    tables: dict[str, GameTable]
    said: dict[str, str]

    def find_withheld(self, text: str) -> set[str]:
        """The parts of names in a text that strangers may not read."""
        return {
            f"{part}{code}"
            for part, code in _NAME.findall(_HYPHENS.sub("", unescape(_TOKEN.sub("", text))))
            if not self._may_read(part.lower(), self.said.get(code.lower(), ""))
        }

    def _may_read(self, part: str, publicity: str) -> bool:
        return (publicity == Full and part != "orq") or (publicity == Short and part == "vyr")


_CODES = count()


def make_code() -> str:
    """Three letters that nobody else has."""
    number, letters = next(_CODES), "bcdfghjklmnpqrstvwxyz"
    return letters[number // 441 % 21] + letters[number // 21 % 21] + letters[number % 21]


def make_names(said: dict[str, str], *publicities: str) -> tuple[str, ...]:
    """Names that are found wherever they stand, for people who agree to this."""
    codes = [make_code() for _ in publicities]
    said.update(zip(codes, publicities, strict=True))
    return tuple(f"Vyr{code} Zuq{code}" for code in codes)


def agree(said: dict[str, str]) -> None:
    """Everybody says what they agree to."""
    for person in Person.objects.filter(erased=None, merged_into=None):
        match = _NAME.search(person.name)
        if match and match[2] in said:
            register.set_publicity(person, said[match[2]])


@share_rows
def world():
    """A club that shows everything."""
    said: dict[str, str] = {}
    show(*Publication.PARTS)
    Club.objects.update(shows_rulings=True, links_pages=True, shows_towns=True)
    boss = make_account("director", login=f"Zuq{make_code()}")
    director = Actor(boss.person_id, "d" * 16, directs=True)
    # A tournament that is played: big hands, a substitute, a ruling.
    running = factories.tournament(name="Laufcup")
    factories.enter_people(running, *make_names(said, *CONSENT))
    first = factories.round_(running)
    [table] = factories.draw_tables(first)
    started(first)
    for record in (*[normal(0, 2)] * FEWEST_HANDS, solo(0), solo(1)):
        play_hand(table, record)
    [newcomer] = make_names(said, Number)
    acts.substitute(table, new_key(), 0, Newcomer(newcomer))
    play_hand(table, solo(0))
    acts.call_referee(table, new_key())
    RecordRuling(text="Es bleibt dabei", decided_by=f"Zuq{make_code()}").perform(table, new_key(), director)
    ended = factories.tournament(name="Vorbeicup")
    factories.enter_people(ended, *make_names(said, *CONSENT))
    second = factories.round_(ended)
    [done] = factories.draw_tables(second)
    over(second, (done, (30, 10, -15, -25)))
    publish(ended, 1)
    publish(ended)
    # An evening: two of one name, somebody merged, somebody erased, a hand that the director strikes with a reason.
    names = make_names(said, Number, Full, Number, Number)
    evening = new_table(names=names)
    for seat in (0, 1, 2, 3):
        play_at(evening, dreier(seat))
    first_line = evening.deals.select_related("entry").order_by("number")[0]
    ask = MarkRequest(first_line.number, first_line.entry.sequence, 0, "disputed", 3)
    assert write_mark(evening, ask, new_key(), Actor(None, "e" * 16)) is MarkOutcome.MARKED
    strike_last_deal(evening, new_key(), last_key(evening), f"Zuq{make_code()} hat sich verzählt", who=director)
    club = load_first_club()
    twin, kept = (
        Person.objects.get(name=names[1]),
        Person.objects.create(club=club, number=990, name=f"Vyr{make_code()}"),
    )
    Person.objects.create(club=club, number=991, name=twin.name, town=f"Orq{make_code()}")
    Person.objects.filter(pk=twin.pk).update(town=f"Orq{make_code()}")
    agree(said)
    register.set_publicity(kept, Number)
    register.merge(kept, Person.objects.get(name=names[3]))
    erase(Person.objects.get(name=names[2]))
    games = {"round": table, "done": done}
    tables = {name: RoundTable.objects.get(pk=row.pk).game_table for name, row in games.items()}
    return World({**tables, "evening": GameTable.objects.get(pk=evening.pk)}, said)


@pytest.fixture
def cards(monkeypatch) -> list[str]:
    """Texts of which pictures are made: nobody reads them here."""
    made: list[str] = []
    build = picture.build_picture

    def note(card: Any, *rest: Any) -> Any:
        made.append(repr((card, rest)))
        return build(card, *rest)

    monkeypatch.setattr(responses, "build_picture", note)
    monkeypatch.setattr(responses, "make_png", lambda _tag, _picture: b"PNG")
    return made


def read(client: Client, address: str, cards: list[str]) -> tuple[Any, str]:
    """An answer, and all that can be read in it."""
    cards.clear()
    answer = client.get(address)
    body = answer.getvalue()
    text = "\n".join((read_pdf(body) if body.startswith(b"%PDF") else body.decode(errors="replace"), *cards))
    return answer, text + str(dict(answer.headers))


def read_pdf(content: bytes) -> str:
    """The words of a paper."""
    import pdfplumber

    with pdfplumber.open(BytesIO(content)) as paper:
        return "\n".join(page.extract_text() or "" for page in paper.pages)


def list_table_addresses(table: GameTable) -> list[str]:
    """The addresses at which something of a table can be read."""
    lines = table.deals.order_by("number").values_list("number", flat=True)
    api = f"/api/v1/tables/{table.slug}"
    return [
        *(reverse(name, args=[table.slug]) for name in (*TABLE_ROUTES, *SHARED_ROUTES, "table_written")),
        f"{reverse('table', args=[table.slug])}?rows",
        f"{reverse('share_evening', args=[table.slug])}?picture=wide",
        *(reverse(name, args=[table.slug, line]) for line in lines for name in ("deal", "share_hand")),
        *(f"{reverse('share_hand', args=[table.slug, line])}?picture=wide" for line in lines),
        *(api, f"{api}/clock", *(f"{api}/lines/{line}" for line in lines)),
    ]


def list_other_addresses(table: GameTable) -> Iterator[str]:
    """The addresses of all routes and operations of the API that are about a table, whatever they answer."""
    line = table.deals.order_by("number").values_list("number", flat=True).first()
    for name, row in ROWS.items():
        said = row.get("with", {})
        if said.get("slug") in OF_A_TABLE and not name.startswith("/"):
            known = {key: line if value == "hand" else value for key, value in said.items()}
            yield reverse(route(name), kwargs={**known, "slug": table.slug})
    for path in build_document()["paths"]:
        if "/tables/{slug}" in path:
            yield re.sub(r"\{\w+\}", str(line), path.replace("{slug}", str(table.slug)))


def crawl(client: Client, cards: list[str], *starts: str) -> dict[str, str]:
    """Return the text of all addresses to which pages lead, from these on, also in the club's own part of the site."""
    waiting, texts, alike = [*starts], dict[str, str](), dict[str, int]()
    while waiting and len(texts) < MOST:
        address = waiting.pop(0)
        name = name_route(address)
        if not name or address in texts or alike.get(name, 0) >= OF_A_ROUTE:
            continue
        alike[name] = alike.get(name, 0) + 1
        answer, texts[address] = read(client, address, cards)
        found = [answer.headers["Location"]] if answer.status_code in (301, 302, 307, 308) else []
        if "html" in answer.headers.get("Content-Type", ""):
            found += _LINK.findall(texts[address])
        for link in found:
            parts = urlsplit(urljoin(f"http://testserver{address}", unescape(link)))
            if parts.netloc == "testserver":
                waiting.append(f"{parts.path}?{parts.query}" if parts.query else parts.path)
    return texts


def name_route(address: str) -> str:
    """The route of an address, "" for none; that of a club's own part counts apart."""
    path = urlsplit(address).path
    inside = re.sub(r"^/c/[a-z0-9-]+/", "/", path)
    try:
        return f"{resolve(inside).url_name} {path != inside}"
    except Resolver404:
        return ""


def make_stranger(kind: str) -> Client:
    """Somebody whom nobody has let in."""
    if kind == "foreign director":
        other = Club.objects.create(name="Andere", slug="andere")
        return log_in(make_account("director", club=other))
    if kind == "cashier":
        return log_in(make_account("cashier"))
    client = Client()
    if kind == "ended link":
        client.cookies["right"] = client.cookies["watch"] = "0" * 32
    return client


@pytest.mark.heavy
@pytest.mark.parametrize("kind", ["visitor", "ended link", "foreign director", "cashier"])
def test_a_stranger_with_the_address_of_a_table_reads_no_name_that_is_withheld(world, cards, kind):
    client, leaks, opened = make_stranger(kind), {}, 0
    for table in world.tables.values():
        for address in list_table_addresses(table):
            answer, text = read(client, address, cards)
            opened += answer.status_code == 200
            leaks[address] = world.find_withheld(text)
    assert opened > 60
    assert {address: found for address, found in leaks.items() if found} == {}


@pytest.mark.heavy
def test_what_a_stranger_is_refused_at_a_table_says_no_name_that_is_withheld(world, cards):
    stranger, leaks = Client(), {}
    for table in world.tables.values():
        for address in list_other_addresses(table):
            answers = (
                stranger.get(address),
                stranger.post(address, {"name": "x"}),
                stranger.post(f"{address}?saved=9"),
            )
            texts = (answer.getvalue().decode(errors="replace") for answer in answers)
            leaks[address] = set().union(*map(world.find_withheld, texts))
    assert len(leaks) > 100
    assert {address: found for address, found in leaks.items() if found} == {}


@pytest.mark.heavy
def test_a_stranger_who_follows_every_link_from_the_front_reads_no_name_that_is_withheld(world, cards):
    texts = crawl(Client(), cards, "/", reverse("front"), "/search/?q=Zuq", "/feed.atom", "/calendar.ics")
    reached = {name_route(address).partition(" ")[0] for address in texts}
    assert {"table", "deal", "share_evening", "share_hand", "standings"} <= reached
    assert "Zuq" in "".join(texts.values())  # those who have agreed
    print("CRAWL", len(texts), len(reached))
    assert {address: found for address, text in texts.items() if (found := world.find_withheld(text))} == {}


def let_in(kind: str, table: GameTable) -> Client:
    """Somebody who was let in at a table."""
    if kind == "phone":
        return phones.Client()
    if kind != "watcher":
        return log_in(make_account(kind))
    client = Client()
    assert client.get(reverse("watch", args=[table.slug, build_watch_secret(table)])).status_code == 302
    return client


@pytest.mark.heavy
@pytest.mark.parametrize("kind", ["phone", "watcher", "director", "referee"])
def test_whoever_was_let_in_reads_the_names(world, cards, kind):
    game = phones.let_write(world.tables["round"])
    client, code = let_in(kind, game), [*world.said][len(CONSENT) - 1]  # they sit there to the end
    for address in list_table_addresses(game)[: len(TABLE_ROUTES)]:
        answer, text = read(client, address, cards)
        assert answer.status_code == 200
        assert f"Vyr{code}" in _HYPHENS.sub("", text), address


@pytest.mark.parametrize("kind", ["phone", "watcher"])
def test_what_goes_anywhere_says_no_name_that_is_withheld_whoever_shares_it(world, cards, kind):
    leaks: dict[str, set[str]] = {}
    for table in world.tables.values():
        client = let_in(kind, phones.let_write(table))
        for address in list_table_addresses(table):
            if "share" in address or any(address == reverse(name, args=[table.slug]) for name in SHARED_ROUTES):
                answer, text = read(client, address, cards)
                leaks |= {address: world.find_withheld(text)} if answer.status_code == 200 else {}
    assert len(leaks) > 20
    assert {address: found for address, found in leaks.items() if found} == {}


def test_no_search_engine_lists_pages_and_pictures_of_a_table(world, cards):
    for address in list_table_addresses(world.tables["evening"]):
        answer = Client().get(address)
        is_seen = answer.headers["Content-Type"].partition(";")[0] in ("text/html", "image/png", "image/svg+xml")
        if answer.status_code == 200 and is_seen and not address.endswith(("/live/", "/rows/")):
            assert answer.headers["X-Robots-Tag"] == "noindex", address


def test_strangers_are_told_why_there_are_numbers_where_some_name_is_withheld(world, cards):
    game, why = phones.let_write(world.tables["round"]), "Namen stehen hier so, wie es alle für sich erlaubt haben."
    page = reverse("table", args=[game.slug])
    assert why in read(Client(headers={"accept-language": "de"}), page, cards)[1]
    for kind in ("phone", "watcher"):
        assert why not in read(let_in(kind, game), page, cards)[1]
    for person in Person.objects.filter(erased=None, merged_into=None):
        register.set_publicity(person, Full)
    assert why not in read(Client(headers={"accept-language": "de"}), page, cards)[1]


def test_the_code_for_watching_opens_one_table_for_fourteen_days_and_shows_no_address_with_the_secret(
    world, cards, monkeypatch
):
    game, other = world.tables["round"], world.tables["evening"]
    client = let_in("watcher", game)
    client.cookies["watch"]["path"] = "/"
    assert world.find_withheld(read(client, reverse("table", args=[game.slug]), cards)[1])
    assert world.find_withheld(read(client, reverse("table", args=[other.slug]), cards)[1]) == set()
    assert build_watch_secret(game) not in read(client, reverse("table", args=[game.slug]), cards)[1]
    monkeypatch.setattr(permissions, "now", lambda: game.started + VALID)
    assert world.find_withheld(read(client, reverse("table", args=[game.slug]), cards)[1]) == set()


def test_what_was_made_for_one_reader_is_given_to_no_other(world, cards):
    game = phones.let_write(world.tables["round"])
    for name in ("live", "rows", "tablet_live"):
        address = reverse(name, args=[game.slug])
        inside, _text = read(phones.Client(), address, cards)
        assert Client().get(address, headers={"If-None-Match": inside.headers["ETag"]}).status_code == 200
        assert world.find_withheld(read(Client(), address, cards)[1]) == set()
    api = f"/api/v1/tables/{game.slug}"
    for secret, knows in ((build_watch_secret(game), True), ("0" * 32, False), ("", False)):
        headers = {"Authorization": f"Bearer {secret}"} if secret else {}
        assert bool(world.find_withheld(Client(headers=headers).get(api).content.decode())) == knows


def test_who_withdraws_consent_is_gone_from_what_strangers_poll(world, cards):
    game, stranger = world.tables["round"], Client()
    code = next(code for code, said in world.said.items() if said == Full)
    live = reverse("live", args=[game.slug])
    before, text = read(stranger, live, cards)
    assert f"Vyr{code}" in _HYPHENS.sub("", text)
    register.set_publicity(Person.objects.get(name=f"Vyr{code} Zuq{code}"), Number)
    again = stranger.get(live, headers={"If-None-Match": before.headers["ETag"]})
    assert again.status_code == 200
    assert f"Vyr{code}" not in _HYPHENS.sub("", again.content.decode())
