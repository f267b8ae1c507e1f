"""The sheet of Upper Austria typed in the editor from the standard rules: taps and pages; a hand tried on a phone."""

import tomllib

import pytest
from playwright.sync_api import Page, expect

from scoring.engine.house_rules.library import load_built_in
from scoring.engine.house_rules.loader import Rules, is_same_with_options
from scoring.engine.house_rules.schema import lay_over
from scoring.sheets.own_sheets.draft import build_rules, write_file
from tests.support.signed_in import let_in

pytestmark = pytest.mark.heavy
MOST_TAPS, MOST_PAGES = 80, 12
# Counts what the browser sees: a choice in a list is one more tap than the one that opens it.
COUNTER = """
if (location.origin !== "null") {
  const add = (name) => { localStorage[name] = Number(localStorage[name] || 0) + 1; };
  add("pages");
  addEventListener("pointerdown", () => add("taps"), true);
  addEventListener("keydown", () => add("keys"), true);
  addEventListener("change", ({ target }) => target.matches("select") && add("taps"), true);
}
"""
VALUES = {
    "trischaken": 1, "besserrufer": 1, "bettler": 2, "farbendreier": 3, "dreier": 4, "farbensolo": 6,
    "piccolo_ouvert": 6, "bettler_ouvert": 7, "solodreier": 8,
}  # fmt: skip
GONE = (
    "zwiccolo_semi_ouvert", "piccolo_semi_ouvert", "bettler_semi_ouvert", "farbeneiner", "einer", "solobesser",
    "zwiccolo_ouvert",
)  # fmt: skip
NEGATIVE = "groups/negativspiele"
# What no page asks for: it is said in the sheet as text.
RARE = {
    "premiums": {
        "valat": {
            "multiplies": ["game"],
            "beside": ["game", "announced"],
            "beside_lost": ["game", "announced"],
        },
    },
    "contracts": {"solorufer": {"king_lies": ["all"]}},
    "groups": {"farbspiele": {"defence_kontra": {"valat": "never"}}},
}
# The cases of Trischaken by their rows: what the players get or pay.
CASES = {4: "-6 2 2 2", 5: "-1 -1 -1 3", 6: "-6 2 2 2", 7: "-2 -2 2 2", 10: "-4 0 2 2"}


class Typist:
    """Somebody at the editor on a phone, who taps a field and types."""

    def __init__(self, page: Page) -> None:
        self.page = page

    def type(self, name: str, *texts: str) -> None:
        """Type into a field, and into those behind it; "" empties one."""
        self.page.locator(f'[name="{name}"]').tap()
        for number, text in enumerate(texts):
            if number:
                self.page.keyboard.press("Tab")
            if text:
                self.page.keyboard.type(text)
            else:
                self.page.keyboard.press("Backspace")

    def tick(self, name: str, word: str = "on") -> None:
        box = self.page.locator(f'label:has([name="{name}"])')
        (box if word == "on" else self.page.locator(f'label:has([name="{name}"][value="{word}"])')).tap()

    def choose(self, name: str, value: str) -> None:
        field = self.page.locator(f'select[name="{name}"]')
        field.tap()
        field.select_option(value)

    def unfold(self, key: str, at: int = 0) -> None:
        """Unfold the field of a key, or the part that has it."""
        self.page.locator(f'[id="{key}"] summary').nth(at).tap()

    def press(self, name: str) -> None:
        with self.page.expect_navigation():
            self.page.get_by_role("button", name=name, exact=True).and_(self.page.locator(":not(.unseen)")).first.tap()


def type_values(typist: Typist) -> None:
    typist.page.get_by_role("link", name="Alle Werte", exact=True).tap()
    for name, value in VALUES.items():
        typist.type(f"contracts/{name}-value", str(value))
    for name in GONE:
        typist.type(f"contracts/{name}-value", "")
    typist.type("premiums/mondfang-silent", "", "")
    typist.type("premiums/sack_1-announced", "")
    typist.type("premiums/sack_2-announced", "")
    typist.type("premiums/valat-silent", "x4", "x8")
    typist.press("Übernehmen")


def type_rare_rules(typist: Typist) -> None:
    typist.page.get_by_role("link", name="Als Text oder Datei").tap()
    text = typist.page.locator("#text")
    text.tap()
    text.fill(write_file(lay_over(tomllib.loads(text.input_value()), RARE)))
    typist.press("Anschauen")
    expect(typist.page.get_by_text("Solorufer: Kontra gilt nicht, wenn der König im Talon lag")).to_be_visible()
    typist.press("Übernehmen")


def type_rules(typist: Typist) -> None:
    typist.page.get_by_role("link", name="Alle übrigen Regeln").tap()
    for part in ("sheet", "trischaken", "kontra", "radl", "points", "settle", "renonce", "pagatkassa", NEGATIVE):
        typist.unfold(part)
    typist.type("sheet-point", "0,10")
    typist.choose("sheet-hoch", "")
    typist.type("trischaken-jungfrauen", "2")
    for row, places in CASES.items():
        if row == 10:
            typist.unfold("trischaken-pays", row)
            typist.tick(f"trischaken-pays.{row}.when", "jungfrauen_2")
        typist.type(f"trischaken-pays.{row}.0", *places.split())
    expect(typist.page.locator('[id="id_trischaken-pays.10.when-pays"]')).to_have_text("zahlt: −4 · 0 · +2 · +2")
    expect(typist.page.locator('[id="id_trischaken-pays.10.when-case"]')).to_have_text("Zwei Jungfrauen")
    typist.choose("kontra-written", "1")
    typist.unfold("radl-after")
    for row in range(3):
        typist.choose(f"radl-after.{row}.name", "")
    typist.tick("points-rounded")
    typist.unfold("settle-silent_lost")
    typist.tick("settle-silent_lost", "-")
    typist.page.locator('[id="renonce"] .further > summary').tap()
    typist.choose("renonce-bird", "pagat")
    typist.choose("pagatkassa-version", "")
    typist.page.locator('[id="groups/negativspiele"] .further > summary').tap()
    typist.unfold("groups/negativspiele-bei")
    typist.tick("groups/negativspiele-bei", "-")
    typist.press("Übernehmen")


def drop_options(typist: Typist) -> None:
    typist.page.get_by_role("link", name="Übernommene Sätze").tap()
    typist.tick("options/negative_kontra")
    typist.press("Übernehmen")


def download_rules(page: Page, url: str) -> Rules:
    text = page.request.get(f"{url}/sheets/tarockrunde-zur-linde/sheet.toml").text()
    return build_rules(tomllib.loads(text))


def test_upper_austria_is_typed_with_few_taps_and_pages(phone, served):
    let_in(phone.context, served.url)
    phone.context.add_init_script(COUNTER)
    typist = Typist(phone)
    phone.goto("/own-sheets/")
    typist.type("name", "Tarockrunde zur Linde")
    typist.choose("taken_from", "standard")
    typist.press("Anlegen")
    for step in (type_values, type_rare_rules, type_rules, drop_options):
        step(typist)
    typist.press("Speichern: ab jetzt kann man danach spielen")
    counts = {name: phone.evaluate(f"Number(localStorage.{name})") for name in ("taps", "pages", "keys")}
    built_in = load_built_in("oberoesterreich_2023")
    assert built_in is not None
    assert is_same_with_options(download_rules(phone, served.url), built_in)
    print(counts)
    assert counts["taps"] <= MOST_TAPS
    assert counts["pages"] <= MOST_PAGES


CHOICES = ({"p0-contract": "dreier", "p0-declarer": "1", "p0-result": "lost"}).items()


def test_what_a_hand_would_pay_appears_while_it_is_tapped_in(phone, served):
    let_in(phone.context, served.url)
    phone.goto("/own-sheets/")
    phone.locator("#name").fill("Zum Probieren")
    phone.get_by_role("button", name="Anlegen").tap()
    phone.get_by_role("link", name="Spiele zum Probieren").tap()
    phone.get_by_role("link", name="Ein Spiel eintippen").tap()
    for name, value in CHOICES:
        phone.locator(f'label:has(input[name="{name}"][value="{value}"])').first.tap()
    expect(phone.locator("#preview")).to_contain_text("−15")
    phone.locator("#save").tap()
    expect(phone.get_by_text("So soll es zahlen")).to_be_visible()
    expect(phone.locator("#preview")).to_contain_text("−15")
