"""States of the editor of a club's own house rules."""

from tests.support.states.state import SECRETARY, State

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
