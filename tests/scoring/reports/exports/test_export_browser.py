"""A phone takes the evening along with one tap."""

import re

import pytest
from playwright.sync_api import Page

from tests.scoring.support.exports import TITLES, open_workbook
from tests.scoring.support.phone_driver import Thumb

pytestmark = pytest.mark.heavy


def test_a_tap_on_the_table_page_saves_the_workbook(phone: Page):
    Thumb(phone).start()
    link = phone.get_by_role("link", name="Tabelle (xlsx)")
    box = link.bounding_box()
    assert box is not None
    assert box["height"] >= 44
    with phone.expect_download() as download:
        link.tap()
    name = download.value.suggested_filename
    assert re.fullmatch(r".* [0-9]{4}-[0-9]{2}-[0-9]{2} Anna, Berta, Cilli, Dora\.xlsx", name)
    assert open_workbook(download.value.path().read_bytes()).sheetnames == TITLES
