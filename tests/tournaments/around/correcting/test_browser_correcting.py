"""A director corrects a hand of a published round on a phone and takes that back; nothing is written unseen."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.scoring.support.phone_driver import Thumb
from tests.support.signed_in import PASSWORD

pytestmark = pytest.mark.heavy

MAKE = """
from tests.tournaments.results.standings.played_tables import finish_table, play_hand, published, solo
from tests.tournaments.support import acts, factories
from tests.tournaments.support.cup import table_at
tournament, first, tables = factories.whole(8)
acts.start_clock(first, factories.new_key())
for table in tables:
    play_hand(table, solo(0))
    acts.end_time(first, factories.new_key(), table=table)
    finish_table(table)
published(tournament, 1)
print("MADE", tournament.slug)
"""


def read_ranks(page: Page, slug: str) -> list[str]:
    """Return the standings as everybody reads them."""
    page.goto(f"/tournaments/{slug}/standings/")
    return page.locator("main tbody tr").all_inner_texts()


def log_in(page: Page) -> None:
    """Log in as the director, who is not asked for the password again for ten minutes."""
    page.goto("/log-in/")
    page.fill("[name=login]", "leitung")
    page.fill("[name=password]", PASSWORD)
    page.locator("main form button").first.tap()
    expect(page).not_to_have_url(re.compile("log-in"))


def confirm(page: Page) -> None:
    """Take the first usual reason, and write what is shown."""
    shown = page.url
    page.locator("label:has([name=why])").first.tap()
    page.locator("[name=confirm]").tap()
    expect(page).not_to_have_url(shown)


def test_a_published_hand_is_corrected_and_that_is_taken_back(served, phone):
    made = re.search(r"MADE (\S+)", served.manage("shell", "-c", MAKE))
    assert made is not None
    log_in(phone)
    slug = made[1]
    before = read_ranks(phone, slug)
    phone.goto(f"/tournaments/{slug}/rounds/1/tables/1/correct/")
    phone.locator("a[href$='/hand/']").first.tap()
    Thumb(phone).choose(p0_result="lost")
    phone.locator("#save").tap()
    phone.locator("[name=confirm]").wait_for()
    assert read_ranks(phone, slug) == before
    phone.go_back()
    confirm(phone)
    corrected = read_ranks(phone, slug)
    assert corrected != before
    phone.goto(f"/tournaments/{slug}/rounds/1/tables/1/correct/?kind=back")
    phone.locator("form.mend button, main form[method=post] button").first.tap()
    confirm(phone)
    assert read_ranks(phone, slug) == before
