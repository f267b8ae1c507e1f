"""Any hand entered by a thumb on the surface of a table: the taps it takes, and how often somebody has to scroll."""

from typing import Any, NamedTuple

from playwright.sync_api import Locator, Page, expect

from scoring.book.hand_form import MOST_PLAYS, FormFields, fill_form
from scoring.engine.hand.reader import parse
from scoring.engine.hand.record import SEATS, HandRecord, reseat_record
from scoring.engine.hand.score_lines import Amounts
from scoring.engine.hand.scorer import score_record
from scoring.engine.hand.trischaken import list_endings
from scoring.engine.house_rules.sheet import Sheet
from tests.scoring.support.phone_driver import Thumb
from tests.scoring.support.surface import find_controls

QUIET = "() => !document.querySelector('#preview.stale')"
# The lists that a sheet over the lower half asks for, in its order.
IN_THE_SHEET = '[data-part="said-by"]:not([hidden]) select:enabled, .more > label > select:enabled'
RARER = 0.25
SETTLED_MS = 3_000  # until something that does not lie free is scrolled to
# The fields as somebody says them at the table: who plays what with whom, how it ended, and what else there was.
ORDER = ("contract", "declarer", "partner", "loser", "mayor", "jungfrau", "result", "points", "blatt", "kontra")


class Effort(NamedTuple):
    """The price of entering a hand; with Save, with digits, without what the page scrolls by itself."""

    taps: int
    scrolls: int


def read_hand(raw: dict[str, Any], sheet: Sheet) -> HandRecord | None:
    """A hand as a table says it; None where it is wrong under the sheet as it is by itself.

    Without the Radl, with no more than is needed: won or lost instead of card points, who lost instead of all points.
    """
    record, problems = parse(raw)
    if record is None or record.options or len(record.plays) > MOST_PLAYS:
        return None
    plain = record._replace(radl=None, forehand=record.forehand or 0)
    wanted = score_record(plain, problems, sheet).score
    if wanted is None:
        return None
    for shorter in _list_shorter(plain, sheet):
        score = score_record(shorter, [], sheet).score
        if score is not None and score.payouts == wanted.payouts:
            return shorter
    return plain


def _list_shorter(record: HandRecord, sheet: Sheet) -> list[HandRecord]:
    play, *others = record.plays
    if play.kontra_by == play.declarer:  # it counts nothing, and nobody is asked about it
        return [record._replace(plays=(play._replace(kontra=1, kontra_by=None), *others))]
    if play.points is None or record.renonce is not None:
        return []
    if sheet.contracts[play.contract].is_trischaken:
        plain = play._replace(points=None)
        plays = [plain._replace(**ending._asdict()) for ending in list_endings(sheet, record.forehand or 0)]
        plays.sort(key=lambda one: len((one.losers or ()) + (one.jungfrauen or ())))
    else:
        plays = [play._replace(points=None, result=result) for result in ("won", "lost")]
    return [record._replace(plays=(shorter, *others)) for shorter in plays]


def turn_hand(record: HandRecord, sheet: Sheet, forehand: int) -> HandRecord:
    """The same hand with everybody so many seats further that this one is the forehand."""
    turn = {seat: (seat + forehand - (record.forehand or 0)) % len(SEATS) for seat in SEATS}
    trischaken = sheet.contracts[record.plays[0].contract].is_trischaken
    moved, problems = reseat_record(record, dict(turn), forehand, trischaken=trischaken)
    assert not problems
    return moved


def pay(record: HandRecord, sheet: Sheet) -> Amounts:
    """The payouts by seat."""
    score = score_record(record, [], sheet).score
    assert score is not None
    return score.payouts


def weigh_hand(record: HandRecord, sheet: Sheet, rare: set[str]) -> float:
    """The frequency of a hand against a plain one: each thing beside game, players and result is as rare again.

    A premium, a kontra, a second game, a Renonce, a claim, points that somebody has to type, a game with open cards.
    """
    fields = fill_form(record, sheet)
    plain = ("p0-contract", "p0-declarer", "p0-partner", "p0-result")
    more = [name for name, value in fields.items() if value not in ("0", "1", "") or "-" not in name or "prem" in name]
    special = [name for name in more if name not in plain and "loser" not in name]
    return float(RARER ** (len(special) + (record.plays[0].contract in rare)))


class Tapper:
    """A thumb that enters a hand, scrolls where it must, and counts both."""

    def __init__(self, thumb: Thumb) -> None:
        self.thumb = thumb
        self.scrolls = 0

    @property
    def page(self) -> Page:
        """The page it taps on."""
        return self.thumb.page

    def enter(self, record: HandRecord, sheet: Sheet) -> Effort:
        """Enter a hand and stop above the button that saves it."""
        self.thumb.taps = self.scrolls = 0
        fields = fill_form(record, sheet)
        for name in sorted(fields, key=_find_place):
            self._set(name, fields[name], fields)
        self._bring_into_sight(self.page.locator("#save"))
        return Effort(self.thumb.taps + 1, self.scrolls)

    def _set(self, name: str, value: str, fields: FormFields) -> None:
        if self._goes_without_saying(name, value, fields):
            return
        field = self.page.locator(f'[name="{name}"]').first
        if name != "renonce" and field.evaluate("field => field.tagName") == "SELECT":
            self._choose(field, value)
        elif "points" in name or name.startswith("claim"):
            self._type(field, value)
        else:
            if "-blatt-" in name:  # the pad's keys for it are about whose points are typed
                self._aim(self.page.locator(f'[name="{name.replace("blatt", "points")}"]'))
            for control in find_controls(self.page, name, value):
                self._touch(control)

    def _aim(self, field: Locator) -> None:
        """Have the pad type into this field."""
        if not field.evaluate("field => field === document.activeElement"):
            self._touch(field)

    def _goes_without_saying(self, name: str, value: str, fields: FormFields) -> bool:
        """The forehand's game, the result of points, a game that is won, a conceded premium, no kontra, no Blatt.

        And the fourth player's points.
        """
        if name == "p0-declarer":
            return self.page.locator(f'[name="{name}"][value="{value}"]').is_disabled()
        if name == "p0-result":
            return "p0-points" in fields or self.page.locator(f'[name="{name}"][value="{value}"]').is_checked()
        if name.startswith("p0-points-"):
            return self.page.locator(f'[name="{name}"]').input_value() == value
        if name.endswith("-lost"):
            return fields.get("p0-result") == "conceded"
        return (name.endswith("kontra") and value == "1") or ("blatt" in name and value == "0")

    def _choose(self, field: Locator, value: str) -> None:
        """Choose in a list, which may be folded; one that is not offered does not matter."""
        if field.is_disabled():
            return
        asked = field.evaluate(f"field => [...document.querySelectorAll('{IN_THE_SHEET}')].indexOf(field)")
        chosen = field.evaluate("(field, value) => [...field.options].findIndex((one) => one.value === value)", value)
        self._touch(self.page.locator(".key.rare"))
        self._touch(self.page.locator(".pulled fieldset").nth(asked).locator("button").nth(chosen))
        self._touch(self.page.locator(".pulled .close"))

    def _type(self, field: Locator, digits: str) -> None:
        """Enter a number on the pad."""
        name = field.get_attribute("name") or ""
        kind = "points" if name == "p0-points" else "claims" if name.startswith("claim") else "four"
        opener = self.page.locator(f'.count[data-counts="{kind}"]')
        if opener.get_attribute("aria-expanded") != "true":
            self._touch(opener)
        self._aim(field)
        for digit in digits:
            self._touch(self.page.locator(".number-pad").get_by_role("button", name=digit, exact=True))

    def _touch(self, what: Locator) -> None:
        done = self.page.locator(".number-pad [data-digit=done]")
        if not what.is_visible() and done.is_visible():  # in large letters the pad is all that is there
            self._touch(done)
        tap = self.thumb.touch_free if self._bring_into_sight(what) else self.thumb.touch
        tap(what)

    def _bring_into_sight(self, what: Locator) -> bool:
        """Scroll to something that does not lie free; tell if it did."""
        self.page.wait_for_function(QUIET)
        is_free = self.thumb.is_free(what, SETTLED_MS)
        if not is_free:
            what.evaluate("(one) => one.scrollIntoView({ block: 'center' })")
            self.scrolls += 1
        return is_free

    def clear(self) -> None:
        """Take back what was entered."""
        self.page.locator('[data-part="clear"] a').tap()
        expect(self.page.locator('[name="p0-contract"]:checked')).to_have_count(0)


def _find_place(name: str) -> tuple[int, str]:
    """The place of a field in the order in which people say them."""
    kind = name.partition("-")[2].partition("-")[0]
    if not name.startswith("p0-"):
        rank = {"contract": 0, "declarer": 1, "result": 2}.get(kind, 3)
        beside = 10 * int(name[1]) + rank if name[0] == "p" and name[1].isdigit() else 0
        return {"prem": 100, "renonce": 150}.get(name.partition("-")[0], 200 + beside), name
    return ORDER.index(kind) if kind in ORDER else len(ORDER), name
