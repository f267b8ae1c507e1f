"""States of the pages of rules and of the counting help: open to everybody."""

from playwright.sync_api import Page

from tests.support.states.state import PLAYER, VISITOR, State

SHEETS = ("skoty", "skoty-trophy", "steindl", "zwanzigerrufen", "karlsruhe", "treffpunkt")
PAPERS = ("standard", "steindl", "karlsruhe", "treffpunkt")


def _count_pile(page: Page) -> None:
    """A pile with a Lage and a half."""
    for kind in range(4):
        page.locator("[data-kind] button, button[data-kind]").nth(kind).click()


THE_RULES = (
    State("sheets", VISITOR, "/sheets/"),
    State("game-words", VISITOR, "/words/?word=contract-bettler"),
    State("sheet-standard", VISITOR, "/sheets/standard/"),
    *(State(f"sheet-{sheet}", VISITOR, f"/sheets/{sheet}/", pictured=False) for sheet in SHEETS),
    State("sheet-examples", VISITOR, "/sheets/treffpunkt/examples/"),
    State("sheet-examples-refused", VISITOR, "/sheets/karlsruhe/examples/?game=-", pictured=False),
    State("sheet-examples-beside", VISITOR, "/sheets/treffpunkt/examples/?with=standard"),
    State("sheet-paper", VISITOR, "/sheets/zwanzigerrufen/paper/"),
    *(State(f"paper-of-{sheet}", VISITOR, f"/sheets/{sheet}/paper/", pictured=False) for sheet in PAPERS),
    State("two-sheets", VISITOR, "/sheets/treffpunkt/standard/"),
    State("rules", PLAYER, "/tables/{demo}/rules/"),
    State("rules-beside", PLAYER, "/tables/{demo}/rules/?with=karlsruhe", pictured=False),
    State("counting", VISITOR, "/counting/", _count_pile),
    State("counting-40", VISITOR, "/counting/?pack=40", _count_pile, pictured=False),
)
