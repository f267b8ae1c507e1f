"""The counting help in the browser: it counts like the engine, keeps the entry, and needs no network once open."""

import random

import pytest
from playwright.sync_api import Page, expect

from scoring.engine.hand.counting import PACKS, count_points
from scoring.engine.points import print_points
from tests.scoring.support.phone_driver import Thumb
from tests.scoring.support.tables import NAMES

pytestmark = pytest.mark.heavy

PILE = ".number-pad [data-pile]"  # what is typed there may be counted
OWN, OTHERS, NOW = "[data-counting] [data-own]", "[data-counting] [data-others]", "[data-counting] [data-now]"
# Taps a shuffled pile and tells after every card what the page says.
TAP_ALL = """(ids) => ids.map((id) => {
  document.querySelector(`[data-kind="${id}"] button`).click();
  return document.querySelector("[data-counting] [data-own]").textContent;
})"""


def tap(page: Page, *kinds: str) -> None:
    """Tap on cards."""
    for kind in kinds:
        page.locator(f'[data-kind="{kind}"] button').tap()


def open_counting(phone: Page) -> None:
    """Tap on the counting help of the declarer's points."""
    Thumb(phone).open_pad("points")
    phone.locator(PILE).tap()


def at_points(phone: Page, sheet: str = "treffpunkt", contract: str = "dreier") -> Thumb:
    """A scorekeeper who has tapped a game of Berta's and not yet said how it ended."""
    thumb = Thumb(phone)
    thumb.start(sheet)
    thumb.choose(p0_contract=contract, p0_declarer="1")
    return thumb


@pytest.mark.parametrize("pack", PACKS, ids=lambda pack: pack.id)
def test_the_script_counts_every_pile_as_the_engine_does(phone, pack):
    shuffled = random.Random(pack.id)
    phone.goto(f"/counting/?pack={pack.id}")
    whole = [kind.id for kind in pack.kinds for _card in range(kind.cards)]
    for _pile in range(5):
        pile = shuffled.sample(whole, shuffled.randrange(len(whole) + 1))
        told = phone.evaluate(TAP_ALL, pile)
        counts = [
            count_points(pack, {kind: pile[:at].count(kind) for kind in pile[:at]}) for at in range(1, len(pile) + 1)
        ]
        assert told == [print_points(count) for count in counts if count is not None]
        expect(phone.locator(OTHERS)).to_have_text(print_points(pack.total - (counts[-1] or 0 if counts else 0)))
        phone.locator("[data-again]").tap()
    assert phone.evaluate(TAP_ALL, whole)[-1] == print_points(pack.total)
    expect(phone.locator(NOW)).to_have_text("Alle Karten sind gezählt.")


def test_no_fifth_king_can_be_tapped_and_every_card_can_be_taken_back(phone):
    phone.goto("/counting/?aims=35/2")
    tap(phone, *["king"] * 4)
    for _time in range(2):
        phone.locator('[data-kind="king"] button').tap(force=True)
    expect(phone.locator(OWN)).to_have_text("17/1")
    expect(phone.locator('[data-kind="king"] [data-left]')).to_have_text("0")
    expect(phone.locator(".lagen li")).to_have_text(["5 = 4/1", "5 + 5 + 5 − 2 = 13"])
    phone.locator("[data-undo]").tap()
    expect(phone.locator(OWN)).to_have_text("13")
    phone.locator("[data-again]").tap()
    expect(phone.locator(OWN)).to_have_text("0")
    phone.locator("[data-undo]").tap()  # also what was swept away by mistake
    expect(phone.locator(OWN)).to_have_text("13")


def test_the_page_says_from_which_card_on_it_is_enough(phone):
    phone.goto("/counting/?aims=35/2")
    tap(phone, *["king"] * 4, *["honour"] * 3, "queen", "jack")
    expect(phone.locator(OWN)).to_have_text("35")
    enough = phone.locator("[data-aim='107']").first
    expect(enough).to_be_hidden()  # nine cards that are too few say nothing
    tap(phone, "other", "other")
    expect(phone.locator(OWN)).to_have_text("35/2")
    expect(enough.locator("[data-yes]")).to_be_visible()
    expect(enough.locator("[data-no]")).to_be_hidden()
    phone.locator("[data-again]").tap()
    tap(phone, *["other"] * 27)
    expect(enough.locator("[data-no]")).to_be_visible()


def test_what_was_counted_goes_into_the_entry_and_nothing_of_it_is_lost(phone):
    thumb = at_points(phone)
    open_counting(phone)
    tap(phone, *["king"] * 4, *["honour"] * 3, *["queen"] * 2)
    phone.get_by_role("button", name="Als Punkte der Spielerpartei übernehmen").tap()
    expect(phone.locator("#counting")).to_be_hidden()
    expect(phone.locator("[name=p0-points]")).to_have_value("37")
    expect(phone.locator("[name=p0-points]")).to_be_focused()
    thumb.shows("−5", "+15", "−5", "−5")
    thumb.save()
    assert "37" in (phone.locator(".saved").text_content() or "") or phone.locator(".written tbody").count() == 1


def test_a_pile_of_the_others_leaves_the_rest_with_its_blatt_to_the_declarer(phone):
    thumb = at_points(phone)
    open_counting(phone)
    tap(phone, *["king"] * 4, *["honour"] * 3, "queen", "other")
    phone.get_by_role("button", name="Das ist der Stoß der Gegner").tap()
    expect(phone.locator("[name=p0-points]")).to_have_value("36")
    expect(phone.locator("[name=p0-blatt][value='0']")).to_be_checked()
    open_counting(phone)
    tap(phone, "other")
    phone.get_by_role("button", name="Das ist der Stoß der Gegner").tap()
    expect(phone.locator("[name=p0-points]")).to_have_value("35")
    expect(phone.locator("[name=p0-blatt][value='2']")).to_be_checked()
    thumb.shows("−5", "+15", "−5", "−5")


def test_in_trischaken_a_pile_is_taken_over_for_one_of_the_four_by_name(phone):
    thumb = Thumb(phone)
    thumb.start()
    thumb.count_four()
    phone.locator(PILE).tap()
    tap(phone, "king", "honour", "queen", "queen", "queen", "queen")
    expect(phone.locator("[data-take] button")).to_have_text([f"Übernehmen für {name}" for name in NAMES])
    phone.get_by_role("button", name="Übernehmen für Berta").tap()
    expect(phone.locator("[name=p0-points-1]")).to_have_value("22")


def test_it_works_without_the_network_and_closing_it_changes_nothing(phone, faults):
    faults.expect("ERR_INTERNET_DISCONNECTED|ERR_ABORTED")
    at_points(phone)
    phone.context.set_offline(True)
    open_counting(phone)
    tap(phone, "king", "king", "queen")
    expect(phone.locator(OWN)).to_have_text("12")
    phone.get_by_role("button", name="Schließen").tap()
    expect(phone.locator("#counting")).to_be_hidden()
    expect(phone.locator("[name=p0-points]")).to_have_value("")
    expect(phone.locator("[name=p0-declarer][value='1']")).to_be_checked()


def test_keys_alone_count_a_pile_and_every_card_is_told_to_a_screen_reader(desktop):
    desktop.goto("/counting/")
    desktop.locator('[data-kind="king"] button').focus()
    desktop.keyboard.press("Enter")
    desktop.keyboard.press("Space")
    desktop.keyboard.press("Tab")
    desktop.keyboard.press("Enter")
    expect(desktop.get_by_role("status")).to_have_text("Lage 1: König, König, Sküs, Mond, Pagat (5 + 5 + 5 − 2 = 13)")
    for _time in range(3):
        desktop.locator('[data-kind="king"] button').press("Enter")
    assert desktop.evaluate("document.activeElement.textContent.includes('König')")


def test_with_script_what_was_typed_before_is_there_to_go_on_with(phone):
    phone.goto("/counting/?king=2&queen=1")
    expect(phone.locator(OWN)).to_have_text("12")
    tap(phone, "other")
    expect(phone.locator(OWN)).to_have_text("12/1")
