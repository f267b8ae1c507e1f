"""The price list of a sheet, added up under node as phones do without the network, pays what the engine pays."""

import json
import random
import shutil
import subprocess
import tomllib
from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

import pytest

from scoring.book.hand_form import build_record, fill_form
from scoring.engine.agreement import AgreedPot
from scoring.engine.evening.state import Evening, apply_hand, apply_void, begin, set_radl
from scoring.engine.hand.reader import parse
from scoring.engine.hand.record import SEATS, SIDES
from scoring.engine.hand.score_lines import Score
from scoring.engine.hand.scorer import score_record
from scoring.engine.hand.trischaken import list_endings
from scoring.engine.house_rules.library import BUILT_IN
from scoring.engine.house_rules.sheet import Contract, Sheet
from scoring.engine.settlement import NO_MOVES, DealtHand, find_announced_pagat, follow_pot, round_amounts
from scoring.table.entry.price_list import DEALS, build_price_list, list_next_factors
from tarockclub.kit.amounts import format_points, format_signed_points
from tests.chance import SEED
from tests.scoring.engine.support.built_in import sheet_of
from tests.scoring.support.pages import FormFields
from tests.soak import IS_SOAK
from tests.support.paths import ROOT

NODE = shutil.which("node")
pytestmark = [pytest.mark.heavy, pytest.mark.skipif(NODE is None, reason="no node")]
BEI = [(play, name, said) for play in (0, 1) for name, said in (("contract", "piccolo"), ("declarer", str(play)))]
KONTRAS = (1, 1, 1, 2, 4, 8, 16)


class PlainHand(NamedTuple):
    """A hand of a form, and what the engine says of it."""

    fields: FormFields
    forehand: int
    score: Score | None = None


def ask_node(questions: Iterable[dict[str, Any]]) -> list[Any]:
    """The answers of tests/scripts/prices.js."""
    text = "".join(json.dumps(question) + "\n" for question in questions)
    command = [str(NODE), "tests/scripts/prices.js"]
    run = subprocess.run(command, cwd=ROOT, input=text, capture_output=True, text=True, check=True)
    return [json.loads(line) for line in run.stdout.splitlines()]


def ask_phone(sheet: Sheet, rows: Iterable[tuple[Sequence[PlainHand], list[str]]]) -> list[Any]:
    """Ask a phone about rows of hands that follow one another, each with what its deals count."""
    questions = [
        {"hands": [{"fields": hand.fields, "forehand": hand.forehand} for hand in hands], "course": course}
        for hands, course in rows
    ]
    return ask_node([{"list": build_price_list(sheet)}, *questions])


def ask_each(sheet: Sheet, hands: Sequence[PlainHand], radln: Sequence[int]) -> list[Any]:
    """Ask a phone about hands, each by itself."""
    rows = [([hand], [str(radl)]) for hand, radl in zip(hands, radln, strict=True)]
    return [answer["paid"][0] for answer in ask_phone(sheet, rows)]


def score_fields(fields: FormFields, sheet: Sheet, forehand: int, radl: int) -> Score | None:
    """Score a form by the engine; None: the hand is not possible."""
    record, problems = parse({**build_record(fields, sheet, forehand), "forehand": forehand})
    return None if record is None else score_record(record._replace(radl=radl), problems, sheet).score


def draw_plain_hand(chance: random.Random, sheet: Sheet, forehand: int, radl: int) -> PlainHand:
    """A hand that counts, with one game and whatever of premiums and kontras may stand beside it."""
    games = [game for game in sheet.contracts.values() if not game.only_bei]
    while True:
        fields = _draw_fields(chance, sheet, chance.choice(games), forehand)
        score = score_fields(fields, sheet, forehand, radl)
        if score is not None:
            return PlainHand(fields, forehand, score)


def _draw_fields(chance: random.Random, sheet: Sheet, game: Contract, forehand: int) -> FormFields:
    fields = {"p0-contract": game.id}
    if game.is_trischaken:
        ending = chance.choice(list_endings(sheet, forehand))
        fields |= {f"p0-loser-{seat}": "on" for seat in ending.losers}
        fields |= {f"p0-jungfrau-{seat}": "on" for seat in ending.jungfrauen}
        return fields | ({} if ending.buergermeister is None else {f"p0-mayor-{ending.buergermeister}": "on"})
    declarer = forehand if game.by == "forehand" else chance.choice(SEATS)
    if game.by != "forehand":
        fields["p0-declarer"] = str(declarer)
    fields["p0-result"] = chance.choice(("won", "won", "lost"))
    if game.is_negative:
        kontras = {f"p0-kontra-{seat}": chance.choice(KONTRAS) for seat in SEATS if seat != declarer}
        return fields | {name: str(kontra) for name, kontra in kontras.items() if kontra > 1}
    return fields | _draw_sides(chance, sheet, game, declarer)


def _draw_sides(chance: random.Random, sheet: Sheet, game: Contract, declarer: int) -> FormFields:
    """Partner, kontra and premiums; with the king in the talon nobody says a kontra."""
    fields: FormFields = {}
    others = [seat for seat in SEATS if seat != declarer]
    if game.partner is not None:
        fields["p0-partner"] = str(chance.choice([*others, *others, "talon", "alone"]))
        if fields["p0-partner"] == "talon" and game.can_concede and chance.random() < 0.5:
            birds = {f"prem-{name}-declarer": "announced" for name in game.needs[:1]}
            return fields | birds | {"p0-result": "conceded"}
    may_kontra = fields.get("p0-partner") != "talon"
    own = (declarer, *(int(seat) for seat in [fields.get("p0-partner", "")] if seat.isdecimal()))
    fields |= _draw_kontra(chance, "p0", [seat for seat in SEATS if seat not in own]) if may_kontra else {}
    plain = [(name, said) for (name, said), item in game.forms.items() if is_plain(sheet, name, decides=item.decides)]
    claimed = [(chance.choice(game.needs), True)] if game.needs else []
    claimed += chance.sample(plain, min(len(plain), chance.choice((0, 0, 1, 1, 2, 3))))
    for place, (name, is_announced) in enumerate(claimed):
        side = "declarer" if game.needs and not place else chance.choice(SIDES)
        field = f"prem-{name}-{side}"
        fields[field] = "announced" if is_announced else "silent"
        if chance.random() < 0.3:
            fields[f"{field}-lost"] = "on"
        opponents = [seat for seat in SEATS if (seat in own) == (side == "defence")]
        fields |= _draw_kontra(chance, field, opponents) if may_kontra and is_announced else {}
    return fields


def draw_any_fields(chance: random.Random, sheet: Sheet, forehand: int) -> FormFields:
    """The fields of a hand that may be anything: also with what only the server computes, or impossible."""
    games = list(sheet.contracts.values())
    game = chance.choice(games)
    fields = _draw_fields(chance, sheet, game, forehand)
    wild: list[FormFields] = [{"renonce": str(chance.choice(SEATS))}, {"phase": "double"}, {"p0-equal": "on"}]
    wild += [{f"p0-points-{seat}": str(sheet.total // 12 + (sheet.total // 3 % 4) * (seat == 0)) for seat in SEATS}]
    wild += [{"p0-points": str(chance.randrange(sheet.total // 3))}, {"p0-kontra": "2"}, {"p0-partner": "talon"}]
    wild += [{"p0-kontra_by": str(seat), "p0-kontra": "2"} for seat in SEATS]
    wild += [{"p1-contract": chance.choice(games).id, "p1-declarer": str(chance.choice(SEATS)), "p1-result": "won"}]
    for name, is_announced in chance.sample([*game.forms], min(2, len(game.forms))):
        field = f"prem-{name}-{chance.choice(SIDES)}"
        end = {f"{field}-lost": "on"} if chance.random() < 0.3 else {}
        kontra = {f"{field}-kontra": "2", f"{field}-kontra_by": str(chance.choice(SEATS))}
        wild += [{field: "announced" if is_announced else "silent"} | end | (kontra if is_announced else {})] * 4
    for more in chance.sample(wild, chance.choice((1, 1, 2))):
        fields |= more
    return fields


def _draw_kontra(chance: random.Random, field: str, opponents: list[int]) -> FormFields:
    """A kontra, with or without who said it."""
    kontra = chance.choice(KONTRAS)
    if kontra == 1:
        return {}
    by = {f"{field}-kontra_by": str(chance.choice(opponents))} if chance.random() < 0.3 else {}
    return {f"{field}-kontra": str(kontra)} | by


def is_plain(sheet: Sheet, name: str, *, decides: bool) -> bool:
    """Tell if a premium changes neither other items nor the deals after it, and is settled between the sides."""
    premium = sheet.premiums[name]
    return not (decides or premium.wins_game or premium.between_players or name in sheet.radl_after)


HANDS, EVENINGS, LENGTH = (5_000, 500, 20) if IS_SOAK else (400, 40, 12)


def paid_by(hand: PlainHand) -> dict[str, list[int]]:
    """The payouts of a hand as a phone says them."""
    assert hand.score is not None
    return {"money": list(hand.score.payouts), "written": list(hand.score.written)}


@pytest.mark.parametrize("sheet_id", BUILT_IN)
def test_every_plain_hand_is_priced_as_the_engine_pays_it(sheet_id):
    chance, sheet = random.Random(f"{SEED} {sheet_id}"), sheet_of(sheet_id)
    radln = [chance.choice((1, 2)) for _ in range(HANDS)]
    hands = [draw_plain_hand(chance, sheet, chance.randrange(4), radl) for radl in radln]
    said = ask_each(sheet, hands, radln)
    assert [hand.fields for hand, paid in zip(hands, said, strict=True) if paid != paid_by(hand)] == []
    assert {sum(paid["money"]) for paid in said} == {0}
    assert len({hand.fields["p0-contract"] for hand in hands}) > len(sheet.contracts) // 2


@pytest.mark.parametrize("sheet_id", BUILT_IN)
def test_whatever_else_a_form_has_no_amount_is_wrong(sheet_id):
    chance, sheet = random.Random(f"{SEED} {sheet_id}"), sheet_of(sheet_id)
    hands: list[PlainHand] = []
    radln: list[int] = []
    while len(hands) < HANDS // 5:
        forehand, radl = chance.randrange(4), chance.choice((1, 2, 4))
        fields = draw_any_fields(chance, sheet, forehand)
        if (score := score_fields(fields, sheet, forehand, radl)) is not None:
            hands.append(PlainHand(fields, forehand, score))
            radln.append(radl)
    said = ask_each(sheet, hands, radln)
    assert [hand.fields for hand, paid in zip(hands, said, strict=True) if paid not in (None, paid_by(hand))] == []
    assert None in said


def draw_evening(chance: random.Random, evening: Evening, sheet: Sheet) -> tuple[list[PlainHand], Evening]:
    """Plain hands that follow one another, and the evening after them."""
    hands = []
    for _ in range(LENGTH):
        hands.append(draw_plain_hand(chance, sheet, evening.seat_of_forehand, evening.radl))
        assert hands[-1].score is not None
        evening = apply_hand(evening, hands[-1].score)
    return hands, evening


@pytest.mark.parametrize("sheet_id", ["standard", "treffpunkt", "karlsruhe", "skoty"])
def test_a_row_of_waiting_hands_knows_each_radl(sheet_id):
    chance, sheet = random.Random(f"{SEED} {sheet_id}"), sheet_of(sheet_id)
    rows, expected = [], []
    for number in range(EVENINGS):
        begun = begin(4 + number % 3)
        before = set_radl(begun, chance.choice((1, 3, 9))) if number % 2 else begun
        hands, after = draw_evening(chance, before, sheet)
        rows.append((hands, list_next_factors(before, sheet)))
        expected.append({"paid": [paid_by(hand) for hand in hands], "radl": after.radl})
    assert ask_phone(sheet, rows) == expected
    assert {evening["radl"] for evening in expected} == ({1, 2} if sheet.radl_after else {1})


def test_after_a_hand_that_only_the_server_can_compute_no_radl_is_known():
    sheet = sheet_of("standard")
    plain = PlainHand({"p0-contract": "dreier", "p0-declarer": "1", "p0-result": "won"}, 0)
    row = [plain, PlainHand({**plain.fields, "prem-valat-declarer": "silent"}, 1), plain]
    known = [plain, PlainHand({**plain.fields, "renonce": "2"}, 1), plain]
    counted = [PlainHand({"p0-contract": "trischaken"} | {f"p0-points-{seat}": "20" for seat in SEATS}, 0), plain]
    negative = {f"p{play}-{name}": said for play, name, said in BEI}
    two_games = [PlainHand(negative, 0), plain]
    course = list_next_factors(begin(), sheet)
    equal = PlainHand({**plain.fields, "p0-points": "35"}, 0)  # perhaps
    again = [*row, PlainHand({"p0-contract": "trischaken", "p0-loser-1": "1", "p0-loser-2": "2"}, 3), plain]
    rows = [row, [equal, plain], [plain] * (DEALS + 1), known, counted, two_games, again]
    answers = ask_phone(sheet, [(hands, course) for hands in rows])
    assert [[paid is None for paid in answer["paid"]] for answer in answers] == [
        [False, True, True],
        [False, True],
        [False] * DEALS + [True],
        [False, True, False],
        [True, False],
        [True, False],
        [False, True, True, True, False],
    ]
    assert [answer["radl"] for answer in answers] == [0, 0, 0, 1, 2, 1, 2]
    assert answers[4]["paid"][1]["money"] == [-60, 180, -60, -60]


def test_nine_of_ten_hands_of_an_ordinary_evening_are_plain():
    sheet = sheet_of("treffpunkt")
    mix = tomllib.loads((ROOT / "tests/data/evening-mix.toml").read_text())["hand"]
    assert sum(hand["of"] for hand in mix) == 100
    hands = []
    for entry in mix:
        record, problems = parse({name: value for name, value in entry.items() if name != "of"} | {"forehand": 0})
        assert record is not None
        assert not problems
        fields = {
            name: said for name, said in fill_form(record, sheet).items() if not (name == "p0-kontra" and said == "1")
        }
        score = score_fields(fields, sheet, 0, 1)
        assert score is not None, entry
        hands.append(PlainHand(fields, 0, score))
    answers = ask_each(sheet, hands, [1] * len(hands))
    assert [paid for paid in answers if paid] == [
        paid_by(hand) for hand, paid in zip(hands, answers, strict=True) if paid
    ]
    share = sum(hand["of"] for hand, paid in zip(mix, answers, strict=True) if paid)
    assert share >= 90, [hand for hand, paid in zip(mix, answers, strict=True) if not paid]


@pytest.mark.parametrize("sheet_id", ["standard", "treffpunkt"])
def test_the_pagatkassa_goes_on_without_the_server_as_the_engine_follows_it(sheet_id):
    """Also through hands that the phone cannot price; begun in the middle of an evening."""
    chance, sheet = random.Random(f"{SEED} {sheet_id}"), sheet_of(sheet_id)
    questions, expected = [], []
    ends: Counter[tuple[bool, int] | None] = Counter()
    for number in range(EVENINGS):
        stake, start, cap = chance.randint(1, 30), chance.choice((0, 7, 50)), chance.choice((None, 10, 95))
        agreed = AgreedPot(str(sheet.pot_version), stake, start, cap)
        evening = begin(4 + number % 3)
        deals, happened = [], []
        for _ in range(LENGTH):
            fields = draw_any_fields(chance, sheet, evening.seat_of_forehand)
            record, problems = parse({**build_record(fields, sheet, evening.seat_of_forehand), "forehand": 0})
            if record is None or problems:
                continue
            pagat = find_announced_pagat(record, evening.active, sheet.pot_premium)
            happened.append(DealtHand(evening.order, evening.dealer, pagat))
            ends[pagat and (pagat.won, len(pagat.side))] += 1
            deals.append({"fields": fields, "active": evening.active, "forehand": evening.seat_of_forehand})
            evening = apply_void(evening)
        moved, known = follow_pot(happened, agreed), len(happened) // 3
        moves = [
            [sum(cents) for cents in zip(NO_MOVES, *(step.moves for step in moved[:end]), strict=True)]
            for end in (known, len(moved))
        ]
        pot = {"left": moved[known - 1].pot if known else 0, "moves": moves[0], "premium": sheet.pot_premium}
        pot |= {"stake": stake, "opening": agreed.opening, "cap": cap}
        questions.append({"pot": pot, "deals": deals[known:], "order": evening.order})
        expected.append({"left": moved[-1].pot, "moves": moves[1]})
    assert ask_node(questions) == expected
    assert {(won, side) for won in (True, False) for side in (1, 2, 3)} <= ends.keys()


def test_cents_are_rounded_without_the_server_as_the_engine_rounds_them():
    chance = random.Random(SEED)
    rows = [[chance.randint(-900, 900) for _ in range(3)] for _ in range(HANDS)]
    asked = [([*row, -sum(row)], chance.randint(1, 60)) for row in rows]
    answers = ask_node({"sixths": sixths, "rate": rate} for sixths, rate in asked)
    assert answers == [[*round_amounts(sixths, rate)] for sixths, rate in asked]


def test_amounts_are_written_as_the_server_writes_them():
    sixths = list(range(-700, 700))
    assert ask_node([{"amounts": sixths}, {"amounts": sixths, "plus": "+"}]) == [
        [format_points(amount) for amount in sixths],
        [format_signed_points(amount) for amount in sixths],
    ]


@pytest.mark.parametrize("sheet_id", ["standard", "treffpunkt", "karlsruhe"])
def test_what_a_phone_takes_for_never_even_begins_no_radl(sheet_id):
    """A hand of negative games alone, and a Renonce, though only the server knows what they pay."""
    chance, sheet = random.Random(f"{SEED} {sheet_id} never even"), sheet_of(sheet_id)
    negative = [game.id for game in sheet.contracts.values() if game.is_negative]
    tried = 0
    while tried < HANDS:
        forehand, plays = chance.randrange(4), chance.choice((1, 2, 3))
        if chance.random() < 0.3:
            fields = draw_any_fields(chance, sheet, forehand) | {"renonce": str(chance.choice(SEATS))}
        else:
            fields = {
                f"p{play}-{name}": said
                for play, seat in enumerate(chance.sample(SEATS, plays))
                for name, said in (
                    ("contract", chance.choice(negative)),
                    ("declarer", str(seat)),
                    ("result", chance.choice(("won", "lost"))),
                )
            }
        score = score_fields(fields, sheet, forehand, 1)
        games = {said for name, said in fields.items() if name.endswith("-contract")}
        if score is not None and not games & sheet.radl_after.keys():
            tried += 1
            assert score.radl_deals is None, fields
