"""States of the pages of house rules, and of a club's own ones."""

from playwright.sync_api import Page

from tests.support.states.state import PLAYER, SECRETARY, VISITOR, State

SHEETS = ("skoty", "skoty-trophy", "steindl", "zwanzigerrufen", "karlsruhe", "treffpunkt")
PAPERS = ("standard", "steindl", "karlsruhe", "treffpunkt")


def _count_pile(page: Page) -> None:
    """A pile with a Lage and a half."""
    for kind in range(4):
        page.locator("[data-kind] button, button[data-kind]").nth(kind).click()


THE_RULES = (
    State("sheets", VISITOR, "/sheets/"),
    State("game-words", VISITOR, "/words/"),
    State("game-word", VISITOR, "/words/premium-pagat/"),
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


ADLER = "/own-sheets/beim-adler/"
OWN_SHEETS = (
    State("own-sheets", SECRETARY, "/own-sheets/"),
    State("rules-exchange", SECRETARY, "/exchange/"),
    State("own-sheet", SECRETARY, ADLER),
    State("own-sheet-values", SECRETARY, f"{ADLER}values/"),
    State("own-sheet-values-of-option", SECRETARY, f"{ADLER}values/?option=teurer_dreier", pictured=False),
    State("own-sheet-rules", SECRETARY, f"{ADLER}rules/?open=radl"),
    State("own-sheet-trischaken", SECRETARY, f"{ADLER}rules/?open=trischaken", pictured=False),
    State("own-sheet-option", SECRETARY, f"{ADLER}rules/?open=options/teurer_dreier", pictured=False),
    State("own-sheet-rules-of-option", SECRETARY, f"{ADLER}rules/?option=teurer_dreier", pictured=False),
    State("own-sheet-contradiction", SECRETARY, "/own-sheets/im-keller/values/"),
    State("own-sheet-order", SECRETARY, f"{ADLER}order/"),
    State("own-sheet-sentences", SECRETARY, "/own-sheets/im-keller/sentences/"),
    State("own-sheet-text", SECRETARY, f"{ADLER}text/"),
    State("own-sheet-version", SECRETARY, "/sheets/beim-adler@1/", pictured=False),
    State("own-sheet-versions", SECRETARY, "/sheets/beim-adler@1/treffpunkt/", pictured=False),
    State("own-sheet-differences", SECRETARY, f"{ADLER}differences/", pictured=False),
    State("own-sheet-try", SECRETARY, f"{ADLER}try/"),
    State("own-sheet-uncovered", SECRETARY, f"{ADLER}try/uncovered/"),
    State("own-sheet-hand", SECRETARY, f"{ADLER}try/hand/", pictured=False),
)
