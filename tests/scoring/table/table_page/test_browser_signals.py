"""A phone beside the cards: it says what was saved, disputed, and that time is up, and vibrates, as it was switched."""

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.scoring.support.phone_driver import Thumb
from tests.support.browser import PATIENCE_MS, PHONE
from tests.support.network import moods

pytestmark = pytest.mark.heavy

# In place of a voice and of what shakes a phone: both are noted.
IN_PLACE_OF_A_VOICE = """
  window.spoken = [];
  window.shaken = [];
  window.SpeechSynthesisUtterance = class { constructor(text) { this.text = text; } };
  const speak = ({ lang, text }) => { if (text) spoken.push(`${lang} ${text}`); };
  Object.defineProperty(window, "speechSynthesis", { value: { speak }, configurable: true });
  Object.defineProperty(navigator, "vibrate", { value: (pattern) => shaken.push(pattern.length), configurable: true });
"""


def choose(page: Page, name: str) -> None:
    """Tap on a switch behind the letters."""
    page.locator(".preferences > summary").tap()
    with page.expect_navigation():
        page.locator(f".preferences [name={name}]").tap()


def hear(page: Page, *sentences: str) -> None:
    """Wait until just these were spoken since the page was opened."""
    page.wait_for_function("(least) => spoken.length >= least", arg=len(sentences), timeout=PATIENCE_MS)
    assert page.evaluate("spoken") == list(sentences)


def feel(page: Page) -> Any:
    """Return the number of parts of each vibration."""
    return page.evaluate("shaken")


@pytest.fixture
def keeper(phone):
    """A phone that writes."""
    phone.add_init_script(IN_PLACE_OF_A_VOICE)
    thumb = Thumb(phone)
    thumb.start()
    return thumb


def save_rufer(thumb):
    thumb.choose(p0_contract="rufer", p0_partner="2", p0_result="won")
    thumb.shows("+1", "−1", "+1", "−1")
    thumb.save()


def test_what_was_saved_is_said_in_the_language_of_the_page_where_somebody_has_switched_it_on(keeper):
    page = keeper.page
    assert page.locator("script[src*=voice]").count() == 0
    choose(page, "voice")
    expect(page.locator("script[src*=voice]")).to_have_count(1)
    save_rufer(keeper)
    hear(page, "de-AT Gespeichert. Anna und Cilli plus eins. Anna gibt.")
    assert feel(page) == [1]
    page.locator("footer .language button").tap()
    expect(page.locator("html")).to_have_attribute("lang", "en")
    keeper.choose(p0_contract="dreier", p0_declarer="0", p0_result="lost")
    keeper.save()
    hear(page, "en-GB Saved. Anna pays five to each, fifteen in all. Berta deals.")


def test_by_itself_a_phone_vibrates_and_does_not_speak_and_either_can_be_switched(keeper):
    page = keeper.page
    save_rufer(keeper)
    page.wait_for_function("() => shaken.length === 1", timeout=PATIENCE_MS)
    assert page.evaluate("spoken") == []
    choose(page, "vibration")
    choose(page, "voice")
    keeper.choose(p0_contract="dreier", p0_declarer="0", p0_result="won")
    keeper.save()
    hear(page, "de-AT Gespeichert. Anna bekommt fünf von jedem, zusammen fünfzehn. Berta gibt.")
    assert feel(page) == []


def test_who_watches_hears_a_hand_and_sees_that_it_is_new(keeper, page_factory):
    wall = page_factory(**PHONE)
    wall.add_init_script(IN_PLACE_OF_A_VOICE)
    wall.goto(keeper.page.url)
    choose(wall, "voice")
    save_rufer(keeper)
    hear(wall, "de-AT Anna und Cilli plus eins. Anna gibt.")
    newest = wall.locator("section.newest")
    expect(newest).to_have_class("saved newest is-new")
    expect(newest).to_contain_text("Rufer · Anna mit Cilli")
    assert feel(wall) == []  # it is nobody's hand there
    keeper.choose(p0_contract="dreier", p0_declarer="0", p0_result="won")
    keeper.save()
    expect(newest).to_contain_text("Dreier")
    expect(wall.locator(".earlier li")).to_have_count(1)
    expect(wall.locator(".earlier")).to_contain_text("Spiel 1 Rufer · Anna mit Cilli")
    parts = wall.locator(".totals, section.newest, .earlier, .watching, #schrift")
    tops = parts.evaluate_all("all => all.map((one) => one.getBoundingClientRect().top)")
    assert len(tops) == 5
    assert tops == sorted(tops)
    expect(newest).not_to_have_class("saved newest is-new", timeout=PATIENCE_MS)


def test_a_dispute_and_the_gong_are_said_and_felt(keeper, page_factory):
    page, other = keeper.page, Thumb(page_factory(**PHONE))
    other.join(keeper)
    choose(page, "voice")
    save_rufer(keeper)
    hear(page, "de-AT Gespeichert. Anna und Cilli plus eins. Anna gibt.")
    asked_for = other.page.locator("form.mark")
    expect(asked_for).to_be_visible()
    asked_for.locator("select").select_option(label="Dora")
    other.tap(asked_for.locator("button[value=disputed]"))
    page.wait_for_function("() => spoken.length === 2", timeout=PATIENCE_MS)
    page.evaluate("document.dispatchEvent(new CustomEvent('gong', { detail: {} }))")
    assert page.evaluate("spoken.slice(1)") == ["de-AT Spiel eins ist strittig.", "de-AT Der Gong: Die Zeit ist um."]
    assert feel(page) == [1, 3, 5]


def test_without_the_network_a_hand_is_saved_on_the_phone(inn_phone, network):
    inn_phone.add_init_script(IN_PLACE_OF_A_VOICE)
    thumb = Thumb(inn_phone)
    thumb.start()
    choose(inn_phone, "voice")
    network.mood = moods.OFF
    thumb.choose(p0_contract="dreier", p0_declarer="0", p0_result="won")
    thumb.tap(inn_phone.locator("#save"))
    hear(inn_phone, "de-AT Gespeichert auf dem Handy.")
    network.mood = moods.GOOD
    hear(
        inn_phone,
        "de-AT Gespeichert auf dem Handy.",
        "de-AT Gespeichert. Anna bekommt fünf von jedem, zusammen fünfzehn. Anna gibt.",
    )
