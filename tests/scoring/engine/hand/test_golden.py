"""Every golden hand pays what its file says, and together they leave nothing of a sheet out."""

import json
from collections import Counter
from collections.abc import Iterator
from functools import cache
from typing import NamedTuple

import pytest

from scoring.engine.hand.examples import Example
from scoring.engine.hand.record import HandRecord
from scoring.engine.hand.score_lines import Score
from scoring.engine.hand.scorer import RecordScorer, Result
from scoring.engine.house_rules.library import BUILT_IN, CUPS, ORIGINALS, load_built_in
from scoring.engine.house_rules.loader import Rules
from scoring.engine.house_rules.sheet import Contract, Sheet
from tests.scoring.engine.support.built_in import all_faults, golden, line_of, rules_of

DESK = RecordScorer(load_built_in)


def _differences(hand: Example) -> Iterator[str]:
    text, result = DESK.answer_line(line_of(hand))
    answer = json.loads(text)
    errors = [(error["path"], error["code"]) for error in answer.get("errors", [])]
    if sorted(errors) != sorted(hand.errors):
        yield f"errors are {errors}, not {hand.errors} ({hand.why})"
    if hand.payouts is None or not answer["ok"]:
        return
    if result is not None and result.score is not None:
        yield from _list_unsound_lines(result.score)
    found = {
        "payouts": (tuple(answer["payouts"]), hand.payouts),
        "schrift": (tuple(answer["schrift"]), hand.written),
        "starts_radl": (answer["starts_radl"], hand.starts_radl),
        "warnings": (tuple(warning["code"] for warning in answer["warnings"]), hand.warnings),
    }
    for name, (given, expected) in found.items():
        if given != expected:
            yield f"{name} is {given}, not {expected} ({hand.why})"


@pytest.mark.parametrize("sheet_id", BUILT_IN)
def test_every_golden_hand_pays_what_its_file_says_and_its_lines_add_up_to_that(sheet_id):
    hands = golden(sheet_id)
    assert len(hands) > (100 if sheet_id in ORIGINALS else 9)
    wrong = all_faults(hands, _differences)
    assert not wrong, wrong


def _list_unsound_lines(score: Score) -> Iterator[str]:
    for line in score.lines:
        if sum(line.amounts) or sum(line.written):
            yield f"the line {line} does not add up to 0"
    for amounts, lines in (
        (score.payouts, [line.amounts for line in score.lines]),
        (score.written, [line.written for line in score.lines]),
    ):
        if list(amounts) != [sum(seat) for seat in zip(*lines, strict=True)]:
            yield f"the lines {lines} do not add up to {amounts}"


@pytest.mark.parametrize("sheet_id", BUILT_IN)
def test_golden_hands_have_names_of_their_own_and_a_reason(sheet_id):
    hands = golden(sheet_id)
    twice = [name for name, count in Counter(hand.name for hand in hands).items() if count > 1]
    assert not twice
    assert not [hand.name for hand in hands if not hand.why.strip()]
    assert not [hand.name for hand in hands if (hand.payouts is None) != bool(hand.errors)]


NEIGHBOURS = ("kaernten_2023", "steiermark_2017")  # they pay what the Viennese sheet pays, but for a few hands


class Ending(NamedTuple):
    """The end of a contract or premium in some golden hand; `form` and `side` are for premiums."""

    name: str
    how: str
    form: str = ""
    side: str = ""


@cache
def results(sheet_id: str) -> tuple[Result, ...]:
    """Return the results of the golden hands of a sheet."""
    desk = RecordScorer(load_built_in)
    return tuple(desk.score_raw(hand.record) for hand in golden(sheet_id))


def _valid(sheet_id: str) -> Iterator[tuple[HandRecord, Result]]:
    return (
        (result.record, result)
        for result in results(sheet_id)
        if result.record is not None and result.score is not None
    )


def _find_contract_endings(sheet_id: str, option: tuple[str, bool] | None = None) -> set[Ending]:
    """Return the ends of every contract in golden hands, all of them or those that say this of an option."""
    found = set()
    for record, result in _valid(sheet_id):
        if option is not None and option not in record.options:
            continue
        assert result.score is not None
        conceded = record.plays[0].result == "conceded"
        for line in result.score.lines:
            if line.cause.kind == "contract":
                how = "conceded" if conceded else {True: "won", False: "lost", None: "played"}[line.cause.won]
                found.add(Ending(line.cause.item, how))
            elif line.cause.kind == "renonce" and not line.cause.form:
                found.add(Ending(line.cause.item, "renonce"))
    return found


def _find_premium_endings(sheet_id: str) -> set[Ending]:
    """Return the ends of every premium in golden hands."""
    return {
        Ending(
            premium.premium,
            "won" if premium.won else "lost",
            "announced" if premium.announced else "silent",
            premium.side,
        )
        for record, _ in _valid(sheet_id)
        if record.renonce is None and record.plays[0].result != "conceded"
        for premium in record.premiums
    }


def _ends(contract: Contract) -> set[Ending]:
    """Return the ends that a contract can have."""
    if contract.is_trischaken:
        return {Ending(contract.id, "played")}
    ends = {Ending(contract.id, "won"), Ending(contract.id, "lost")}
    return ends | {Ending(contract.id, "conceded")} if contract.can_concede else ends


def _premium_ends(sheet: Sheet) -> set[Ending]:
    """Return the ends that each premium can have, in every form of the sheet, for every side that can have it."""
    return {
        Ending(name, how, "announced" if announced else "silent", side)
        for contract in sheet.contracts.values()
        for (name, announced), item in contract.forms.items()
        for how in (("won", "lost") if item.can_be_lost else ("won",))
        for side in ("declarer", "defence")
        if sheet.premiums[name].side in (None, side)
    }


def _sheets(rules: Rules) -> list[tuple[tuple[str, bool], Sheet]]:
    """The sheet with each of its options the other way round."""
    return [((name, not on), rules.build_sheet({name: not on})) for name, on in rules.defaults.items()]


@pytest.mark.parametrize("sheet_id", ORIGINALS)
def test_every_contract_is_won_and_lost_and_conceded_where_that_can_be(sheet_id):
    rules = rules_of(sheet_id)
    needed = set().union(
        *(_ends(contract) for contract in rules.build_sheet().contracts.values()),
        *(_ends(contract) for _, sheet in _sheets(rules) for contract in sheet.contracts.values()),
    )
    assert not sorted(needed - _find_contract_endings(sheet_id))


@pytest.mark.parametrize("sheet_id", ORIGINALS)
def test_every_contract_that_an_option_changes_is_won_and_lost_with_that_option(sheet_id):
    rules = rules_of(sheet_id)
    missing = {
        option: sorted(_find_new_endings(rules.build_sheet(), sheet) - _find_contract_endings(sheet_id, option))
        for option, sheet in _sheets(rules)
    }
    assert not {option: ends for option, ends in missing.items() if ends}


def _find_new_endings(usual: Sheet, other: Sheet) -> set[Ending]:
    """The ends of contracts that are new, or worth something else, on the other sheet."""
    return set().union(
        *(
            _ends(contract)
            for name, contract in other.contracts.items()
            if name not in usual.contracts or _worth(contract) != _worth(usual.contracts[name])
        )
    )


def _worth(contract: Contract) -> tuple[int, ...]:
    return contract.value, contract.lost, contract.win, contract.win_kontra


@pytest.mark.parametrize("sheet_id", ORIGINALS)
def test_every_option_is_tried_in_golden_hands(sheet_id):
    tried = {option for record, _ in _valid(sheet_id) for option in record.options}
    tried |= {option for result in results(sheet_id) if result.record is not None for option in result.record.options}
    assert {option for option, _ in _sheets(rules_of(sheet_id))} <= tried


@pytest.mark.parametrize("sheet_id", ORIGINALS)
def test_every_premium_in_every_form_is_won_and_lost_where_that_can_be(sheet_id):
    rules = rules_of(sheet_id)
    needed = _premium_ends(rules.build_sheet()).union(*(_premium_ends(sheet) for _, sheet in _sheets(rules)))
    assert not sorted(needed - _find_premium_endings(sheet_id))


@pytest.mark.parametrize("sheet_id", ORIGINALS)
def test_renonce_is_tried_in_games_with_and_without_partner_and_in_every_kind_of_game(sheet_id):
    sheet = rules_of(sheet_id).build_sheet()
    named = {end.name for end in _find_contract_endings(sheet_id) if end.how == "renonce"}
    kinds = {_kind(contract) for contract in sheet.contracts.values()}
    assert kinds == {_kind(sheet.contracts[name]) for name in named}


def _kind(contract: Contract) -> str:
    if contract.is_trischaken:
        return "trischaken"
    if contract.is_negative:
        return "negative"
    return "alone" if contract.partner is None else "called"


@pytest.mark.parametrize("sheet_id", ORIGINALS)
def test_every_kontra_up_to_the_limit_is_tried(sheet_id):
    sheet = rules_of(sheet_id).build_sheet()
    highest = max(contract.game.kontra for contract in sheet.contracts.values())
    possible = {kontra for kontra in (1, 2, 4, 8, 16) if kontra <= highest}
    tried = {play.kontra for record, _ in _valid(sheet_id) for play in record.plays}
    assert possible <= tried


@pytest.mark.parametrize("sheet_id", ORIGINALS)
def test_every_row_of_the_trischaken_table_pays_in_some_golden_hand(sheet_id):
    rules = rules_of(sheet_id).build_sheet().trischaken
    seen = {
        line.cause.marks for _, result in _valid(sheet_id) if result.score is not None for line in result.score.lines
    }
    for word in {word for row in rules.rows for word in row.when if not word.startswith("gleich")}:
        assert any(word in marks for marks in seen), word


@pytest.mark.parametrize("sheet_id", [sheet for sheet in CUPS if sheet not in NEIGHBOURS])
def test_every_value_of_a_cups_sheet_is_paid_in_some_golden_hand(sheet_id):
    contracts = rules_of(sheet_id).build_sheet().contracts
    played = {play.contract for record, _ in _valid(sheet_id) for play in record.plays}
    made = {(premium.premium, premium.announced) for record, _ in _valid(sheet_id) for premium in record.premiums}
    assert played == contracts.keys()
    assert made == {form for contract in contracts.values() for form in contract.forms}
