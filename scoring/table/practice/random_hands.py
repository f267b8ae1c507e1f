"""Random hands that the house rules allow: the entries of players that a demo or a trial makes up."""

import random
from typing import Any

from scoring.book.ledger.services import score_table_hand
from scoring.engine.evening.state import Evening
from scoring.engine.house_rules.sheet import Contract, Sheet

TRIES = 40
_SIDES = ("declarer", "defence")


def make_hand(chance: random.Random, sheet: Sheet, evening: Evening) -> dict[str, Any]:
    """Make a record (JSON values) of the next deal that can be paid; ValueError where none is found."""
    for _ in range(TRIES):
        hand = _guess(chance, sheet, evening.seat_of_forehand)
        if score_table_hand(evening, sheet, hand).score is not None:
            return hand
    raise ValueError(sheet.id)


def _guess(chance: random.Random, sheet: Sheet, forehand: int) -> dict[str, Any]:
    """Guess a hand that may be allowed: mostly the first games of the sheet, which are the usual ones."""
    contracts = [contract for contract in sheet.contracts.values() if not contract.only_bei]
    usual = chance.random() < 0.75
    contract = contracts[0] if usual else chance.choice(contracts)
    hand: dict[str, Any] = {"plays": [_play(chance, sheet, contract, forehand)]}
    claimed = [
        premium.id for premium in sheet.premiums.values() if not premium.wins_game and not premium.between_players
    ]
    premiums = [_make_premium(chance, premium) for premium in chance.sample(claimed, chance.choice((0, 0, 0, 1, 1, 2)))]
    if premiums and not contract.is_trischaken and not contract.is_negative:
        hand["premiums"] = premiums
    return hand


def _play(chance: random.Random, sheet: Sheet, contract: Contract, forehand: int) -> dict[str, Any]:
    declarer = forehand if contract.by == "forehand" or contract.is_trischaken else chance.randrange(4)
    play: dict[str, Any] = {"contract": contract.id, "declarer": declarer}
    if contract.is_trischaken:
        return play | {"points": _split_points(chance, sheet)}
    if contract.partner is not None:
        play["partner"] = (declarer + chance.randrange(1, 4)) % 4
    play["result"] = chance.choice(("won", "won", "won", "lost"))
    if chance.random() < 0.12 and not contract.is_negative:
        play["kontra"] = 2
        play["kontra_by"] = next(seat for seat in range(4) if seat not in (declarer, play.get("partner")))
    return play


def _split_points(chance: random.Random, sheet: Sheet) -> list[str]:
    """Split the points of the sheet into whole points of all four."""
    left, points = sheet.total // 3, []
    for _ in range(3):
        points.append(chance.randint(0, left))
        left -= points[-1]
    return [str(point) for point in (*points, left)]


def _make_premium(chance: random.Random, premium: str) -> dict[str, Any]:
    announced = chance.random() < 0.3
    record: dict[str, Any] = {"premium": premium, "side": chance.choice(_SIDES), "announced": announced}
    return record | {"won": False} if announced and chance.random() < 0.4 else record
