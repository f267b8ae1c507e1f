"""Waiting hands as text: written by the phone itself, read by the program."""

import re
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from django.template.loader import render_to_string
from django.utils.translation import override
from hypothesis import HealthCheck, given, settings
from playwright.sync_api import Locator, Page, expect

from scoring.table.waiting_hands.services import WaitingHand, read_hands
from tarockclub.platform.server.static_files import read_style
from tests.scoring.support.scripts import build_script
from tests.scoring.table.waiting_hands.test_waiting_text import DREIER, SOLO, hands
from tests.support.browser import PATIENCE_MS, PHONE
from tests.support.hand_text import build_text

pytestmark = pytest.mark.heavy

TEXT = build_script("scoring/static/scoring/waiting/text.js", "waitingText", "showWaitingText")
AS_ON_A_PHONE = '<!doctype html><meta name="viewport" content="width=device-width">'


def as_kept(hand: WaitingHand, said: str = "Dreier · Anna · gewonnen") -> dict[str, Any]:
    """A hand as the phone keeps it."""
    return {
        **{name: getattr(hand, name) for name in ("key", "previous", "number", "fields")},
        "table": f"/tables/{hand.slug}/",
        "seats": ",".join(str(seat) for seat in hand.seats),
        "at": f"{hand.entry_time:%Y-%m-%dT%H:%M:%S}.123Z",
        "said": said,
        "state": "waiting",
    }


def queue(count: int) -> list[WaitingHand]:
    """Hands that follow each other."""
    keys = [f"{at:032x}" for at in range(count + 1)]
    return [
        DREIER._replace(key=key, previous=keys[at - 1] if at > 1 else "", number=at)
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
        dialog = render_to_string("scoring/table/table_page/_waiting_text.html")
    blank.goto("about:blank")
    blank.set_content(AS_ON_A_PHONE + re.sub(r"<script.*?</script>", "", dialog))
    blank.add_style_tag(content=read_style())
    blank.add_script_tag(content=TEXT)
    page: Page = blank
    return page


@pytest.fixture
def dialog(phone_alone) -> Callable[..., Locator]:
    """Opens the dialog with some hands."""
    return lambda *some: open_dialog(phone_alone, *some)


def open_dialog(page: Page, *some: dict[str, Any]) -> Locator:
    """The dialog with some hands, on a page."""
    page.evaluate("(hands) => showWaitingText(hands)", list(some))
    return page.get_by_role("dialog", name="Wartende Spiele weitergeben")


@settings(max_examples=40, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(hand=hands)
def test_the_program_reads_what_the_phone_prints(phone_alone, hand):
    printed = phone_alone.evaluate("(hands) => waitingText(hands)", [as_kept(hand), as_kept(SOLO)])
    assert printed == build_text(hand, SOLO)
    assert list(read_hands(printed)) == [hand, SOLO]


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


def test_it_is_closed_by_its_button_and_opened_anew_with_what_waits_then(dialog, phone_alone):
    shown = dialog(*[as_kept(hand) for hand in queue(7)])
    shown.get_by_role("button", name="Schließen").tap()
    expect(shown).to_be_hidden()
    phone_alone.evaluate("(hands) => showWaitingText(hands)", [as_kept(SOLO)])
    assert list(read_hands(shown.locator("textarea").input_value())) == [SOLO]
