"""The picture of the written sheet on a phone: drawn as a PNG, shared where the browser can, else saved."""

import re

import pytest
from playwright.sync_api import expect

from tests.scoring.support.phone_driver import Thumb
from tests.support.browser import PHONE

pytestmark = pytest.mark.heavy

SHARES = """
navigator.canShare = ({ files }) => files.length === 1 && files[0].type === "image/png";
navigator.share = async ({ files }) => { document.title = `${files[0].name} ${files[0].size > 5000}`; };
"""


def open_picture(page) -> None:
    """Play a hand and tap on the link below the sheet."""
    thumb = Thumb(page)
    thumb.start()
    thumb.choose(p0_contract="dreier", p0_declarer="1", p0_result="won")
    thumb.save()
    page.get_by_role("link", name="Schrift als Bild").tap()
    page.wait_for_url("**/picture/")


def test_a_phone_that_cannot_share_saves_a_png(phone):
    open_picture(phone)
    expect(phone.get_by_role("button", name="Teilen")).to_be_hidden()
    with phone.expect_download() as download:
        phone.get_by_role("link", name="Bild speichern").tap()
    assert download.value.suggested_filename.endswith(".png")
    assert download.value.path().read_bytes().startswith(b"\x89PNG")


def test_a_phone_that_can_share_gets_the_png_with_one_tap(page_factory):
    page = page_factory(**PHONE)
    page.add_init_script(SHARES)
    open_picture(page)
    page.get_by_role("button", name="Teilen").tap()
    expect(page).to_have_title(re.compile(r"^Tarock \d{4}-\d\d-\d\d\.png true$"))
