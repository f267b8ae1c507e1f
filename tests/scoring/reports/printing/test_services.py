"""The Speiszettel and empty written sheets on paper: everything that the house rules know has its place."""

import itertools
from collections import Counter
from io import BytesIO

import pdfplumber
import pytest
from django.utils import translation
from hypothesis import given
from hypothesis import strategies as st

from scoring.engine.house_rules.library import BUILT_IN
from scoring.reports.printing.services import (
    MOST_HANDS,
    BlankField,
    BlankPlayer,
    BlankSheet,
    build_legend,
    print_zettel,
    render_blank_sheets,
    split_pages,
)
from scoring.sheets.house_rules.short_names import build_short_names
from scoring.sheets.house_rules.speiszettel.build import build_rules_zettel
from scoring.sheets.house_rules.speiszettel.play import arrange_for_paper
from scoring.sheets.house_rules.speiszettel.sections import RuleRow, Zettel, ZettelSection
from tests.scoring.engine.support.built_in import rules_of, sheet_of
from tests.support.pdf import look_at

HOSTILE = ("W" * 80, "<b>fett</b>", "Huber &amp; Söhne", "Ana 😀 Nowak", "محمد علي", "e\u0301\u0323\u0308 Kombinierer")


def blank(sheet_id, players=4, hands=16, language="de", names=HOSTILE):
    """An empty sheet with these names."""
    rules = rules_of(sheet_id)
    legend = build_legend(rules.build_sheet(), build_rules_zettel(rules, {}, language))
    seats = tuple(BlankPlayer(number, names[number - 1]) for number in range(1, players + 1))
    fields = (
        BlankField("Datum", "6. Jänner 2026"),
        BlankField("Punkt", "0,10 €"),
        BlankField("Erster Geber"),
        BlankField("Ende"),
    )
    return BlankSheet("W" * 80, "500", fields, seats, hands, legend, below=("Platzpunkte",))


def test_a_sheet_has_all_games_and_premiums_by_the_short_names_of_quick_entry():
    sheet = sheet_of("treffpunkt")
    [page] = look_at(render_blank_sheets([blank("treffpunkt")], "x", {}))
    for game in sheet.contracts.values():
        assert game.name in page.text
    codes = build_short_names(sheet)
    for code in (*codes.contracts.codes, *codes.premiums.codes):
        assert code in page.text


def test_names_stand_as_they_are_written():
    [page] = look_at(render_blank_sheets([blank("treffpunkt", 5, 15)], "x", {}))
    assert "<b>fett</b>" in page.text
    assert "&amp;" in page.text
    assert "WWWW" in page.text


@given(st.integers(1, MOST_HANDS), st.integers(4, 6), st.booleans())
def test_every_hand_has_one_line_and_pages_end_with_a_round_of_deals(hands, players, doubles):
    pages = list(split_pages(hands, players, players * doubles))
    assert list(itertools.chain(*pages)) == list(range(1, hands + players * doubles + 1))
    assert all(page[-1] % players == 0 for page in pages[:-1])
    assert all(len(page) <= 25 for page in pages)


def test_a_table_of_five_has_its_twenty_hands_and_its_double_round_on_one_page():
    assert list(split_pages(20, 5)) == [range(1, 21)]
    assert list(split_pages(20, 5, 5)) == [range(1, 26)]
    assert len(list(split_pages(24, 6, 6))) == 2


def test_the_same_sheet_is_the_same_file():
    assert render_blank_sheets([blank("karlsruhe")], "x", {}) == render_blank_sheets([blank("karlsruhe")], "x", {})


@pytest.mark.heavy
@pytest.mark.parametrize("sheet_id", BUILT_IN)
@pytest.mark.parametrize(
    ("language", "sizes"), [("de", ((4, 16), (5, 25), (6, 18), (4, 64))), ("en", ((4, 24), (5, 20), (6, 24)))]
)
def test_nothing_is_clipped_on_any_sheet(sheet_id, language, sizes):
    for players, hands in sizes:
        with translation.override(language):
            pages = look_at(render_blank_sheets([blank(sheet_id, players, hands, language)], "x", {}))
        assert len(pages) == len(list(split_pages(hands, players)))


MOST_PAGES, LEAST_SIZE = 2, 8.0
MANY = 500  # letters; the foot, which says how the rules are known, has fewer


def measure_text(content):
    """The least size in which much is said on a paper."""
    with pdfplumber.open(BytesIO(content)) as pdf:
        sizes = Counter(round(letter["size"], 2) for page in pdf.pages for letter in page.chars)
    return min(size for size, count in sizes.items() if count > MANY)


def squeezed(text):
    """Without spaces and hyphens: lines are broken elsewhere on paper."""
    return "".join(text.replace("-", "").replace("\xad", "").split())


def is_said(text, pages):
    """Return True if a page says it, or one begins it and the next one goes on below its head."""
    words = squeezed(text)
    if any(words in page for page in pages):
        return True
    halves = [(words[:at], words[at:]) for at in range(1, len(words))]
    return any(first in page and rest in after for page, after in itertools.pairwise(pages) for first, rest in halves)


def check(sheet_id, language):
    """A sheet on paper says in letters of a size to read what its page says, but for what is folded there."""
    rules = rules_of(sheet_id)
    zettel = build_rules_zettel(rules, {}, language)
    with translation.override(language):
        content, _name = print_zettel(zettel)
    pages = look_at(content)
    assert len(pages) <= MOST_PAGES
    assert measure_text(content) >= LEAST_SIZE
    said = [squeezed(page.text) for page in pages]
    for row in arrange_for_paper(zettel, language).map_rows().values():
        for text in (row.name, *row.cells, *row.notes):
            assert is_said(text, said), text
    rows = [row for row in zettel.map_rows().values() if not row.anchor.startswith("reminder-")]
    assert not [text for row in rows for text in row.folded if is_said(text, said)]


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
