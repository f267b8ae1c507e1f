"""A whole tournament through the browser: what the pages say at the end is what the paper says (tests/data)."""

import tomllib
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.soak import IS_SOAK
from tests.support.browser import DESKTOP, PHONE, Site, open_pages
from tests.support.paths import DATA
from tests.support.signed_in import let_in
from tests.tournaments.support.day import Clock, Director, Phone

PAPER = tomllib.loads((DATA / "tournament-23.toml").read_text(encoding="utf-8"))
MINUTES = 60

# Each day the first round, with what happens in one; test_cup.py has all of the paper without a browser.
ROUNDS = PAPER["rounds"] if IS_SOAK else PAPER["rounds"][:1]
pytestmark = pytest.mark.heavy


def name_of(player: object) -> str:
    """Return the name of the player with a start number; no name begins like another one."""
    return f"Spieler {int(str(player)):02}"


class Day:
    """The tournament on the paper, as it goes."""

    def __init__(self, director: Director, clock: Clock, phones: Any) -> None:
        self.director, self.clock, self.phones = director, clock, phones

    def phone(self, number: int, table: int) -> Phone:
        address, link = self.director.writes_at(number, table)
        return Phone(self.phones(), address, link)

    def play(self, number: int) -> None:
        """A round from its start to the end of its tables."""
        self.director.clock(number, "start")
        tables = PAPER["rounds"][number - 1]["tables"]
        phones = {at: self.phone(number, at) for at, table in enumerate(tables, 1) if "hands" in table}
        for at, phone in phones.items():
            self.in_time(number, at, tables[at - 1], phone)
        self.clock.pass_by(31 * MINUTES)
        for at, phone in phones.items():
            self.after_time(number, at, tables[at - 1], phone)
        for at, table in enumerate(tables, 1):
            if "totals" in table:
                self.totals(number, at, table)
            self.director.finish_table(number, at, table["ends"], name_of)
        for phone in phones.values():
            phone.page.context.close()

    def in_time(self, number: int, at: int, table: dict[str, Any], phone: Phone) -> None:
        for count, hand in enumerate(table["hands"], 1):
            if "phase" in hand:
                break
            if hand.get("arrives_late"):
                phone.page.context.set_offline(True)
                phone.fill(hand, name_of)
                phone.keep()
            else:
                phone.hand(hand, name_of)
            if table.get("late", {}).get("after") == count:
                self.late(number, at, table["late"]["player"], phone)
            if table.get("substitute", {}).get("after") == count:
                self.substitute(number, at, table["substitute"], phone)
            if table.get("ruling", {}).get("after") == count:
                self.ruling(number, at, table["ruling"], phone)

    def after_time(self, number: int, at: int, table: dict[str, Any], phone: Phone) -> None:
        if any(hand.get("arrives_late") for hand in table["hands"]):
            phone.page.context.set_offline(False)
            self.take_late(number, at)
        for hand in table["hands"]:
            if "phase" in hand:
                phone.page.reload()
                phone.hand(hand, name_of)

    def late(self, number: int, at: int, player: int, phone: Phone) -> None:
        """Somebody comes when the round has begun: he is entered and given a seat."""
        director = self.director
        director.go(f"rounds/{number}/late/").locator("a[href*='inside=']").click()
        director.press("form.add-person button", name=name_of(player))
        director.go(f"rounds/{number}/late/")
        director.press(f"button[name=table][value='{at}']")
        phone.page.reload()

    def substitute(self, number: int, at: int, who: dict[str, int], phone: Phone) -> None:
        page = self.director.go(f"rounds/{number}/tables/{at}/substitute/")
        page.locator("#place").select_option(label=name_of(who["for"]))
        self.director.press("main form button.primary", name=name_of(who["player"]))
        phone.page.reload()

    def ruling(self, number: int, at: int, ruling: dict[str, Any], phone: Phone) -> None:
        """The table calls the referee, whose ruling moves points; then its clock goes on."""
        phone.page.goto(f"{phone.address}referee/")
        phone.page.locator("main form button.primary").tap()
        page = self.director.go(f"rounds/{number}/tables/{at}/ruling/")
        page.locator("[name=text]").fill("Reno: die Punkte gehen zurück.")
        page.locator("[name=decided_by]").fill("Schiedsgericht")
        page.locator("label:has([name=deed][value=transfer])").click()
        for player, points in ruling["transfer"].items():
            page.get_by_label(name_of(player), exact=True).fill(str(points))
        self.director.press("main form button.primary")
        self.director.press("button[name=confirm]")
        phone.page.goto(phone.address)

    def take_late(self, number: int, at: int) -> None:
        """The hand that arrived after the time waits for the director, who takes it."""
        page = self.director.go(f"rounds/{number}/tables/{at}/")
        take = page.locator("button[name=what][value=take]")
        for _try in range(40):
            if take.count():
                break
            page.wait_for_timeout(250)
            page.reload()
        self.director.press("button[name=what][value=take]")

    def totals(self, number: int, at: int, table: dict[str, Any]) -> None:
        """The end totals of a paper sheet."""
        page = self.director.go(f"rounds/{number}/quick/")
        for player, points in table["totals"].items():
            page.locator(f"[id^='t{at}-a']").and_(page.get_by_label(name_of(player))).fill(str(points))
        self.director.press("#totals button.primary")


@pytest.fixture
def clock(tmp_path):
    """The time of the test's own server."""
    return Clock(tmp_path)


@pytest.fixture
def server(serve, clock):
    """A server whose time the test lets go by."""
    return serve(TAROCKCLUB_TIME=str(clock.file))


@pytest.fixture
def pages(chromium, faults, server):
    """Pages of that server."""
    with open_pages(chromium, faults, Site(server.url, server.url)) as factory:
        yield factory


def test_a_tournament_of_23_players_ends_as_the_paper_says(server, clock, pages, faults):
    faults.expect("409")  # a table where something is open must be closed once more, with a reason
    faults.expect("ERR_INTERNET_DISCONNECTED|423|412")  # the phone without network, whose hand the director takes
    laptop = pages(**DESKTOP)
    let_in(laptop.context, server.url)
    director = Director(laptop)
    day = Day(director, clock, lambda: pages(**PHONE))
    director.make("Dreikönigsturnier")
    director.paste([name_of(player) for player in range(1, 23)])
    for number, paper in enumerate(ROUNDS, 1):
        director.open_round()
        if number == 3:  # who was replaced has gone home
            director.withdraw(8)
        director.all_enter(number)
        director.draw_by_cards(number, [table["seats"] for table in paper["tables"]])
        day.play(number)
        assert director.ranks(f"rounds/{number}/standings/") == paper["ranks"]
    if len(ROUNDS) == len(PAPER["rounds"]):
        assert director.ranks("standings/") == PAPER["overall"]["ranks"]
        expect(laptop.locator("table.standings tbody tr")).to_have_count(24)
    assert "broken" not in server.manage("verify_ledger").lower()
