"""A scorekeeper with an iPhone: taps in WebKit, found by what the form sends, as `phone_driver` does in Chromium."""

from scoring.book.access.permissions import COOKIE
from tests.scoring.support.tables import NAMES
from tests.support.beginning import BegunTable, begin
from tests.support.signed_in import SESSION
from tests.webkit.browser import WebKitPage

KEY = "() => document.querySelector('#entry [name=key]')?.value"
# Whose cards are tapped: of who plays, who plays with him, who loses.
CARDS = ("p0-declarer", "p0-partner", "p0-loser")
SURFACE = "() => !!document.querySelector('#entry.surface')"


class WebKitThumb:
    """Taps on the page of a table."""

    def __init__(self, page: WebKitPage) -> None:
        self.page = page

    def start(self, sheet: str = "treffpunkt", names: tuple[str, ...] = NAMES, **agreed: str) -> BegunTable:
        """Be a phone that writes at the table of an evening that has just begun."""
        begun = begin(self.page.site, sheet, names, agreed)
        self.join(begun)
        return begun

    def join(self, begun: BegunTable) -> None:
        """Be a phone that writes at a table."""
        self.page.open(begun.address)
        self.page.add_cookie(COOKIE, begun.secret)
        self.open(begun.address)

    def log_in(self) -> None:
        """Be the club's director besides."""
        self.page.add_cookie("sessionid", SESSION)

    def open(self, address: str) -> None:
        """Open the page of a table, and wait for its keys."""
        self.page.open(address)
        self.page.expect(SURFACE, value=True)

    def choose(self, **fields: str) -> None:
        """Tap on choices; `p0_contract="rufer"` is the key of that game, a premium its chip."""
        for field, value in fields.items():
            name = field.replace("_", "-")
            if name in CARDS:
                self.page.tap(f'.totals li[data-seat="{value}"] .tap')
            elif name == "chip":
                self.page.tap(f'[data-chip="{value}"]')
            else:
                self.page.tap(f'label:has(input[name="{name}"][value="{value}"])')

    def save(self) -> None:
        """Tap on the button; the form of the next hand comes."""
        key = self.page.call(KEY)
        self.page.tap("#save")
        self.page.expect(
            "(key) => [undefined, key].includes(document.querySelector('#entry [name=key]')?.value)", False, key
        )

    def stands_at(self, *totals: str) -> None:
        """Wait for the totals at the top of the page, and at the foot of the sheet."""
        self.page.expect_texts(".totals .number", *totals)
        self.page.expect_texts(".written tfoot td", *totals)
