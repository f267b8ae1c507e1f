"""The Speiszettel in the browser: on A4 paper, on a wide screen, and found from what a hand has paid."""

from io import BytesIO
from typing import Any

import pdfplumber
import pytest
from playwright.sync_api import expect

from scoring.engine.house_rules.library import BUILT_IN
from tests.scoring.support.phone_driver import Thumb

pytestmark = pytest.mark.heavy

OFTEN = ("treffpunkt", "zwanzigerrufen")  # the longest, and one of the other kind
A4_WIDTH = 680  # CSS pixels between the margins
CLIPPED = """() => Array.from(document.querySelectorAll('.zettel *'))
  .filter((one) => !one.closest('.unseen') && one.scrollWidth > one.clientWidth + 1 && one.clientWidth > 0)
  .map((one) => `${one.tagName} ${one.textContent.trim().slice(0, 40)}`)"""


def find_last_lines(paper: bytes) -> list[list[str]]:
    """The last line of each of the two columns, page by page."""
    with pdfplumber.open(BytesIO(paper)) as pdf:
        return [
            [lines[-1]["text"] for lines in (half.extract_text_lines() for half in halve(page)) if lines]
            for page in pdf.pages
        ]


def halve(page: Any) -> list[Any]:
    """The left and the right half of a page of paper."""
    return [page.crop((at * page.width / 2, 0, (at + 1) * page.width / 2, page.height)) for at in (0, 1)]


@pytest.mark.parametrize(
    ("locale", "sheets"),
    [
        ("de-AT", OFTEN),
        *(pytest.param(locale, BUILT_IN, marks=pytest.mark.soak) for locale in ("de-AT", "en-GB")),
    ],
    ids=["often", "de", "en"],
)
def test_every_sheet_is_printed_on_one_or_two_pages_and_nothing_is_cut_off(page_factory, locale, sheets):
    page = page_factory(locale=locale, viewport={"width": A4_WIDTH, "height": 960})
    for sheet in sheets:
        page.goto(f"/sheets/{sheet}/")
        last = find_last_lines(page.pdf(prefer_css_page_size=True))
        assert len(last) <= 2, sheet
        assert not {line for lines in last for line in lines} & {*page.locator(".rules h2").all_inner_texts()}, (
            f"a heading alone: {sheet}"
        )
        page.emulate_media(media="print")
        assert page.evaluate(CLIPPED) == [], sheet
        expect(page.locator(".zettel h1")).to_be_visible()
        for left_out in (".every-rule", ".tools-row", ".site"):
            expect(page.locator(left_out)).to_be_hidden()
        page.emulate_media(media="null")


def test_a_menu_stands_in_three_columns_on_a_laptop_and_on_a_phone_its_dishes_come_first(desktop, phone):
    desktop.goto("/sheets/treffpunkt/")
    tops = "(all) => all.map((one) => one.getBoundingClientRect().top)"
    assert len(set(desktop.locator(".menu-columns > div").evaluate_all(tops))) == 1
    phone.goto("/sheets/treffpunkt/")
    expect(phone.locator(".dishes li").first).to_be_in_viewport()
    assert phone.evaluate("document.documentElement.scrollHeight") < 3200
    assert phone.locator("details[open]").count() == 0


def test_a_tap_on_what_was_paid_leads_to_the_marked_rule_and_the_entry_stays(phone):
    thumb = Thumb(phone)
    thumb.start("standard")
    thumb.choose(p0_contract="dreier", p0_declarer="1", p0_result="won")
    thumb.shows("−5", "+15", "−5", "−5")
    phone.locator('#preview .is-shown [data-act="why"]').tap()
    with phone.context.expect_page() as opened:
        phone.get_by_role("dialog").locator(".notes a").tap()
    rule = opened.value.locator("#contract-dreier")
    expect(rule).to_be_in_viewport()
    plain = opened.value.locator("#contract-einer th").evaluate("(one) => getComputedStyle(one).backgroundColor")
    assert rule.locator("th").evaluate("(one) => getComputedStyle(one).backgroundColor") != plain
    thumb.shows("−5", "+15", "−5", "−5")
