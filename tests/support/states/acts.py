"""The taps from a page to a state of it; nothing of it writes anything."""

import re
import uuid
from collections.abc import Callable

from playwright.sync_api import Page, expect

from tests.scoring.support.scripts import STORE, build_call
from tests.scoring.support.surface import find_choice, find_controls
from tests.support.states.state import SIX

Act = Callable[[Page], None]
# What a phone knows of its tables: none, and then these; a hand waits at the second one that nobody sends any more.
TABLES_HERE = build_call(
    STORE,
    """async (tables) => {
  for (const { path } of await listTables()) await deleteTable(path);
  for (const table of tables) await putTable(table);
  const asked = indexedDB.open("tarockclub");
  const db = await new Promise((done) => { asked.onsuccess = () => done(asked.result); });
  const store = db.transaction("hands", "readwrite").objectStore("hands");
  if (tables.length) store.put({ key: "waits", table: tables[1].path, state: "other_body", order: 1, fields: {} });
  else store.clear();
  await new Promise((done) => { store.transaction.oncomplete = done; });
  db.close();
}""",
)
COUNTS = ".count[data-is=live]"  # the key after which points are typed
OPEN_AROUND = """(one) => {
  for (let part = one.closest("details"); part; part = part.parentElement.closest("details")) part.open = true;
}"""
OPEN_INSIDE = """(inside) => {
  for (const one of document.querySelectorAll(`${inside} details:not(.preferences)`)) one.open = true;
}"""
SECOND_SEAT = """() => ownSeat.show(document.querySelector(".totals li:nth-child(2)").dataset.place)"""
PAYS = "#preview:not(.stale) .amounts"
AS_IT_IS = "() => { for (const form of document.forms) form.noValidate = true; }"


def choose(page: Page, **fields: str) -> None:
    """Tap on choices of the entry form; `p0_contract="rufer"` is the card of that value."""
    for name, value in fields.items():
        field = name.replace("_", "-")
        find_choice(page, field, value).evaluate(OPEN_AROUND)
        for control in find_controls(page, field, value):
            control.click()


def unfold(page: Page, inside: str = "#main") -> None:
    """Open everything that is folded."""
    page.evaluate(OPEN_INSIDE, inside)


def show_unfolded(page: Page) -> None:
    """Everything on the page is open."""
    unfold(page)


def enter_hand(**fields: str) -> Act:
    """A hand with these choices, and what it pays."""

    def act(page: Page) -> None:
        choose(page, **fields)
        expect(page.locator(PAYS).first).to_be_attached()

    return act


def ask_for_partners(page: Page) -> None:
    """A kontra, and the sheet that asks who has said it."""
    choose(page, p0_contract="rufer", p0_partner="2", p0_result="won", p0_kontra="2")
    page.locator("button.rare").click()


def begin_hand(page: Page) -> None:
    """A Rufer of which the partner is missing, and what the practice table says to that."""
    choose(page, p0_contract="rufer")
    expect(page.locator("#preview .tip")).to_contain_text(re.compile("König|king"))


def save_practice_hand(page: Page) -> None:
    """A hand of the practice table, saved."""
    enter_hand(p0_contract="rufer", p0_partner="2", p0_result="won")(page)
    page.locator("#save").click()
    expect(page.locator(".practised")).to_be_visible()


def take_seat(page: Page) -> None:
    """The phone belongs to a player, only in this page: the next state finds it as it was."""
    page.evaluate(build_call("scoring/static/scoring/table/own_seat.js", SECOND_SEAT))
    expect(page.locator(".totals .mine")).to_have_count(1)


def choose_hand(**fields: str) -> Act:
    """A hand with these choices of which something is missing, and all that is folded open."""

    def act(page: Page) -> None:
        choose(page, **fields)
        unfold(page)

    return act


def claim_points(page: Page) -> None:
    """A hand with a Renonce, after which another player claims points."""
    choose(page, p0_contract="dreier", p0_declarer="1", p0_result="won")
    page.locator("[data-renonce]").click()
    page.locator(".totals li").nth(2).click()
    page.locator(".count[data-counts=claims]").click()
    page.locator('[name="claim-0"]').fill("2")
    expect(page.locator(PAYS).first).to_be_attached()


def type_hand(fields: dict[str, str], **choices: str) -> Act:
    """A hand with these choices and typed fields, and what it pays."""

    def act(page: Page) -> None:
        choose(page, **choices)
        for name, value in fields.items():
            field = page.locator(f'[name="{name}"]')
            field.evaluate(OPEN_AROUND)
            if not field.is_visible():
                page.locator(COUNTS).click()
            field.fill(value)
        expect(page.locator(PAYS).first).to_be_attached()

    return act


def enter_losers(*seats: str) -> Act:
    """A Trischaken that these players have lost, and what it pays."""

    def act(page: Page) -> None:
        choose(page, p0_contract="trischaken", **{f"p0_loser_{seat}": seat for seat in seats})
        expect(page.locator(PAYS).first).to_be_attached()

    return act


def count_pile(**choices: str) -> Act:
    """The counting help lies over an entry, some cards are counted."""

    def act(page: Page) -> None:
        choose(page, **choices)
        page.locator(COUNTS).click()
        page.locator(".number-pad [data-pile]").click()
        for kind in ("king", "honour", "other", "queen", "jack"):
            page.locator(f'#counting [data-kind="{kind}"] button').click()

    return act


def show_whole_sheet(page: Page) -> None:
    """All lines of a long sheet."""
    page.locator(".unfold .more").click()
    expect(page.locator(".unfold .fewer")).to_be_visible()


def save_too_early(page: Page) -> None:
    """A hand is sent that lacks its declarer."""
    choose(page, p0_contract="dreier")
    page.locator("#save").click()
    expect(page.locator("#incomplete")).to_be_visible()


def send_behind_somebody(page: Page) -> None:
    """A hand is sent from a page that is older than the sheet, by a browser that keeps nothing itself."""
    choose(page, p0_contract="dreier", p0_declarer="1", p0_result="won")
    page.evaluate("document.querySelector('#entry [name=previous]').value = 'another'")
    page.evaluate("document.getElementById('entry').submit()")
    expect(page.locator("#message")).to_be_visible()


def press(page: Page, button: str) -> None:
    """Press a button that leads to another page; nothing is looked at before that page is there."""
    with page.expect_navigation():
        page.locator(button).click()


def submit(form: str, **fields: str) -> Act:
    """A form is sent with these fields, whatever the browser would say to that."""

    def act(page: Page) -> None:
        unfold(page)
        for name, value in fields.items():
            field = page.locator(f"{form} [name={name}]")
            is_select = field.evaluate("(one) => one.localName === 'select'")
            field.select_option(value) if is_select else field.fill(value)
        page.evaluate(AS_IT_IS)
        with page.expect_navigation():
            page.locator(form).evaluate("(one) => (one.requestSubmit ?? one.submit).call(one)")

    return act


def try_colour(colour: str) -> Act:
    """A club's own colour is chosen, and its preview is there; nothing is saved."""

    def act(page: Page) -> None:
        page.locator("#id_own").fill(colour)
        page.locator(f'#look-preview link[href*="{colour[1:]}"]').wait_for(state="attached")

    return act


def submit_without_token(form: str) -> Act:
    """A form is sent as another site would."""

    def act(page: Page) -> None:
        page.evaluate("document.querySelectorAll('[name=csrfmiddlewaretoken]').forEach((one) => one.remove())")
        submit(form)(page)

    return act


def make_invitation(page: Page) -> None:
    """Make an invitation that founds a club."""
    page.locator("main button[name=invite]").click()


def draw_key(page: Page) -> None:
    """A key for encrypted copies is drawn, and its sheet is there; nothing is encrypted."""
    page.locator("main button[value=draw]").click()
    page.locator(".recovery-sheet").wait_for()


def create_codes(page: Page) -> None:
    """New recovery codes are made, and shown."""
    page.locator("main button.danger").click()
    page.locator(".recovery").wait_for()


def reload_with_old_right(page: Page) -> None:
    """The page once more, from a phone whose link was replaced."""
    page.context.add_cookies([{"name": "right", "value": "0" * 32, "url": page.url}])
    page.reload()
    page.context.clear_cookies(name="right")


def reload_without_tables(page: Page) -> None:
    """The page on a phone that has opened no table."""
    page.evaluate(TABLES_HERE, [])
    page.reload()


def reload_with_tables(page: Page) -> None:
    """The page on a phone that has opened two tables; at one of them a hand waits."""
    seen = [
        {"path": f"/tables/{uuid.UUID(int=at)}/", "names": ", ".join(names), "at": f"2027-01-1{6 - at}T20:15:00Z"}
        for at, names in enumerate((("Anna", "Berta", "Cilli", "Dora"), SIX))
    ]
    page.evaluate(TABLES_HERE, seen)
    page.reload()
    page.locator("#tables-here .waits").last.wait_for()
