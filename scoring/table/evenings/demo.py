"""A made-up evening under the Treffpunkt rules, entered hand by hand through the ledger by `manage.py demo`."""

from typing import Any

from scoring.book.ledger.entries import Outcome
from scoring.book.ledger.services import record_hand
from scoring.models import GameTable
from scoring.table.corrections.services import strike_last_deal
from scoring.table.evenings.services import EveningStart, start_evening

START_KEY = "demo-evening"
EVENING = EveningStart(names=("Anna", "Berta", "Cäsar", "Dora"), sheet="treffpunkt", options={}, first_forehand=0)


def _build_play(contract: str, declarer: int, **details: Any) -> dict[str, Any]:
    return {"contract": contract, "declarer": declarer, **details}


def _build_premium(premium: str, side: str = "declarer", **details: Any) -> dict[str, Any]:
    return {"premium": premium, "side": side, **details}


# The forehand moves on by one seat each hand, beginning with Anna (seat 0).
HANDS: tuple[dict[str, Any], ...] = (
    {"plays": [_build_play("rufer", 0, partner=2, result="won")], "premiums": [_build_premium("pagat")]},
    {"plays": [_build_play("dreier", 3, points="41/2")], "premiums": [_build_premium("trull")]},
    {
        "plays": [_build_play("besserrufer", 2, partner=1, points="33/1", kontra=2, kontra_by=0)],
        "premiums": [_build_premium("uhu", announced=True), _build_premium("mondfang", "defence")],
    },
    {"plays": [_build_play("trischaken", 3, points=["14/1", "30/2", "25", "0"])]},
    {"plays": [_build_play("solorufer", 1, partner=3, result="won")], "premiums": [_build_premium("koenig_ultimo")]},
    {"plays": [_build_play("piccolo", 2, result="won", kontra={"3": 2})]},
    {"plays": [_build_play("rufer", 2, king_in_talon=True, result="conceded")]},
    {
        "plays": [_build_play("einer", 0, result="lost", kontra=2, kontra_by=3)],
        "premiums": [_build_premium("pagat", announced=True, won=False)],
    },
    {"plays": [_build_play("sechserdreier", 0, points="38")]},
    {"plays": [_build_play("bettler_ouvert", 1, tricks=0)]},
    {
        "plays": [_build_play("rufer", 2, partner=3, result="won")],
        "premiums": [
            _build_premium("sack_1", announced=True),
            _build_premium("koenige", "defence", announced=True, won=False),
        ],
    },
    {"plays": [_build_play("piccolo", 0, result="won"), _build_play("zwiccolo", 2, result="lost")]},
)
LAST = {"plays": [_build_play("farbensolo", 1, result="won")]}
SLIP = {"plays": [_build_play("rufer", 0, partner=3, result="lost")]}  # entered by mistake and struck out


def create_demo_evening() -> GameTable:
    """Start the evening and enter its hands; repeating it changes nothing."""
    table = GameTable.objects.filter(start_key=START_KEY).first() or start_evening(START_KEY, EVENING)
    previous = ""
    for number, hand in enumerate(HANDS):
        previous = _save_demo_hand(table, f"demo-{number}", previous, hand)
    _save_demo_hand(table, "demo-slip", previous, SLIP)
    strike_last_deal(table, "demo-strike", "demo-slip", "Falscher Partner angetippt")
    _save_demo_hand(table, "demo-last", previous, LAST)
    return table


def _save_demo_hand(table: GameTable, key: str, previous: str, hand: dict[str, Any]) -> str:
    written = record_hand(table.slug, key, previous, hand)
    if written.outcome is not Outcome.SAVED:
        raise ValueError(f"{key}: {written.outcome} {written.problems}")
    return key
