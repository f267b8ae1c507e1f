"""The taps that a hand takes, from the empty form until it is saved, on a small phone, without scrolling by hand."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, expect

from scoring.engine.hand.trischaken_ending import Ending, list_endings
from scoring.engine.house_rules.library import BUILT_IN, load_built_in
from tests.scoring.engine.support.built_in import rules_of
from tests.scoring.support.phone_driver import Thumb
from tests.scoring.support.surface import find_control, find_controls

pytestmark = pytest.mark.heavy

PLAIN, BIRD, EVERYBODY, WHO_LOST = 5, 10, 12, 4  # the most taps, digits not counted
BIRD_GAMES = {"steindl": "pagatrufer"}


def sheets_with(contract: str) -> list[str]:
    """The sheets that have a game."""
    found = {sheet_id: load_built_in(sheet_id) for sheet_id in BUILT_IN}
    return [
        sheet_id for sheet_id, rules in found.items() if rules is not None and contract in rules.build_sheet().contracts
    ]


def open_forms(phone: Page, *sheets: str) -> Iterator[tuple[str, Thumb]]:
    """A thumb over the empty form of a new table of each sheet, one after the other."""
    for sheet in sheets:
        thumb = Thumb(phone)
        thumb.start(sheet)
        yield sheet, thumb


def touch_all(thumb: Thumb, *fields: tuple[str, str]) -> None:
    """Tap one card after the other where it lies."""
    for name, value in fields:
        for control in find_controls(thumb.page, name, value):
            thumb.touch(control)


def save(thumb: Thumb) -> None:
    """Tap on the button, with the amounts in sight."""
    expect(thumb.page.locator(".totals .pays:is(.won, .lost)").first).to_be_visible()
    thumb.touch(thumb.page.locator("#save"))
    thumb.page.wait_for_url("**/?saved=*")


def test_a_plain_game_with_a_partner_takes_five_taps_and_no_scrolling_on_every_sheet(phone):
    assert sorted([*sheets_with("rufer"), *sheets_with("normalspiel")]) == sorted(BUILT_IN)
    for sheet, thumb in open_forms(phone, *BUILT_IN):
        plain_games(phone, thumb, sheet)


def plain_games(phone: Page, thumb: Thumb, sheet: str) -> None:
    """Two games with a partner, the second below what the first has paid."""
    rules = rules_of(sheet)
    game = rules.build_sheet().contracts["rufer" if "rufer" in rules.build_sheet().contracts else "normalspiel"]
    declarer = [] if game.by == "forehand" else [("p0-declarer", "0")]
    hand = [("p0-contract", game.id), *declarer, ("p0-partner", "2"), ("p0-result", "won")]
    for number in (1, 2):
        thumb.taps = 0
        touch_all(thumb, *hand if number == 1 else [*hand[:-2], ("p0-partner", "3"), hand[-1]])
        save(thumb)
        assert thumb.taps <= PLAIN
    expect(phone.locator(".written .remark")).to_have_count(2)


def test_a_bird_game_with_the_pagat_announced_lost_and_doubled_takes_ten_taps(phone):
    for sheet, thumb in open_forms(phone, *sheets_with("besserrufer"), *BIRD_GAMES):
        bird_game(phone, thumb, sheet)


def bird_game(phone: Page, thumb: Thumb, sheet: str) -> None:
    """Besserrufer or Pagatrufer won, the Pagat lost with a kontra."""
    game = BIRD_GAMES.get(sheet, "besserrufer")
    touch_all(thumb, ("p0-contract", game), ("p0-declarer", "1"), ("p0-partner", "3"))  # it counts as won
    if game == "besserrufer":
        touch_all(thumb, ("prem-pagat-declarer", "announced"))
    thumb.choose(prem_pagat_declarer_lost="on")
    thumb.tap(find_control(phone, "prem-pagat-declarer-kontra", "2"))
    save(thumb)
    assert thumb.taps <= BIRD
    expect(phone.locator(".written .remark").first).to_contain_text("Pagat")
    # With the kontra on the game as well, which is folded, it is as many as may be.
    assert thumb.taps + 2 <= BIRD


def test_trischaken_takes_twelve_taps_and_the_digits_of_three_players(phone):
    for _sheet, thumb in open_forms(phone, *sheets_with("trischaken")):
        everybody_for_himself(phone, thumb)


def everybody_for_himself(phone: Page, thumb: Thumb) -> None:
    """A Trischaken in which three have Blätter too."""
    touch_all(thumb, ("p0-contract", "trischaken"))
    thumb.unfold('[data-part="count-four"]')
    for seat, (whole, blatt) in enumerate((("20", "1"), ("14", "2"), ("25", "1"))):
        thumb.tap(phone.locator(f"[name=p0-points-{seat}]"))
        phone.keyboard.type(whole)
        thumb.tap(find_control(phone, f"p0-blatt-{seat}", blatt))
    expect(phone.locator("[name=p0-points-3]")).to_have_value("9")
    expect(phone.locator("[name=p0-blatt-3]:checked")).to_have_value("2")
    save(thumb)
    assert thumb.taps <= EVERYBODY


def test_trischaken_by_who_lost_takes_three_or_four_taps(phone):
    for sheet, thumb in open_forms(phone, *sheets_with("trischaken")):
        rules = rules_of(sheet)
        alone = Ending((1,)) in list_endings(rules.build_sheet(), 0)
        losers = ("1",) if alone else ("1", "3")
        touch_all(thumb, ("p0-contract", "trischaken"), *((f"p0-loser-{seat}", seat) for seat in losers))
        save(thumb)
        assert thumb.taps == 2 + len(losers) <= WHO_LOST
        expect(phone.locator(".written .remark").first).to_contain_text(
            rules.build_sheet().contracts["trischaken"].name
        )


def test_the_same_game_once_more_takes_one_tap_and_what_belongs_to_the_deal(phone):
    _sheet, thumb = next(open_forms(phone, "treffpunkt"))
    bird = (("p0-contract", "besserrufer"), ("p0-declarer", "1"), ("p0-partner", "3"), ("p0-result", "won"))
    touch_all(thumb, *bird, ("prem-pagat-declarer", "announced"))
    thumb.tap(find_control(phone, "prem-pagat-declarer-kontra", "2"))
    save(thumb)
    thumb.taps = 0
    thumb.touch(phone.locator(".same a"))
    for name, value in (("contract", "besserrufer"), ("declarer", "1")):
        expect(phone.locator(f'[name="p0-{name}"]:checked')).to_have_value(value)
    expect(phone.locator('[name="p0-partner"]:checked, [name="p0-result"]:checked')).to_have_count(0)
    expect(phone.locator(".same")).to_be_hidden()
    touch_all(thumb, ("p0-partner", "2"), ("p0-result", "lost"))
    save(thumb)
    assert thumb.taps == 4
    remarks = phone.locator(".written .remark")
    expect(remarks).to_have_count(2)
    for remark in remarks.all():
        expect(remark).to_contain_text("Pagat angesagt (Kontra)")


def test_a_blank_rufer_is_one_tap_that_takes_kontra_and_premiums_away(phone):
    _sheet, thumb = next(open_forms(phone, "steindl"))
    touch_all(thumb, ("p0-contract", "rufer"), ("p0-partner", "2"))
    expect(phone.locator(".premium-strip")).to_be_visible()
    thumb.touch(find_control(phone, "p0-result", "blank"))
    for gone in (".premium-strip", ".game > .kontra", ".chip.count"):
        expect(phone.locator(gone)).to_be_hidden()
    thumb.shows("−1", "+1", "+1", "−1")  # Hoch deals, so the second player is forehand
    save(thumb)
    assert thumb.taps <= PLAIN
    thumb.touch(find_control(phone, "p0-contract", "solorufer"))
    expect(find_control(phone, "p0-result", "blank")).to_be_hidden()
