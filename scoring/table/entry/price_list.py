"""The price list of a sheet for phones without the network: the engine is asked what each item of a plain hand pays.

No rule is written a second time: a phone adds prices up (`entry/prices.js`), and what is not in the list only the
server computes.
"""

from collections.abc import Iterator
from functools import lru_cache
from math import gcd
from typing import Any, NamedTuple

from scoring.engine.evening.state import Evening, apply_void, compute_length
from scoring.engine.hand.record import SIDES, HandRecord, Play, RecordedPremium
from scoring.engine.hand.scorer import score_record
from scoring.engine.hand.trischaken import list_endings
from scoring.engine.house_rules.sheet import Contract, Sheet
from scoring.table.entry.script_data import encode_endings, find_kind, format_kind

KONTRAS, RADLS = (1, 2, 4, 8, 16), (1, 2)
RESULTS = ("won", "lost", "conceded")
DEALS = 48  # that a phone can price without the network
DECLARER, OPPONENT, PARTNER, ANOTHER = 0, 1, 2, 3
# What the declarer gets from each opponent, in sixths; a pair where the written score is another; None: no such hand.
Amount = int | tuple[int, int] | None
Price = tuple[tuple[Amount, ...], ...]  # by the kontra on the premium, and the Radl


class Question(NamedTuple):
    """A hand without kontras; the engine is asked what its game pays, or else the premium that stands last."""

    play: Play
    needed: tuple[RecordedPremium, ...]  # without which the game is not played
    premium: RecordedPremium | None = None

    def build_record(self, game: int, kontra: int, radl: int) -> HandRecord:
        """Return the hand with these kontras on the game and on the premium."""
        own = () if self.premium is None else (self.premium._replace(kontra=kontra),)
        return HandRecord((self.play._replace(kontra=game),), (*self.needed, *own), radl=radl)


@lru_cache(maxsize=64)
def build_price_list(sheet: Sheet) -> dict[str, Any]:
    """Return what the items of plain hands pay, as JSON values: for each side and result the number of a price.

    A price is a unit and the number of a shape that it multiplies; equal ones stand there once.
    """
    numbers: dict[tuple[int, int], int] = {}
    shapes: dict[Any, int] = {}
    games: dict[str, Any] = {}
    for contract in sheet.contracts.values():
        items: dict[str, list[int | None]] = {}
        for name, place, price in _list_prices(contract, sheet):
            unit = _find_unit(price)
            shape = shapes.setdefault(_divide(price, unit), len(shapes))
            row = items.setdefault(name, [])
            row += [None] * (place - len(row))
            row.append(numbers.setdefault((unit, shape), len(numbers)))
        partner = contract.partner is not None
        games[contract.id] = {"kind": find_kind(contract), "by": contract.by, "partner": partner, "items": items}
    return {"games": games, "prices": list(numbers), "shapes": list(shapes), "radl": sorted(sheet.radl_after)}


def _find_unit(price: Any) -> int:
    """Return the greatest number by which all amounts of a price can be divided, with the sign of the first one."""
    amounts = [amount for amount in _list_amounts(price) if amount]
    return gcd(*amounts) * (-1 if amounts[0] < 0 else 1) if amounts else 1


def _list_amounts(price: Any) -> Iterator[int]:
    if isinstance(price, tuple):
        for part in price:
            yield from _list_amounts(part)
    elif price is not None:
        yield price


def _divide(price: Any, unit: int) -> Any:
    if isinstance(price, tuple):
        return tuple(_divide(part, unit) for part in price)
    return None if price is None else price // unit


def _list_prices(contract: Contract, sheet: Sheet) -> Iterator[tuple[str, int, Any]]:
    """Yield the prices of each item of a game, with their places; of a Trischaken what all four get by each ending."""
    if contract.is_trischaken:
        for name, ending in zip(encode_endings(sheet), list_endings(sheet, DECLARER), strict=True):
            losers, jungfrauen, mayor = ending
            play = Play(contract.id, DECLARER, losers=losers, jungfrauen=jungfrauen or None, buergermeister=mayor)
            record = HandRecord((play,), forehand=DECLARER)
            scores = [score_record(record._replace(radl=radl), [], sheet).score for radl in RADLS]
            yield name, 0, tuple(None if score is None else score.payouts for score in scores)
        return
    for index, result in enumerate(RESULTS):
        play = Play(contract.id, DECLARER, result=result)
        if contract.partner is not None:
            is_alone = result == "conceded"
            play = play._replace(king_in_talon=is_alone, partner=None if is_alone else PARTNER)
        for name, side, question in _list_items(contract, sheet, play):
            price = _ask(question, contract, sheet)
            if any(True for _amount in _list_amounts(price)):
                yield name, len(SIDES) * index + SIDES.index(side), price


def _list_items(contract: Contract, sheet: Sheet, play: Play) -> Iterator[tuple[str, str, Question]]:
    """Yield the game, and each premium that is settled between the sides and changes neither other items nor deals."""
    birds = [
        RecordedPremium(name, "declarer", announced=True, won=won) for name in contract.needs for won in (True, False)
    ]
    yield "", SIDES[0], Question(play, tuple(birds[:1]))
    for (name, announced), item in contract.forms.items():
        premium = sheet.premiums[name]
        if item.decides or premium.wins_game or premium.between_players or name in sheet.radl_after:
            continue
        for side in SIDES:
            own = RecordedPremium(name, side, announced, won=play.result != "lost")
            is_needed = announced and side == "declarer" and name in contract.needs
            bases = [()] if is_needed or not birds else [(bird,) for bird in birds]
            questions = [Question(play, base, own) for base in bases]  # not every bird can be made, or lost, beside it
            possible = (question for question in questions if _look_up(question, contract, sheet) is not None)
            yield format_kind(name, announced), side, next(possible, questions[0])


def _ask(question: Question, contract: Contract, sheet: Sheet) -> tuple[Price, ...]:
    """Return the prices of an item by the kontra on the game; one alone where it makes no difference."""
    games = _list_kontras(contract.game.kontra)
    ends = [_ask_beside(question, contract, sheet, game) for game in (games[0], games[-1])]
    if ends[0] == ends[1]:
        return (ends[0],)
    return tuple(_ask_beside(question, contract, sheet, game) for game in games)


def _ask_beside(question: Question, contract: Contract, sheet: Sheet, game: int) -> Price:
    limit = 1
    if question.premium is not None and question.premium.announced:
        limit = contract.forms[question.premium.premium, True].kontra
    return tuple(
        tuple(_look_up(question, contract, sheet, game, kontra, radl) for radl in RADLS)
        for kontra in _list_kontras(limit)
    )


def _look_up(
    question: Question, contract: Contract, sheet: Sheet, game: int = 1, kontra: int = 1, radl: int = 1
) -> Amount:
    record = question.build_record(game, kontra, radl)
    forehand = ANOTHER if contract.by == "others" else DECLARER
    score = score_record(record._replace(forehand=forehand), [], sheet).score
    if score is None:
        return None
    line = score.lines[0 if question.premium is None else -1]
    money, written = -line.amounts[OPPONENT], -line.written[OPPONENT]
    return money if money == written else (money, written)


def _list_kontras(limit: int) -> tuple[int, ...]:
    return tuple(kontra for kontra in KONTRAS if kontra <= limit)


def list_next_factors(evening: Evening, sheet: Sheet) -> list[str]:
    """Return a digit for each of the next deals, what it counts; then how many deals a Radl doubles that begins.

    The latter only where a phone can go on counting by it: where Radln stack, or are not all as long, only the server
    knows what counts after one has begun.
    """
    evenings = [evening]
    while len(evenings) < DEALS:
        evenings.append(apply_void(evenings[-1]))
    plain = "".join(str(before.radl) for before in evenings)
    lengths = {*sheet.radl_after.values()}
    if sheet.radl_stacks or len(lengths) != 1:
        return [plain]
    return [plain, str(compute_length(lengths.pop(), evening.players))]
