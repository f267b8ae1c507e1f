"""Waiting hands as text and QR codes: drawn by the phone itself, read by the program."""

import re
from collections.abc import Callable, Iterator
from typing import Any
from uuid import UUID

import pytest
import segno
from django.template.loader import render_to_string
from django.utils.translation import override
from hypothesis import HealthCheck, given, settings
from playwright.sync_api import Locator, Page, expect
from segno import encoder

from scoring.table.waiting_hands.text import WaitingHand, read_hands
from tarockclub.platform.server.static_files import read_style
from tests.scoring.book.access.test_browser_qr import proper_padding
from tests.scoring.support.scripts import build_script
from tests.scoring.table.waiting_hands.test_waiting_text import DREIER, SOLO, hands
from tests.support.browser import PATIENCE_MS, PHONE
from tests.support.hand_text import build_text

pytestmark = pytest.mark.soak

CODES = build_script("scoring/static/scoring/waiting/codes.js", "waitingText", "showWaitingCodes")
AS_ON_A_PHONE = '<!doctype html><meta name="viewport" content="width=device-width">'
A_TABLE = """
from tests.scoring.support.tables import new_table
print(new_table().slug)
"""
# What a reader sees of a code.
MODULES = """(svg) => {
  const size = svg.viewBox.baseVal.width;
  const canvas = Object.assign(document.createElement("canvas"), { width: size, height: size });
  const context = canvas.getContext("2d");
  context.fillStyle = svg.querySelector("rect").getAttribute("fill");
  context.fillRect(0, 0, size, size);
  context.fillStyle = svg.querySelector("path").getAttribute("fill");
  context.fill(new Path2D(svg.querySelector("path").getAttribute("d")));
  const { data } = context.getImageData(0, 0, size, size);
  const line = (y) => Array.from({ length: size }, (_, x) => (data[4 * (y * size + x)] ? 0 : 1));
  return Array.from({ length: size }, (_, y) => line(y));
}"""


def as_kept(hand: WaitingHand, said: str = "Dreier · Anna · gewonnen") -> dict[str, Any]:
    """A hand as the phone keeps it."""
    return {
        **{name: getattr(hand, name) for name in ("key", "previous", "number", "fields")},
        "table": f"/tables/{hand.slug}/",
        "seats": ",".join(str(seat) for seat in hand.seats),
        "at": f"{hand.at:%Y-%m-%dT%H:%M:%S}.123Z",
        "said": said,
        "state": "waiting",
    }


def queue(count: int, slug: UUID = DREIER.slug) -> list[WaitingHand]:
    """Hands that follow each other."""
    keys = [f"{at:032x}" for at in range(count + 1)]
    return [
        DREIER._replace(slug=slug, key=key, previous=keys[at - 1] if at > 1 else "", number=at)
        for at, key in enumerate(keys)
        if at
    ]


@pytest.fixture(scope="module")
def blank(chromium) -> Iterator[Page]:
    """A page of no site on a phone, with style, dialog and scripts."""
    context = chromium.new_context(**PHONE)
    context.set_default_timeout(PATIENCE_MS)
    page = context.new_page()
    yield page
    context.close()


@pytest.fixture
def phone_alone(blank) -> Page:
    """The same, as it is before anything was tapped."""
    with override("de"):
        dialog = render_to_string("scoring/table/table_page/_waiting_codes.html")
    blank.goto("about:blank")
    blank.set_content(AS_ON_A_PHONE + re.sub(r"<script.*?</script>", "", dialog))
    blank.add_style_tag(content=read_style())
    blank.add_script_tag(content=CODES)
    page: Page = blank
    return page


@pytest.fixture
def dialog(phone_alone) -> Callable[..., Locator]:
    """Opens the dialog with some hands."""
    return lambda *some: open_dialog(phone_alone, *some)


def open_dialog(page: Page, *some: dict[str, Any]) -> Locator:
    """The dialog with some hands, on a page."""
    page.evaluate("(hands) => showWaitingCodes(hands)", list(some))
    return page.get_by_role("dialog", name="Wartende Spiele weitergeben")


@settings(max_examples=40, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(hand=hands)
def test_the_program_reads_what_the_phone_prints(phone_alone, hand):
    printed = phone_alone.evaluate("(hands) => waitingText(hands)", [as_kept(hand), as_kept(SOLO)])
    assert printed == build_text(hand, SOLO)
    assert list(read_hands(printed)) == [hand, SOLO]


def every_mask(text: str, size: int) -> list[list[list[int]]]:
    """A text as another program draws it, with each mask."""
    options: dict[str, Any] = {"error": "L", "mode": "byte", "boost_error": False, "version": (size - 17) // 4}
    codes = (segno.make(text, mask=mask, **options) for mask in range(8))
    return [[list(row) for row in code.matrix] for code in codes]


def test_each_code_holds_whole_hands_in_their_order_and_none_is_left_out(phone, served, monkeypatch):
    monkeypatch.setattr(encoder, "write_padding_bits", proper_padding)
    some = queue(7)
    phone.goto(f"/tables/{served.manage('shell', '-c', A_TABLE).split()[-1]}/")
    phone.evaluate(CODES)
    shown = open_dialog(phone, *[as_kept(hand) for hand in some])
    expect(shown.locator("h3")).to_have_text(["Code 1 von 2", "Code 2 von 2"])
    expect(shown.locator("section:first-of-type li").first).to_have_text("Spiel 1 Dreier · Anna · gewonnen")
    assert [code.locator("li").count() for code in shown.locator("section").all()] == [4, 3]
    text = shown.locator("textarea").input_value()
    assert list(read_hands(text)) == some
    lines = text.split("\n")
    for svg, part in zip(shown.locator("svg").all(), [lines[:4], lines[4:]], strict=True):
        rows = [row[4:-4] for row in svg.evaluate(MODULES)[4:-4]]
        assert rows in every_mask("\n".join(part), len(rows))


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_a_code_is_large_and_on_white_also_where_the_rest_is_dark(dialog, phone_alone, scheme):
    phone_alone.emulate_media(color_scheme=scheme)
    shown = dialog(as_kept(DREIER)).locator("svg")
    box = shown.bounding_box()
    assert box is not None
    assert round(box["width"]) == round(box["height"]) >= 240
    assert box["x"] + box["width"] <= PHONE["viewport"]["width"]
    colours = "(svg) => Array.from(svg.children, (one) => getComputedStyle(one).fill)"
    assert shown.evaluate(colours) == ["rgb(255, 255, 255)", "rgb(0, 0, 0)"]


def test_the_text_is_copied_by_one_tap(dialog, phone_alone):
    shown = dialog(as_kept(DREIER), as_kept(SOLO))
    shown.get_by_role("button", name="Text kopieren").tap()
    expect(shown.get_by_role("status")).to_have_text("Kopiert. Jetzt in eine Nachricht einfügen.")
    phone_alone.locator("[data-part=text]").evaluate(
        "(area) => { area.readOnly = false; area.value = ''; area.focus(); }"
    )
    phone_alone.keyboard.press("Control+V")
    assert shown.locator("textarea").input_value() == build_text(DREIER, SOLO)


def test_where_the_browser_copies_nothing_the_text_is_selected_for_whoever_does(dialog, phone_alone):
    phone_alone.evaluate("() => { document.execCommand = () => false; }")
    shown = dialog(as_kept(DREIER))
    shown.get_by_role("button", name="Text kopieren").tap()
    expect(shown.get_by_role("status")).to_have_text("Der Text ist markiert: jetzt kopieren.")
    assert phone_alone.evaluate("String(getSelection())") == build_text(DREIER)


@pytest.mark.parametrize("shares", [True, False])
def test_the_text_is_shared_where_the_phone_can(dialog, phone_alone, shares):
    sharing = "async ({ text }) => { document.title = text; }" if shares else "undefined"
    phone_alone.evaluate(f"Object.defineProperty(navigator, 'share', {{ value: {sharing}, configurable: true }})")
    shown = dialog(as_kept(DREIER))
    button = shown.get_by_role("button", name="Text teilen")
    expect(button).to_be_visible(visible=shares)
    if shares:
        button.tap()
        assert phone_alone.title() == build_text(DREIER)


def test_a_hand_that_fits_into_no_code_is_there_as_text(dialog):
    endless = DREIER._replace(fields={f"claim-{at}": "9" * 60 for at in range(60)})
    shown = dialog(as_kept(endless), as_kept(SOLO))
    expect(shown.locator("svg")).to_have_count(1)
    expect(shown.locator("section").first).to_contain_text("Das passt in keinen Code")
    assert list(read_hands(shown.locator("textarea").input_value())) == [endless, SOLO]


def test_it_is_closed_by_its_button_and_opened_anew_with_what_waits_then(dialog, phone_alone):
    shown = dialog(*[as_kept(hand) for hand in queue(7)])
    shown.get_by_role("button", name="Schließen").tap()
    expect(shown).to_be_hidden()
    phone_alone.evaluate("(hands) => showWaitingCodes(hands)", [as_kept(SOLO)])
    expect(shown.locator("svg")).to_have_count(1)
    assert list(read_hands(shown.locator("textarea").input_value())) == [SOLO]


def test_the_words_of_a_hand_are_words_and_nothing_else(dialog):
    shown = dialog(as_kept(DREIER, "<b>Dreier</b>"))
    expect(shown.locator("li")).to_have_text("Spiel 1 <b>Dreier</b>")
