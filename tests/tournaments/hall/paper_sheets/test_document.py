"""docs/dev/paper-sheets.md: every line that it names is read under a sheet that knows it."""

import re

import pytest

from tests.support.paths import DEV_DOCS
from tests.tournaments.support.sheets import sheet_of
from tournaments.hall.paper_sheets.shorthand import parse_shorthand
from tournaments.hall.paper_sheets.typed_line import DealPlaces

DOCUMENT = DEV_DOCS / "paper-sheets.md"
ROWS = re.findall(r"^\| `([^`]+)` \|", DOCUMENT.read_text(encoding="utf-8"), re.MULTILINE)
ZWANZIGERRUFEN = ("no", "so", "#p", "0", "=")


def test_the_table_is_found():
    assert len(ROWS) == 16


@pytest.mark.parametrize("line", ROWS)
def test_the_line_is_read(line):
    sheet = sheet_of("zwanzigerrufen" if line.startswith(ZWANZIGERRUFEN) else "treffpunkt")
    assert parse_shorthand(line, sheet, DealPlaces((0, 1, 2, 3), 0)).faults == ()
