"""A whole evening with the engine: `python -m tarock_engine.example`."""

import sys

from tarock_engine import (
    SheetError,
    begin_evening,
    describe_errors,
    explain_hand,
    list_examples,
    list_sheets,
    load_sheet,
    play_hand,
    read_sheet,
    score_hand,
    settle_evening,
)

PLAYERS = ("Anna", "Bert", "Cilli", "Dora")
HANDS = (
    {"plays": [{"contract": "rufer", "declarer": 0, "partner": 2, "points": "46"}]},
    {"plays": [{"contract": "dreier", "declarer": 1, "points": "33", "kontra": 2}]},
    {"void": True},
    {
        "plays": [{"contract": "rufer", "declarer": 2, "partner": 0, "points": "38/1"}],
        "premiums": [{"premium": "pagat", "side": "declarer", "announced": True}],
    },
)
OWN_RULES = """
id = "ours"
extends = "treffpunkt"
source = "our club"

[contracts.rufer]
value = 7
"""


def main() -> int:
    """Play an evening, settle it, and read house rules of one's own."""
    rules = load_sheet("treffpunkt")
    print(explain_hand(HANDS[0], rules, "en"))
    evening = begin_evening(len(PLAYERS))
    for hand in HANDS:
        answer, evening = play_hand(evening, hand, rules, "en")
        print(answer["totals"])
    settlement = settle_evening(evening, cents=10)
    for payment in settlement.payments:
        print(f"{PLAYERS[payment.payer]} pays {PLAYERS[payment.getter]} {payment.amount / 100:.2f}")

    print(score_hand(HANDS[0], read_sheet(OWN_RULES))["payouts"])
    try:
        read_sheet(OWN_RULES.replace("value = 7", "valu = 7"))
    except SheetError as error:
        print("\n".join(describe_errors(error, "en")))

    # Every sheet brings hands with what they pay, worked out by people.
    wrong = 0
    for sheet_id in list_sheets():
        for example in list_examples(sheet_id):
            payouts = score_hand(example.record, load_sheet(sheet_id)).get("payouts")
            wrong += payouts != (None if example.payouts is None else list(example.payouts))
        print(f"{sheet_id}: {len(list_examples(sheet_id))} examples")
    print(f"{wrong} examples pay something else")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
