"""Different valid records of the measured sheets, drawn at random from what each has; the same for the same seed."""

import json
import random
from collections.abc import Callable
from typing import Any

from bench.records import SHEETS
from scoring.engine.hand.check import check
from scoring.engine.hand.reader import parse
from scoring.engine.house_rules.library import load_built_in
from scoring.engine.house_rules.sheet import Contract, Sheet

SEED = 17
SEATS = range(4)
SIDED, NEGATIVE, TRISCHAKEN = range(3)
KINDS = (SIDED, SIDED, SIDED, NEGATIVE, TRISCHAKEN)  # games with two sides have most that can be said of them
Record = dict[str, Any]


def draw_lines(count: int) -> list[bytes]:
    """Return so many lines, sheet after sheet in turn; no two of them differ only in their id."""
    chance = random.Random(SEED)
    sheets = [_load_with_options(sheet_id) for sheet_id in SHEETS]
    found: dict[str, None] = {}
    while len(found) < count:
        usual, *others = sheets[len(found) % len(sheets)]
        sheet, options = chance.choice(others) if others and chance.random() < 0.3 else usual
        kind = chance.choice([kind for kind in KINDS if _list_contracts(sheet, kind)])
        while not _is_valid(record := {"sheet": sheet.id, **options, **_draw_hand(chance, sheet, kind)}, sheet):
            pass
        found[json.dumps(record, ensure_ascii=False)] = None
    return [f'{{"id": "{number:08x}", {text[1:]}\n'.encode() for number, text in enumerate(found)]


def _load_with_options(sheet_id: str) -> list[tuple[Sheet, Record]]:
    """Load a sheet with every choice of its options; as it is by itself a record need not name them."""
    rules = load_built_in(sheet_id)
    assert rules is not None
    return [
        (rules.build_sheet(), {}),
        *((rules.build_sheet(options), {"options": options}) for options in rules.list_choices() if options),
    ]


def _is_valid(record: Record, sheet: Sheet) -> bool:
    parsed, problems = parse(record)
    return parsed is not None and not problems and not check(parsed, sheet)


def _list_contracts(sheet: Sheet, kind: int) -> list[Contract]:
    return [contract for contract in sheet.contracts.values() if _find_kind(contract) == kind]


def _find_kind(contract: Contract) -> int:
    return TRISCHAKEN if contract.is_trischaken else NEGATIVE if contract.is_negative else SIDED


def _draw_hand(chance: random.Random, sheet: Sheet, kind: int) -> Record:
    """Draw a hand; whether its parts fit together is for the check to say."""
    contract = chance.choice(_list_contracts(sheet, kind))
    forehand = chance.choice(SEATS)
    if contract.is_trischaken:
        hand: Record = {"plays": [{"contract": contract.id, "declarer": forehand, "points": _draw_four(chance, sheet)}]}
    elif contract.is_negative:
        others = [other for other in sheet.contracts.values() if other.is_negative]
        contracts = [contract, *chance.choices(others, k=chance.choice((0, 0, 1, 2)))]
        seats = chance.sample(SEATS, len(contracts))
        hand = {"plays": [_draw_negative(chance, *pair) for pair in zip(contracts, seats, strict=True)]}
    else:
        hand = {
            "plays": [_draw_with_sides(chance, contract, sheet)],
            "premiums": _draw_premiums(chance, contract, sheet),
        }
    hand |= {"forehand": forehand} | _draw_sometimes(chance, 0.2, radl=lambda: True)
    return hand | _draw_sometimes(chance, 0.03, renonce=lambda: {"seat": chance.choice(SEATS)})


def _draw_sometimes(chance: random.Random, share: float, **fields: Callable[[], object]) -> Record:
    return {name: draw() for name, draw in fields.items() if chance.random() < share}


def _draw_kontra(chance: random.Random, most: int) -> Record:
    """Draw a kontra, sometimes with who said it."""
    if most == 1 or chance.random() < 0.6:
        return {}
    said = {"kontra": chance.choice([factor for factor in (2, 4, 8, 16) if factor <= most])}
    return said | _draw_sometimes(chance, 0.5, kontra_by=lambda: chance.choice(SEATS))


def _draw_points(chance: random.Random, sheet: Sheet) -> str | int:
    points = chance.randrange(sheet.total // 3)
    return points if sheet.whole else f"{points}/{chance.randrange(3)}"


def _draw_four(chance: random.Random, sheet: Sheet) -> list[str | int]:
    """Draw the card points of four players, which together are all of them."""
    unit = 3 if sheet.whole else 1
    cuts = sorted(chance.randrange(0, sheet.total + 1, unit) for _ in range(3))
    parts = [last - first for first, last in zip([0, *cuts], [*cuts, sheet.total], strict=True)]
    return [part // 3 if sheet.whole else f"{part // 3}/{part % 3}" for part in parts]


def _draw_negative(chance: random.Random, contract: Contract, declarer: int) -> Record:
    play = {"contract": contract.id, "declarer": declarer, "result": chance.choice(("won", "lost"))}
    if chance.random() < 0.3:
        opponents = [seat for seat in SEATS if seat != declarer]
        return play | {"kontra": {str(seat): 2 for seat in chance.sample(opponents, chance.randint(1, 3))}}
    return play | _draw_kontra(chance, contract.game.kontra)


def _draw_with_sides(chance: random.Random, contract: Contract, sheet: Sheet) -> Record:
    """Draw a game with two sides: with whom, at which kontra, and how it ended."""
    declarer = chance.choice(SEATS)
    play: Record = {"contract": contract.id, "declarer": declarer}
    if contract.partner is not None:
        if contract.partner == "king" and chance.random() < 0.1:
            play["king_in_talon"] = True
        else:
            play["partner"] = chance.choice([seat for seat in SEATS if seat != declarer])
    play |= _draw_kontra(chance, contract.game.kontra)
    if chance.random() < 0.6:
        return play | {"points": _draw_points(chance, sheet)}
    return play | {"result": chance.choice(("won", "lost", "won", "lost", "conceded"))}


def _draw_premiums(chance: random.Random, contract: Contract, sheet: Sheet) -> list[Record]:
    """Draw up to four premiums that the contract has, a bird that it needs among them."""
    forms = chance.sample(list(contract.forms), min(len(contract.forms), chance.choice((0, 1, 1, 2, 2, 3, 4))))
    forms += [(chance.choice(contract.needs), True)] if contract.needs else []
    return [_draw_premium(chance, contract, sheet, *form) for form in forms]


def _draw_premium(chance: random.Random, contract: Contract, sheet: Sheet, name: str, announced: bool) -> Record:
    item, premium = contract.forms[name, announced], sheet.premiums[name]
    found: Record = {"premium": name, "side": premium.side or chance.choice(("declarer", "declarer", "defence"))}
    if announced:
        found |= {"announced": True} | _draw_kontra(chance, item.kontra)
    if item.can_be_lost and chance.random() < 0.3:
        found["won"] = False
    if premium.between_players:
        found["by"], found["from"] = chance.sample(SEATS, 2)
    return found
