"""The Speiszettel on paper: all its rules, on two pages at most."""

import pytest
from django.utils import translation

from scoring.engine.house_rules.library import BUILT_IN
from scoring.reports.printing.services import print_zettel
from scoring.sheets.house_rules.speiszettel.build import build_rules_zettel
from scoring.sheets.house_rules.speiszettel.sections import RuleRow, Zettel, ZettelSection
from tests.scoring.engine.support.built_in import rules_of
from tests.support.pdf import look_at

MOST_PAGES = 2


def squeezed(text):
    """Without spaces and hyphens: lines are broken elsewhere on paper."""
    return "".join(text.replace("-", "").replace("\xad", "").split())


def check(sheet_id, language):
    """A sheet on paper says all that its page says."""
    rules = rules_of(sheet_id)
    zettel = build_rules_zettel(rules, {}, language)
    with translation.override(language):
        pages = look_at(print_zettel(zettel)[0])
    assert len(pages) <= MOST_PAGES
    said = squeezed("".join(page.text for page in pages))
    for row in zettel.map_rows().values():
        for text in (row.name, *row.cells, *row.notes):
            assert squeezed(text) in said, text


@pytest.mark.heavy
def test_the_longest_sheet_fits_on_two_pages():
    check("treffpunkt", "de")


@pytest.mark.heavy
@pytest.mark.parametrize("sheet_id", BUILT_IN)
@pytest.mark.parametrize("language", ["de", "en"])
def test_every_sheet_fits_on_two_pages(sheet_id, language):
    check(sheet_id, language)


def test_whatever_stands_on_it_nothing_is_clipped():
    rows = tuple(RuleRow(f"r{at}", "W" * 80, ("V",), ("12345678901234",), ("&lt;b&gt; " * 30,)) for at in range(20))
    look_at(print_zettel(Zettel("x", "Ö" * 80, "s", "", (), (ZettelSection("contracts", "T", ("Wert",), rows),)))[0])
