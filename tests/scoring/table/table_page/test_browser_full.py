"""The page of a table with everything at once, in both browsers: on one grid in usual letters, and in the inn mode."""

import pytest

from tests.scoring.support.phone_driver import Thumb
from tests.scoring.table.table_page.test_browser_boxes import MAKE, USUAL_LETTERS, find_faults, open_full
from tests.support.browser import IN_FIREFOX_TOO

pytestmark = pytest.mark.heavy


@IN_FIREFOX_TOO
@pytest.mark.parametrize("inn", ["", "huge"], ids=["usual", "inn"])
def test_header_chips_sheet_and_chart_stay_in_their_boxes(page_factory, served, inn):
    slug = served.manage("shell", "-v0", "-c", MAKE).split()[0]
    page = open_full(page_factory, served, slug, 360, USUAL_LETTERS, inn)
    assert find_faults(page) == []
    Thumb(page).choose(p0_contract="rufer", p0_partner="2", prem_pagat_declarer="announced")
    assert find_faults(page) == []
