"""The entries of a sheet that none of its examples depends on, with a simple hand that shows what they do."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import islice
from typing import Any, NamedTuple

from scoring.engine.hand.examples import Example, run_examples
from scoring.engine.hand.games import get_win_limit
from scoring.engine.hand.record import SEATS, SIDES, HandRecord, Play, RecordedPremium, Renonce
from scoring.engine.hand.score_lines import Amounts, Score
from scoring.engine.hand.scorer import score_record
from scoring.engine.hand.trischaken import list_endings
from scoring.engine.house_rules.loader import Rules, Variation, find_items, list_variations
from scoring.engine.house_rules.schema import Table
from scoring.engine.house_rules.sheet import Contract, Sheet
from scoring.engine.points import BLATT

RADL = 2
PARTNER, OPPONENT = 3, 2
Hands = Iterator[HandRecord]
Premiums = tuple[RecordedPremium, ...]


def list_sample_hands(sheet: Sheet, contract: Contract) -> Hands:
    """Yield hands of a game, the simpler ones first; not all of them exist on the sheet."""
    play = Play(contract.id, 0 if contract.by == "forehand" or contract.is_trischaken else 1)
    yield from _list_simple(sheet, contract, play)
    yield from (hand._replace(radl=RADL) for hand in _list_simple(sheet, contract, play))
    singles = _list_premiums(sheet, contract, play)
    deciding = [single for single in singles if contract.forms[single.premium, single.announced].decides]
    pairs = [(first, other) for first in deciding for other in singles if other.premium != first.premium]
    yield from _list_ended(contract, play, pairs)


def _list_simple(sheet: Sheet, contract: Contract, play: Play) -> Hands:
    if contract.is_trischaken:
        yield from _list_trischaken(sheet, play)
    elif contract.is_negative:
        yield from _list_negative(sheet, contract, play)
    else:
        yield from _list_plain(contract, play)
        yield from _list_ended(contract, play, [(single,) for single in _list_premiums(sheet, contract, play)])
        yield from _list_broken(contract, play)


def _build_hand(play: Play, premiums: Premiums = (), renonce: Renonce | None = None) -> HandRecord:
    return HandRecord((play,), premiums, renonce, forehand=0)


def _list_trischaken(sheet: Sheet, play: Play) -> Hands:
    for ending in list_endings(sheet, 0):
        losers, jungfrauen, mayor = ending
        yield _build_hand(play._replace(losers=losers, jungfrauen=jungfrauen or None, buergermeister=mayor))
    yield from (_build_hand(play, (), Renonce(seat)) for seat in SEATS)
    limit, total = sheet.trischaken.buergermeister or 0, sheet.total
    rest = (total - limit) // (2 * BLATT) * BLATT
    for first, second in ((limit, rest), (rest, limit)):
        yield _build_hand(play._replace(points=(first, second, total - first - second, 0)))
        yield _build_hand(play._replace(points=(first, second, total - first - second - BLATT, BLATT)))


def _list_negative(sheet: Sheet, contract: Contract, play: Play) -> Hands:
    for kontra in dict.fromkeys((1, contract.game.kontra)):
        for result in ("won", "lost"):
            ended = play._replace(result=result, kontra=kontra)
            yield _build_hand(ended)
            for other in sheet.contracts.values() if kontra == 1 else ():
                if other.is_negative:
                    other_play = Play(other.id, OPPONENT, result="lost")
                    yield _build_hand(ended)._replace(plays=(ended, other_play))
        yield from (_build_hand(play._replace(kontra=kontra), (), Renonce(seat)) for seat in SEATS)
    for tricks in range(4):
        yield _build_hand(play._replace(tricks=tricks))


def _list_plays(contract: Contract, play: Play) -> Iterator[Play]:
    """Yield a game with a partner and with the king in the talon, without a kontra and with the highest."""
    plays = [play._replace(partner=PARTNER if contract.partner else None)]
    if contract.partner == "king":
        plays.append(play._replace(king_in_talon=True))
    for kontra in dict.fromkeys((1, contract.game.kontra)):
        yield from (seated._replace(kontra=kontra) for seated in plays)


def _list_needed(contract: Contract, *, won: bool) -> Premiums:
    return tuple(RecordedPremium(name, "declarer", announced=True, won=won) for name in contract.needs[:1])


def _list_plain(contract: Contract, play: Play) -> Hands:
    """Yield hands without further premiums, also those that end where the limit is."""
    for variant in _list_plays(contract, play):
        for won in (True, False):
            needed = _list_needed(contract, won=won)
            yield _build_hand(variant._replace(result="won" if won else "lost"), needed)
            yield _build_hand(variant._replace(points=get_win_limit(variant, contract) - (0 if won else BLATT)), needed)


def _list_broken(contract: Contract, play: Play) -> Hands:
    """Yield hands that were conceded, or in which somebody broke the rules."""
    announced = [RecordedPremium(name, "declarer", announced=True) for name, is_said in contract.forms if is_said]
    for variant in _list_plays(contract, play):
        yield _build_hand(variant._replace(result="conceded"), _list_needed(contract, won=False))
        for seat in SEATS:
            yield _build_hand(variant, _list_needed(contract, won=True), Renonce(seat))
            yield from (_build_hand(variant, (premium,), Renonce(seat)) for premium in announced)


def _list_ended(contract: Contract, play: Play, premiums: Sequence[Premiums]) -> Hands:
    for variant in _list_plays(contract, play):
        for won in (True, False):
            ended, needed = variant._replace(result="won" if won else "lost"), _list_needed(contract, won=won)
            yield from (_build_hand(ended, (*needed, *extras)) for extras in premiums)


def _list_premiums(sheet: Sheet, contract: Contract, play: Play) -> list[RecordedPremium]:
    """Return each premium of a game: silent and announced, by either side, won and lost, with the highest kontra."""
    premiums = []
    for (name, announced), item in contract.forms.items():
        premium = sheet.premiums[name]
        for side in SIDES if premium.side is None else (premium.side,):
            players = (play.declarer, OPPONENT) if side == "declarer" else (OPPONENT, play.declarer)
            by, giver = players if premium.between_players else (None, None)
            for won in (True, False) if item.can_be_lost else (True,):
                kontras = dict.fromkeys((1, item.kontra if announced else 1))
                premiums += [RecordedPremium(name, side, announced, won, kontra, None, by, giver) for kontra in kontras]
    return premiums


MOST_TRIED = 2_000
# What a hand must have that depends on a section.
_NEEDED: dict[str | int, Callable[[HandRecord], bool]] = {
    "concede": lambda record: record.plays[0].result == "conceded",
    "renonce": lambda record: record.renonce is not None,
    "points": lambda record: record.plays[0].points is not None,
    "radl": lambda record: record.radl is not None,
}


class Uncovered(NamedTuple):
    """An entry that no example depends on, and a hand that does."""

    variation: Variation
    record: HandRecord
    score: Score


def find_uncovered(rules: Rules, below: Table, examples: Iterable[Example]) -> Iterator[Uncovered]:
    """Yield the entries of a sheet that could be different without an example that agrees with it noticing.

    `below`: the sheet below with the vocabulary. Entries that no simple hand depends on are left out.
    """
    agreeing = [result.example for result in run_examples(rules, examples) if result.agrees]
    for variation in list_variations(rules.table, below):
        varied = variation.apply(rules)
        if not _is_noticed(rules, varied, variation, agreeing):
            yield from _find_hand(rules, varied, variation)


def _is_noticed(rules: Rules, varied: Rules, variation: Variation, examples: Sequence[Example]) -> bool:
    items = find_items(variation, rules)
    near = (example for example in examples if items is None or not items.isdisjoint(_list_items(example.record)))
    return any(not result.agrees for example in near for result in run_examples(varied, (example,)))


def _list_items(record: dict[str, Any]) -> list[str]:
    """Return the games and premiums that a record names."""
    plays = [play["contract"] for play in record.get("plays", ())]
    return [*plays, *(entry["premium"] for entry in record.get("premiums", ()))]


def _find_hand(rules: Rules, varied: Rules, variation: Variation) -> Iterator[Uncovered]:
    """Yield the first simple hand that pays something else with the variation; none where there is none."""
    options = _choose_options(rules, variation)
    sheet, other = rules.build_sheet(options), varied.build_sheet(options)
    for record in islice(_list_hands(sheet, variation, find_items(variation, rules)), MOST_TRIED):
        whole = record._replace(options=tuple(options.items()))
        score = score_record(whole, [], sheet).score
        if score is not None and _get_payouts(whole, other) != score.payouts:
            yield Uncovered(variation, whole, score)
            return


def _choose_options(rules: Rules, variation: Variation) -> dict[str, bool]:
    """Return the option that a variation is about, the other way than it is by itself."""
    name = str(variation.path[1])
    return {name: not rules.defaults[name]} if variation.path[0] == "options" else {}


def _list_hands(sheet: Sheet, variation: Variation, items: frozenset[str] | None) -> Iterator[HandRecord]:
    section = variation.path[0]
    for contract in sheet.contracts.values():
        names = {contract.id, *(premium for premium, _announced in contract.forms)}
        for record in list_sample_hands(sheet, contract) if items is None or names & items else ():
            named = {contract.id, *(recorded.premium for recorded in record.premiums)}
            if (items is None or named & items) and (section not in _NEEDED or _NEEDED[section](record)):
                yield record


def _get_payouts(record: HandRecord, sheet: Sheet) -> Amounts | None:
    score = score_record(record, [], sheet).score
    return None if score is None else score.payouts
