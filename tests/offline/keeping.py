"""A scorekeeper without a network: taps hands that the phone keeps, and what the server has of them."""

import contextlib
import json
import sqlite3
import time
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple
from urllib.parse import urlsplit

from playwright.sync_api import Error, Page, expect

from tests.scoring.support.phone_driver import Thumb
from tests.scoring.support.scripts import STORE, build_call
from tests.scoring.support.tables import NAMES
from tests.support.server import DATABASE_FILE, RunningServer

SIXTHS = 6  # amounts are kept in sixths of a point
SOON = 60.0  # seconds after the network is back within which all must be stored; 5 where disk and processor are free
# The key of the hand that the phone keeps, as soon as the form is that of another one.
KEPT_KEY = """(of) => {
  const { key } = document.getElementById("kept").dataset;
  return key && document.querySelector("#entry [name=key]").value !== of ? key : null;
}"""
# What the page of a table loads when it stands is there, too.
HAS_ALL = "() => performance.getEntriesByType('resource').some(({ name }) => name.includes('/later.'))"
LIST_HANDS = build_call(STORE, "() => listHands()")
WAITING_STATES = "(all) => Object.fromEntries(all.map((one) => [one.dataset.key, one.dataset.state]))"
_HANDS = """
SELECT e.key, e.record, e.money0, e.money1, e.money2, e.money3 FROM scoring_deal d
JOIN scoring_entry e ON e.id = d.entry_id JOIN scoring_gametable t ON t.id = d.table_id
WHERE t.slug = ? AND e.kind IN ('hand', 'correction', 'follow_up') ORDER BY d.number
"""
_TOTALS = """
SELECT o.money FROM scoring_total o JOIN scoring_sitting s ON s.id = o.sitting_id
JOIN scoring_gametable t ON t.id = s.table_id WHERE t.slug = ? ORDER BY s.place
"""
_HELD_HANDS = """
SELECT h.key, h.decided_as FROM scoring_heldhand h JOIN scoring_gametable t ON t.id = h.table_id
WHERE t.slug = ? AND NOT EXISTS (SELECT 1 FROM scoring_entry e WHERE e.table_id = t.id AND e.key = h.key)
"""
_WRITES = "SELECT count(*) FROM scoring_entry e JOIN scoring_gametable t ON t.id = e.table_id WHERE t.slug = ?"


class Keeper(Thumb):
    """A thumb on a phone that keeps hands until the network is back."""

    def start(self, sheet: str = "treffpunkt", names: tuple[str, ...] = NAMES, **agreed: str) -> str:
        """Be a phone that writes at a new table, and has all that it needs without the network; its address."""
        address = super().start(sheet, names, **agreed)
        self.page.locator("dialog.over-table").wait_for(state="attached")
        return address

    def enter(self, declarer: int = 0, contract: str = "dreier", result: str = "won") -> None:
        """Enter a game that anybody may play alone, and do not save it."""
        self.choose(p0_contract=contract, p0_declarer=str(declarer), p0_result=result)

    def save_offline(self) -> str:
        """Tap on save and wait until the phone says that it keeps the hand; the hand's key."""
        of = self.page.locator("#entry [name=key]").input_value()
        self.tap(self.page.locator("#save"))
        return str(self.page.wait_for_function(KEPT_KEY, arg=of).json_value())

    def keep(self, declarer: int = 0, contract: str = "dreier", result: str = "won") -> str:
        """Enter a hand and save it without the network; its key."""
        self.enter(declarer, contract, result)
        return self.save_offline()

    @property
    def newest_key(self) -> str:
        """The key of the newest hand that the phone says it keeps."""
        found = self.page.locator("#kept")
        return found.get_attribute("data-key") or "" if found.count() else ""

    @property
    def outbox(self) -> list[dict[str, Any]]:
        """The hands that the phone keeps, in order; looked at again where the page was on its way to another one."""
        try:
            return list(self.page.evaluate(LIST_HANDS))
        except Error:
            self.page.wait_for_load_state()
            return list(self.page.evaluate(LIST_HANDS))

    @property
    def waiting_states(self) -> dict[str, str]:
        """The states of the hands that the page shows as not stored yet, by key, in order."""
        return dict(self.page.eval_on_selector_all("#waiting [data-key]", WAITING_STATES))

    def is_empty_within(self, seconds: float = SOON) -> None:
        """Wait until the phone keeps nothing any more, and shows nothing as waiting."""
        until(lambda: not self.outbox and not self.waiting_states, seconds)

    def reopen(self) -> "Keeper":
        """Close the tab, and open the table in another one."""
        address, context = self.page.url.split("?")[0], self.page.context
        self.page.close()
        return self.open(context.new_page(), address)

    @staticmethod
    def open(page: Page, address: str) -> "Keeper":
        """A thumb on a page that opens an address."""
        page.goto(address)
        return Keeper(page)

    def shows_hands(self, number: int) -> None:
        """Wait until the written sheet has so many hands, none of them waiting."""
        expect(self.page.locator("#entry h2").first).to_have_text(f"Spiel {number + 1}")


class Hand(NamedTuple):
    """A hand in the book."""

    key: str
    contract: str
    declarer: int
    money: tuple[int, ...]  # of four players, in points


class Book:
    """The server's rows of a table, read from its database."""

    def __init__(self, served: RunningServer, address: str) -> None:
        self._served, self._file = served, served.data / DATABASE_FILE
        self._slug = urlsplit(address).path.split("/")[2].replace("-", "")

    def _rows(self, statement: str) -> list[tuple[Any, ...]]:
        with contextlib.closing(sqlite3.connect(f"file:{self._file}?mode=ro", uri=True, timeout=20)) as found:
            return list(found.execute(statement, [self._slug]))

    def verify(self) -> None:
        """Prove it. (Other tests at the same server make up tournaments of which no act tells: that is no proof's.)"""
        self._served.manage("verify_ledger", "--table", self._slug)

    @property
    def hands(self) -> list[Hand]:
        """The hands that count, in the order in which they were played."""
        found = []
        for key, record, *money in self._rows(_HANDS):
            play = json.loads(record)["plays"][0]
            found.append(Hand(key, play["contract"], play["declarer"], tuple(amount // SIXTHS for amount in money)))
        return found

    @property
    def keys(self) -> list[str]:
        """The keys of these hands."""
        return [hand.key for hand in self.hands]

    @property
    def totals(self) -> list[int]:
        """The total of each player, in points."""
        return [money // SIXTHS for (money,) in self._rows(_TOTALS)]

    @property
    def held_hands(self) -> dict[str, str]:
        """The hands beside the book, by key: what was decided, "" as long as nothing was."""
        return {str(key): str(decided) for key, decided in self._rows(_HELD_HANDS)}

    @property
    def held_undecided(self) -> list[str]:
        """The keys of those about which nobody has decided."""
        return [key for key, decided in self.held_hands.items() if not decided]

    @property
    def writes(self) -> int:
        """The number of lines that were ever written, also those that do not count any more."""
        return int(self._rows(_WRITES)[0][0])

    def has_within(self, keys: Sequence[str], seconds: float = SOON) -> float:
        """Wait until exactly these hands are in the book, in this order, each written once; the seconds it took."""
        took = until(lambda: len(self.keys) >= len(keys), seconds, lambda: f"{len(self.keys)} of {len(keys)} hands")
        assert self.keys == list(keys)
        assert self.writes == len(keys)
        return took


def until(done: Callable[[], object], seconds: float = SOON, state: Callable[[], object] = lambda: "") -> float:
    """Wait until something is so; the seconds it took."""
    begun = time.monotonic()
    while not done():
        took = time.monotonic() - begun
        assert took < seconds, f"not within {seconds:.0f} s: {state()}"
        time.sleep(0.05)
    return time.monotonic() - begun


def dreier_totals(declarers: Sequence[int]) -> list[int]:
    """Return the totals of four players after these Dreier, each won by its declarer: 5 points from each other."""
    return [sum(15 if declarer == seat else -5 for declarer in declarers) for seat in range(4)]


PATIENCE = 60.0  # seconds; a page that has just been kept is kept again after five at the earliest

# Names and text of all pages that are kept, by their paths.
_READ_CACHES = """async () => {
  const kept = {};
  for (const name of await caches.keys()) {
    if (!name.startsWith("pages-")) continue;
    const cache = await caches.open(name);
    for (const asked of await cache.keys()) kept[new URL(asked.url).pathname] = await (await cache.match(asked)).text();
  }
  return kept;
}"""
_SEND = build_call(
    STORE,
    """async (fields) => {
  const { previous, seats } = document.getElementById("entry").elements;
  const numbers = seats.value.split(",").map(Number);
  const answer = await fetch(`${location.pathname}hands/`, {
    method: "POST",
    headers: { "Content-Type": "application/json", "X-CSRFToken": /csrftoken=([^;]+)/.exec(document.cookie)[1] },
    body: JSON.stringify({
      key: newKey(), previous: previous.value, seats: numbers.slice(0, 5), sittings: numbers.slice(5), fields,
    }),
  });
  return (await answer.json()).saved;
}""",
)
DREIER = {"p0-contract": "dreier", "p0-declarer": "0", "p0-result": "won"}


def path_of(address: str) -> str:
    """The path of an address."""
    return urlsplit(address).path


def kept_by(page: Page) -> dict[str, str]:
    """The pages that this phone has kept, by their paths."""
    found: dict[str, Any] = page.evaluate(_READ_CACHES)
    return found


def wait_until_kept(page: Page, address: str, text: str = "<html") -> None:
    """Wait until the phone has kept the page of a table, with this text on it."""
    path = path_of(address)
    until(lambda: text in kept_by(page).get(path, ""), PATIENCE, lambda: f"{text!r} is not kept of {path}")


def send_dreier(page: Page) -> None:
    """Write a Dreier that the first player has won, as another program would: the page itself learns of it later."""
    assert page.evaluate(_SEND, DREIER) is True
