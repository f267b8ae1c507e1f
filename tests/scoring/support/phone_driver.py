"""A scorekeeper in the browser: taps are counted, and everything is found by what the form sends."""

import re
import time

from playwright.sync_api import Locator, Page, expect

from scoring.book.access.permissions import COOKIE
from tests.scoring.support.surface import find_card, tap_choice
from tests.scoring.support.tables import NAMES
from tests.support.beginning import begin
from tests.support.browser import PATIENCE_MS, SITES
from tests.support.signed_in import let_in, show_out

PREVIEW = "#preview"
OPEN_ON_THE_SURFACE = re.compile("premiums|kontra|renonce|data-play")
# The whole of it is on the screen, it has stopped moving, and nothing lies over its corners.
FREE = """async (one) => {
  const box = one.getBoundingClientRect();
  await new Promise((done) => setTimeout(done, 50));
  const now = one.getBoundingClientRect();
  const corners = [now.top + 4, now.bottom - 4].flatMap((y) => [[now.left + 8, y], [now.right - 8, y]]);
  return box.top === now.top && corners.every(([x, y]) => {
    const hit = document.elementFromPoint(x, y);
    return hit !== null && (one === hit || one.contains(hit));
  });
}"""


class Thumb:
    """Taps on a page, counted."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.taps = 0

    def start(self, sheet: str = "treffpunkt", names: tuple[str, ...] = NAMES, **agreed: str) -> str:
        """Be a phone that writes at the table of an evening that has just begun; its address."""
        context = self.page.context
        begun = begin(SITES[context], sheet, names, agreed)
        context.add_cookies([{"name": COOKIE, "value": begun.secret, "url": begun.address}])
        self.page.goto(begun.address)
        return self.page.url

    def tap_start(self, sheet: str = "treffpunkt", names: tuple[str, ...] = NAMES) -> str:
        """Start an evening as the club's director, page by page, and be a phone that writes there; its address."""
        self.page.goto("/")
        let_in(self.page.context, self.page.url)
        self.page.goto("/")
        self.page.locator('main a[href="/evenings/new/"]').tap()
        if len(names) > len(NAMES):
            self.unfold("details:has([name=name4])")
        for seat, name in enumerate(names):
            self.page.locator(f"[name=name{seat}]").fill(name)
        field = self.page.locator(f'[name=sheet][value="{sheet}"]')
        field.evaluate("field => field.closest('details')?.setAttribute('open', '')")  # where the rarer ones are
        field.check()
        self.page.locator("#start button.primary").tap()
        self.page.wait_for_url("**/tables/**")
        show_out(self.page.context)
        return self.page.url

    def join(self, other: "Thumb") -> None:
        """Be a phone with the right of another one: it looks at the same table."""
        self.page.context.add_cookies([cookie for cookie in other.page.context.cookies() if cookie["name"] == COOKIE])  # type: ignore[misc]
        self.page.goto(other.page.url)

    def touch(self, what: Locator) -> None:
        """Tap on something where it is, without scrolling; fails unless it lies free within the screen."""
        assert self.is_free(what, PATIENCE_MS), f"{what} does not lie free within the screen"
        self.touch_free(what)

    def touch_free(self, what: Locator) -> None:
        """Tap on something that is known to lie free."""
        box = what.bounding_box()
        assert box is not None
        self.page.touchscreen.tap(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
        self.taps += 1

    def is_free(self, what: Locator, patience: int) -> bool:
        """Tell if something comes to lie free within the screen before so many milliseconds are over."""
        end = time.monotonic() + patience / 1000
        while not what.evaluate(FREE):
            if time.monotonic() > end:
                return False
        return True

    def tap(self, what: Locator) -> None:
        """Tap on something that is in sight."""
        what.tap()
        self.taps += 1

    def choose(self, **fields: str) -> None:
        """Tap on choices; `p0_contract="rufer"` is the card of that value."""
        for name, value in fields.items():
            field = name.replace("__", "\0").replace("_", "-").replace("\0", "_")
            self.taps += tap_choice(self.page, field, value)

    def tick(self, field: str) -> None:
        """Tap on a box."""
        is_card = field.startswith("p0-loser-") and self.page.locator("#entry.surface").count()
        box = self.page.locator(f'label:has(input[type=checkbox][name="{field}"])')
        self.tap(find_card(self.page, field[-1]) if is_card else box)

    def unfold(self, selector: str) -> None:
        """Tap on the heading of a part that is folded."""
        part = self.page.locator(selector)
        if self.page.locator("#entry.surface").count() and "count-four" in selector:
            self.open_pad("four")
            return
        if OPEN_ON_THE_SURFACE.search(selector) and self.page.locator("#entry.surface").count():
            return
        if part.get_attribute("open") is None:
            self.tap(part.locator("> summary"))

    def type_points(self, points: str) -> None:
        """Enter the card points of the declarer's side."""
        field = self.page.locator("[name=p0-points]")
        if self.page.locator("#entry.surface").count():
            self.open_pad("points")
        field.fill(points)

    def open_pad(self, kind: str) -> None:
        """Tap on the key after which such numbers are typed, unless they are typed already."""
        key = self.page.locator(f'.count[data-counts="{kind}"]')
        if key.get_attribute("aria-expanded") != "true":
            self.tap(key)

    def count_four(self) -> None:
        """Choose a Trischaken, and unfold the points of all four."""
        self.choose(p0_contract="trischaken")
        self.unfold('[data-part="count-four"]')

    def shows(self, *amounts: str) -> None:
        """Wait until the preview says what each gets, in order."""
        expect(self.page.locator(f"{PREVIEW} .amounts").first.locator("dd")).to_have_text(list(amounts))

    def misses(self, text: str) -> None:
        """Wait until the preview says what is missing."""
        expect(self.page.locator(f"{PREVIEW} .missing")).to_contain_text(text)

    def save(self) -> None:
        """Tap on save and wait for the answer."""
        key = self.page.locator("#entry [name=key]")
        of_this_hand = key.input_value()
        self.tap(self.page.locator("#save"))
        expect(key).not_to_have_value(of_this_hand, timeout=PATIENCE_MS)
        expect(self.page.locator("#kept")).to_be_hidden(timeout=PATIENCE_MS)
        expect(self.page.locator(".saved")).to_be_visible(timeout=PATIENCE_MS)
        is_plain = not self.page.locator("#entry.surface").count()
        assert is_plain or "saved=" not in self.page.url, "who comes back to the page has not saved again"

    def stands_at(self, *totals: str) -> None:
        """The totals at the top of the page, and at the foot of the sheet."""
        expect(self.page.locator(".totals .number")).to_have_text(list(totals))
        expect(self.page.locator(".written tfoot td")).to_have_text(list(totals))
