"""A made-up evening under the Treffpunkt rules: what `manage.py demo` enters, hand by hand, through the one writer."""

from typing import Any

from scoring.corrections.services import strike_last
from scoring.evenings.services import NewEvening, start_evening
from scoring.ledger.entries import Outcome
from scoring.ledger.services import record_hand
from scoring.models import GameTable

START_KEY = "demo-evening"
EVENING = NewEvening(names=("Anna", "Berta", "Cäsar", "Dora"), sheet="treffpunkt", options={}, first_forehand=0)


def _play(contract: str, declarer: int, **more: Any) -> dict[str, Any]:
    return {"contract": contract, "declarer": declarer, **more}


def _premium(premium: str, side: str = "declarer", **more: Any) -> dict[str, Any]:
    return {"premium": premium, "side": side, **more}


# The forehand moves on by one seat each hand, beginning with Anna (seat 0).
HANDS: tuple[dict[str, Any], ...] = (
    {"plays": [_play("rufer", 0, partner=2, result="won")], "premiums": [_premium("pagat")]},
    {"plays": [_play("dreier", 3, points="41/2")], "premiums": [_premium("trull")]},
    {
        "plays": [_play("besserrufer", 2, partner=1, points="33/1", kontra=2, kontra_by=0)],
        "premiums": [_premium("uhu", announced=True), _premium("mondfang", "defence")],
    },
    {"plays": [_play("trischaken", 3, points=["14/1", "30/2", "25", "0"])]},
    {"plays": [_play("solorufer", 1, partner=3, result="won")], "premiums": [_premium("koenig_ultimo")]},
    {"plays": [_play("piccolo", 2, result="won", kontra={"3": 2})]},
    {"plays": [_play("rufer", 2, king_in_talon=True, result="conceded")]},
    {
        "plays": [_play("einer", 0, result="lost", kontra=2, kontra_by=3)],
        "premiums": [_premium("pagat", announced=True, won=False)],
    },
    {"plays": [_play("sechserdreier", 0, points="38")]},
    {"plays": [_play("bettler_ouvert", 1, tricks=0)]},
    {
        "plays": [_play("rufer", 2, partner=3, result="won")],
        "premiums": [_premium("sack_1", announced=True), _premium("koenige", "defence", announced=True, won=False)],
    },
    {"plays": [_play("piccolo", 0, result="won"), _play("zwiccolo", 2, result="lost")]},
)
LAST = {"plays": [_play("farbensolo", 1, result="won")]}
SLIP = {"plays": [_play("rufer", 0, partner=3, result="lost")]}  # entered by mistake, and struck out


def enter_demo() -> GameTable:
    """Start the evening and enter its hands; once more changes nothing."""
    table = GameTable.objects.filter(start_key=START_KEY).first() or start_evening(START_KEY, EVENING)
    previous = ""
    for number, hand in enumerate(HANDS):
        previous = _saved(table, f"demo-{number}", previous, hand)
    _saved(table, "demo-slip", previous, SLIP)
    strike_last(table, "demo-strike", "demo-slip", "Falscher Partner angetippt")
    _saved(table, "demo-last", previous, LAST)
    return table


def _saved(table: GameTable, key: str, previous: str, hand: dict[str, Any]) -> str:
    written = record_hand(table.slug, key, previous, hand)
    if written.outcome is not Outcome.SAVED:
        raise ValueError(f"{key}: {written.outcome} {written.problems}")
    return key
