"""A tournament day in the browser: a director at his laptop, phones at the tables, as a paper says."""

import json
import re
from pathlib import Path
from typing import Any

from playwright.sync_api import Page, expect

from scoring.book.hand_form import fill_form
from scoring.engine.hand.reader import parse
from scoring.engine.house_rules.library import load_built_in
from tarockclub.kit.words import SOFT_HYPHEN
from tests.support.browser import PATIENCE_MS
from tests.tournaments.support.cup import build_play

# Taps on the choices of a hand in their order; the names of those that the form does not offer.
TAP = """(fields) => fields.filter(([name, given]) => {
  const found = Array.from(document.querySelectorAll(`#entry [name="${name}"]`));
  const field = found[0] && found[0].type === "radio" ? found.find((one) => one.value === given) : found[0];
  if (!field || field.disabled) return true;
  if (field.type !== "radio" && field.type !== "checkbox") {
    field.value = given;
    field.dispatchEvent(new Event("input", { bubbles: true }));
    field.dispatchEvent(new Event("change", { bubbles: true }));
  } else if (!field.checked) field.click();
  return false;
})"""
RULES = load_built_in("zwanzigerrufen")
assert RULES is not None
SHEET = RULES.build_sheet()


class Clock:
    """The server's time, which a test may move on."""

    def __init__(self, folder: Path) -> None:
        self.file = folder / "time.json"
        self.ahead = 0.0
        self.pass_by(0)

    def pass_by(self, seconds: float) -> None:
        """Let so much time go by."""
        self.ahead += seconds
        written = self.file.with_suffix(".new")
        written.write_text(json.dumps({"ahead": self.ahead}))
        written.replace(self.file)


class Director:
    """Somebody at the laptop who is logged in as director."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.home = ""

    def make(self, name: str, begun: str = "spielgeld", **fields: str) -> None:
        """Prepare a tournament with the settings of the sheet, or of a format, with these changes."""
        self.page.goto(f"/tournaments/new/{begun}/")
        self.page.evaluate(
            "document.querySelectorAll('details:not(.preferences)').forEach((part) => { part.open = true; })"
        )
        for field, value in {"name": name, **fields}.items():
            self.page.locator(f"[name={field}]").fill(value)
        self.page.locator("#tournament-form button.primary").first.click()
        self.page.wait_for_url("**/tournaments/*-*/**")
        self.home = "/" + "/".join(self.page.url.split("/")[3:5]) + "/"

    def go(self, path: str = "") -> Page:
        """A page of the tournament."""
        self.page.goto(self.home + path)
        return self.page

    def press(self, button: str, **fields: str) -> None:
        """Fill in fields of the form that has a button, and press it."""
        found = self.page.locator(button).first
        form = found.locator("xpath=ancestor::form")
        for name, value in fields.items():
            one = form.locator(f"[name={name}]").first
            if one.get_attribute("type") == "checkbox":
                one.check()
            elif one.evaluate("field => field.tagName") == "SELECT":
                one.select_option(value)
            else:
                one.fill(value)
        with self.page.expect_navigation():
            found.click()

    def paste(self, names: list[str]) -> None:
        """Enter people by a pasted list; the preview comes first."""
        page = self.go("people/list/")
        page.locator("#text").fill("\n".join(names))
        self.press("form[action$='/people/list/'] button.primary")
        expect(page.locator("form[action$='/people/confirm/']")).to_be_visible()
        self.press("form[action$='/people/confirm/'] button.primary")

    def open_round(self) -> None:
        """Open the next round for entries."""
        self.go()
        self.press("form[action$='/rounds/'] button")

    def all_enter(self, number: int) -> None:
        """Everybody who has not entered a round does so."""
        self.go(f"people/?round={number}")
        self.press("button[name=all]")

    def withdraw(self, player: int) -> None:
        """Somebody plays no more."""
        self.go(f"people/{player}/")
        self.press("button[name=what][value=withdraw]")

    def draw_by_cards(self, number: int, tables: list[list[int]]) -> None:
        """Type a draw in and publish it; whoever is named first is forehand, so the last one deals."""
        page = self.go(f"rounds/{number}/draw/cards/")
        page.locator("#tables").fill("\n".join(" ".join(map(str, [*table[1:], table[0]])) for table in tables))
        self.press("main form button.primary")
        self.press(".act-foot .fresh button")

    def clock(self, number: int, what: str) -> None:
        """Start, pause, or end a round."""
        self.go(f"rounds/{number}/")
        for _step in range(2 if what == "start" else 1):  # a start is asked about once
            self.press(f"button[name=what][value={what}]")

    def writes_at(self, number: int, table: int) -> tuple[str, str]:
        """The address of a table, and the link that lets a phone write there."""
        page = self.go(f"rounds/{number}/tables/{table}/")
        address = page.locator("a[href^='/tables/']").first.get_attribute("href") or ""
        page.goto(f"{address}link/")
        self.press("main form button[name=what][value=make]")
        link = page.locator("p.address a[href*='/t/']").get_attribute("href") or ""
        return address, "/t/" + link.split("/t/")[1]

    def finish_table(self, number: int, table: int, ends: dict[str, int], name_of: Any) -> None:
        """Count the chips of a table: they are what the paper says, and so the table is done."""
        page = self.go(f"rounds/{number}/tables/{table}/")
        rows = page.locator("table.chips-counted tbody tr")
        for player, capital in ends.items():
            row = rows.filter(has_text=name_of(player))
            row.locator("input").fill(str(capital))
        self.press("form[action$='/count/'] button.primary")
        expect(page.locator("table.chips-counted .problem")).to_have_count(0)
        if page.locator("button[name=what][value=done]").count():  # the paper has no double round at most tables
            self.press("button[name=what][value=done]", reason="Heute ohne Doppelrunde", confirm="1")

    def ranks(self, path: str) -> dict[str, int]:
        """The ranks that a page of standings shows, by start number."""
        rows = self.go(path).locator("table.standings tbody tr")
        return {
            rows.nth(at).get_attribute("data-number") or "": int(
                rows.nth(at).locator("td").first.inner_text().partition(".")[0]  # behind it: places won or lost
            )
            for at in range(rows.count())
        }


class Phone:
    """A phone at a table."""

    def __init__(self, page: Page, address: str, link: str) -> None:
        self.page, self.address = page, address
        page.goto(link)
        page.get_by_role("button", name="Es gehört keinem von uns").click()
        page.wait_for_url(f"**{address}")

    def hand(self, hand: dict[str, Any], name_of: Any) -> None:
        """Enter a hand of the paper and save it; the preview says what the paper says."""
        self.fill(hand, name_of)
        for player, points in hand["pays"].items():
            amount = self.page.locator("#preview .amounts").first.locator("div").filter(has_text=name_of(player))
            expect(amount.locator("dd")).to_have_text(re.compile(rf"^\D?{abs(points)}$"))
            assert ("\u2212" in amount.locator("dd").inner_text()) == (points < 0)
        with self.page.expect_response(lambda answer: answer.url.endswith("/hands/")) as answered:
            self.keep()
        assert answered.value.status == 200

    def keep(self) -> None:
        """Save what is entered: it is kept on the phone at once, also without the network."""
        key = self.page.locator("#entry [name=key]")
        before = key.input_value()
        self.page.locator("#save").tap()
        expect(key).not_to_have_value(before, timeout=PATIENCE_MS)

    def fill(self, hand: dict[str, Any], name_of: Any) -> None:
        """Enter a hand into the form."""
        page = self.page
        if "phase" in hand:
            label = page.locator(f"label:has(input[name=phase][value={hand['phase']}])")
            if page.locator(".phase.only").count():  # nothing is asked where it can only be this one
                expect(label.locator("input")).to_be_checked()
            else:
                label.tap()
        fields = fill_form(self._record(hand, name_of), SHEET)
        unsaid = [name for name, given in fields.items() if name.endswith("kontra") and given == "1"]
        said = {name: given for name, given in fields.items() if name not in (*unsaid, "p0-kontra_by")}
        missing = page.evaluate(TAP, list(map(list, said.items())))
        assert not missing, missing

    def _record(self, hand: dict[str, Any], name_of: Any) -> Any:
        seats = {
            label.inner_text().strip().replace(SOFT_HYPHEN, ""): int(
                label.locator("input").get_attribute("value") or "0"
            )
            for label in self.page.locator("label:has(input[name='p0-declarer'])").all()
        }

        def seat(player: int) -> int:
            return next(at for name, at in seats.items() if name.startswith(name_of(player)))

        play = build_play(hand, seat, hand["pays"])
        premiums = [{"premium": "pagat", "side": "declarer", "announced": True, "won": True}] if "pagat" in hand else []
        if hand.get("valat"):
            premiums = [{"premium": "valat", "side": "declarer", "announced": True, "won": hand["won"]}]
        record, problems = parse({"plays": [play], "premiums": premiums})
        assert record is not None, problems
        return record
