"""docs/dev/paper.md says how an empty sheet is typed in: quick entry reads all of it."""

import re

import pytest

from scoring.sheets.house_rules.short_names import build_short_names
from tests.support.paths import DEV_DOCS
from tests.tournaments.support.sheets import sheet_of
from tournaments.around.printing.registry import BY_ID, BY_ID_OF_ROUND
from tournaments.hall.paper_sheets.shorthand import parse_shorthand
from tournaments.hall.paper_sheets.typed_line import DealPlaces

DOCUMENT = (DEV_DOCS / "paper.md").read_text(encoding="utf-8")
TYPED_LINES = re.findall(r"^\| .* \| `([^`]+)` \|$", DOCUMENT, re.MULTILINE)


def test_there_are_examples():
    assert len(TYPED_LINES) >= 6


@pytest.mark.parametrize("typed", TYPED_LINES)
def test_quick_entry_reads_what_is_written_on_paper(typed):
    line = typed if typed.startswith("ru ") else f"ru 13 + {typed}"
    found = parse_shorthand(line, sheet_of("treffpunkt"), DealPlaces((0, 1, 2, 3), 0))
    assert not found.faults
    assert found.line is not None


@pytest.mark.parametrize("sheet_id", ["treffpunkt", "karlsruhe", "zwanzigerrufen"])
def test_every_short_name_of_a_sheet_is_read(sheet_id):
    sheet = sheet_of(sheet_id)
    words = build_short_names(sheet)
    for code, game in zip(words.contracts.codes, sheet.contracts.values(), strict=True):
        who = "" if game.is_trischaken else "1" if game.partner is None else "1a"
        assert not parse_shorthand(f"{code} {who}", sheet, DealPlaces((0, 1, 2, 3), 0)).faults


def test_ids_of_papers_are_those_of_their_addresses():
    assert all(re.fullmatch("[a-z-]+", paper) for paper in (*BY_ID, *BY_ID_OF_ROUND))
