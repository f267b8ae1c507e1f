"""The entry page on one kontra beside a Valat, a king in the talon, claims and 35 : 35."""

import pytest
from django.template.loader import render_to_string

from scoring.engine.evening.state import begin
from scoring.engine.house_rules.library import BUILT_IN
from scoring.table.entry.page import EntryPage, build_entry_page
from scoring.table.entry.script_data import PREMIUMS, find_motif
from tarockclub.templatetags.icons import read_icons
from tests.scoring.engine.support.built_in import sheet_of
from tests.scoring.support.tables import NAMES

FOREHAND = 0
VALAT = {"p0-contract": "solo", "p0-declarer": "0", "prem-valat-declarer": "announced"}


def page_of(sheet: str, posted: dict[str, str] | None = None, **options: bool) -> EntryPage:
    return build_entry_page(sheet_of(sheet, **options), NAMES, begin(4, FOREHAND), posted or {}, "de")


def game_html(page: EntryPage) -> str:
    """The fields of the first game as the server renders them."""
    return render_to_string("scoring/table/entry/_play.html", {"play": page.plays[0], "at": "0", "entry": page})


def slot_html(page: EntryPage, premium: str) -> str:
    row = next(row for row in page.premiums if row.premium.id == premium)
    return render_to_string("scoring/table/entry/_slot.html", {"row": row, "slot": row.slots[0], "first": True})


@pytest.mark.parametrize(
    ("sheet", "more", "hidden"),
    [
        ("zwanzigerrufen", {}, True),
        ("zwanzigerrufen", {"p0-kontra": "1"}, True),
        ("zwanzigerrufen", {"p0-kontra": "2"}, False),  # it has to be taken away there
        ("zwanzigerrufen", {"prem-valat-declarer": "silent"}, False),
        ("standard", {}, False),
    ],
)
def test_beside_an_announced_valat_there_is_no_kontra_field_on_the_game_where_it_takes_the_one(sheet, more, hidden):
    page = page_of(sheet, VALAT | more)
    assert ('<details data-part="kontra" hidden>' in game_html(page)) == hidden


def test_the_one_field_is_named_kontra_auf_den_valat():
    assert "Kontra auf den Valat" in slot_html(page_of("zwanzigerrufen", VALAT), "valat")
    assert "Kontra auf den" not in slot_html(page_of("standard"), "valat")


def test_where_kontra_is_paid_in_coins_there_is_no_field_for_one():
    page = page_of("wien_2020")
    assert '<details data-part="kontra" hidden>' in game_html(page)
    assert 'data-part="premium-kontra"' not in "".join(slot_html(page, row.premium.id) for row in page.premiums)


@pytest.mark.parametrize(
    ("sheet", "partner", "said"),
    [("treffpunkt", "talon", True), ("treffpunkt", "2", False), ("standard", "talon", False)],
)
def test_with_the_king_in_the_talon_it_says_that_no_kontra_counts_where_none_does(sheet, partner, said):
    page = page_of(sheet, {"p0-contract": "solorufer", "p0-declarer": "0", "p0-partner": partner})
    for html in (game_html(page), slot_html(page, "trull")):
        assert "es zählt kein Kontra" in html
        assert (' data-part="no-kontra">' in html) == said


@pytest.mark.parametrize(("sheet", "fields"), [("standard", 4), ("skoty-trophy", 4), ("steindl", 0), ("karlsruhe", 0)])
def test_claims_are_asked_where_the_sheet_knows_them(sheet, fields):
    assert len(page_of(sheet).claims) == fields


def test_what_the_sheet_writes_as_35_is_said_beside_the_box():
    assert page_of("standard").nearly_half == ("34/2", "35/1")
    assert page_of("treffpunkt").nearly_half == ()


@pytest.mark.parametrize("sheet_id", BUILT_IN)
def test_each_game_and_premium_has_a_sign_that_is_drawn(sheet_id):
    signs = {find_motif(contract) for contract in sheet_of(sheet_id).contracts.values()}
    assert signs | set(PREMIUMS.values()) <= set(read_icons())
