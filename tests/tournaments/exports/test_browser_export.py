"""From a laptop: a workbook is made while the page says how far it is, and then fetched."""

import pytest
from playwright.sync_api import Page, expect

from tests.scoring.support.exports import open_workbook
from tests.support.server import RunningServer
from tests.support.signed_in import let_in
from tests.tournaments.support.day import Director

pytestmark = pytest.mark.heavy

PATIENCE_MS = 60_000  # a process of its own begins, maybe on a machine that does other things


def test_a_workbook_is_made_and_fetched(desktop: Page, served: RunningServer):
    let_in(desktop.context, served.url)
    director = Director(desktop)
    director.make("Ausflugsturnier")
    director.paste(["Anna", "Bertl", "Cilli", "Dora"])
    director.open_round()
    director.all_enter(1)
    director.draw_by_cards(1, [[1, 2, 3, 4]])
    director.clock(1, "start")  # its clock stands on every page
    page = director.go("exports/")
    page.locator("button.primary").click()
    link = page.locator("a[download]")  # comes by itself
    expect(link).to_be_visible(timeout=PATIENCE_MS)
    with page.expect_download() as download:
        link.click()
    assert download.value.suggested_filename.endswith("Ausflugsturnier.xlsx")
    book = open_workbook(download.value.path().read_bytes())
    assert book.sheetnames[0] == "Gesamtwertung"
    page.go_back()
    director.go("exports/")
    expect(page.locator(".exports li")).to_have_count(1)
