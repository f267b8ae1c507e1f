"""States of the pages of exports."""

from playwright.sync_api import Page, expect

from tests.support.states.state import SECRETARY, State
from tests.support.states.tournaments.stages import RUNNING

PATIENCE_MS = 60_000  # a process of its own begins, maybe on a machine that does other things


def _make_json(page: Page) -> None:
    """The tables as JSON are made; sent once more it is the same export."""
    form = page.locator("form").filter(has=page.locator('[name="form"][value="json"]'))
    form.locator('[name="key"]').evaluate("(field) => { field.value = '33333333-3333-4333-8333-333333333333'; }")
    form.locator("button").click()
    expect(page.locator("a[download]")).to_be_visible(timeout=PATIENCE_MS)


def _make_slowly(page: Page) -> None:
    """The CSV files are being made, and it takes very long."""
    form = page.locator("form").filter(has=page.locator('[name="form"][value="csv"]'))
    form.locator("button").click()
    page.wait_for_url("**/exports/*-*/")
    page.route(f"{page.url}state/", lambda route: route.fulfill(json={"state": "running", "done": 4, "of": 15}))
    expect(page.locator("output")).to_have_text("4 / 15", timeout=PATIENCE_MS)


EXPORTS = (
    State("export-made", SECRETARY, f"{RUNNING}/exports/", _make_json),
    State("export-being-made", SECRETARY, f"{RUNNING}/exports/", _make_slowly),
)
