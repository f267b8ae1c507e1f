"""Rules beyond the seven sheets: small invented sheets with hands worked out from the documents (tests/data/sheets)."""

import json
import tomllib
from fractions import Fraction
from typing import Any

import pytest

from scoring.engine.evening.state import Session
from scoring.engine.house_rules.loader import parse_canonical
from tests.scoring.engine.support.invented_sheets import INVENTED, desk, invented

FILES = {path.stem: tomllib.loads(path.read_text(encoding="utf-8")) for path in sorted(INVENTED.glob("hands/*.toml"))}
HANDS = [(file["sheet"], hand) for file in FILES.values() if not file.get("evening") for hand in file["hand"]]
EVENINGS = [file for file in FILES.values() if file.get("evening")]
RECORD = ("options", "forehand", "radl", "plays", "premiums", "renonce")


def record_of(hand: dict[str, Any]) -> dict[str, Any]:
    """The record in a hand of the data file."""
    return {field: hand[field] for field in RECORD if field in hand}


def amounts(texts: list[str]) -> list[Fraction]:
    """Payouts as numbers."""
    return [Fraction(text) for text in texts]


@pytest.mark.parametrize(("sheet", "hand"), HANDS, ids=[f"{sheet}: {hand['name']}" for sheet, hand in HANDS])
def test_a_hand_under_an_invented_sheet_pays_what_the_document_says(sheet, hand):
    answer = json.loads(desk(sheet).answer_line(json.dumps(record_of(hand)).encode())[0])
    if "errors" in hand:
        assert [[error["path"], error["code"]] for error in answer["errors"]] == hand["errors"]
        return
    assert answer.get("errors", []) == []
    assert answer["payouts"] == hand["payouts"]
    assert answer["schrift"] == hand.get("schrift", hand["payouts"])
    assert [warning["code"] for warning in answer["warnings"]] == hand.get("warnings", [])
    lines = [amounts(line["amounts"]) for line in answer["lines"]]
    assert [sum(line) for line in lines] == [0] * len(lines)
    assert [sum(column) for column in zip(*lines, strict=True)] == amounts(answer["payouts"])


@pytest.mark.parametrize("evening", EVENINGS, ids=lambda evening: str(evening["sheet"]))
def test_an_evening_under_an_invented_sheet_counts_its_radln_itself(evening):
    session = Session(desk(evening["sheet"]))
    for hand in evening["hand"]:
        record = record_of(hand)
        del record["radl"]
        answer = json.loads(session.answer_line(json.dumps(record).encode())[0])
        told = {field: answer.get(field) for field in ("payouts", "radl", "radl_deals", "totals")}
        expected = {field: hand.get(field) for field in ("payouts", "radl", "radl_deals", "totals")}
        assert (hand["name"], told) == (hand["name"], expected)


@pytest.mark.parametrize("sheet", FILES)
def test_an_invented_sheet_scores_the_same_from_what_a_sheet_version_keeps(sheet):
    kept = parse_canonical(invented(sheet).format_canonical())
    fresh = invented(sheet).build_sheet()
    assert [(contract.id, contract.value, contract.lost, contract.win) for contract in kept.contracts.values()] == [
        (contract.id, contract.value, contract.lost, contract.win) for contract in fresh.contracts.values()
    ]
    assert list(kept.premiums) == list(fresh.premiums)


def test_a_text_pinned_before_there_was_multiplies_lost_multiplies_as_it_did():
    table = json.loads(invented("valat-all-lost").format_canonical())
    del table["premiums"]["valat"]["multiplies_lost"]
    premium = parse_canonical(json.dumps(table)).premiums["valat"]
    assert premium.multiplies is not None
    assert premium.multiplies_lost == premium.multiplies


def test_a_text_pinned_when_half_time_was_an_event_is_still_read():
    table = json.loads(invented("valat-all-lost").format_canonical())
    table["radl"]["after"]["half_time"] = "round"
    assert parse_canonical(json.dumps(table)).radl_after["half_time"] == "round"
