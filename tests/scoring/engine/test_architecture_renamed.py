"""With every sheet, contract, premium, group and option called something else, every golden hand pays the same."""

import json
import tomllib
from functools import cache
from typing import Any

import pytest

from scoring.engine.hand.scorer import RecordScorer
from scoring.engine.house_rules.library import BUILT_IN, FOLDER, load_built_in
from scoring.engine.house_rules.loader import Rules
from scoring.engine.house_rules.overlay import Table, lay_over
from scoring.engine.house_rules.selector import WORDS
from tests.scoring.engine.support.golden_data import golden, line_of
from tests.scoring.engine.support.sheet_keys import list_keys
from tests.scoring.engine.test_architecture import ids

NEEDS_KONTRA = "_needs_kontra"  # the one code with the id of a premium in it
TEXTS = ("name", "name_en", "gloss", "gloss_en", "ref", "source", "version")


@cache
def new_names() -> dict[str, str]:
    """Another id for each: read from behind, so that the alphabet changes too."""
    every = ids().sheets | ids().entries | ids().others
    return {name: f"z-{name[::-1]}" for name in every}


def new(name: str) -> str:
    """The new name of a word of a sheet, which may stand behind a `not`."""
    negation = "not " if name.startswith("not ") else ""
    word = name.removeprefix("not ")
    return negation + new_names().get(word, word)


def renamed(value: Any, key: str = "") -> Any:
    """A table of a sheet with every id in it renamed, wherever it stands; texts for people stay."""
    if isinstance(value, dict):
        return {new(name): renamed(inner, name) for name, inner in value.items()}
    if isinstance(value, list):
        return [renamed(inner) for inner in value]
    return new(value) if isinstance(value, str) and key not in TEXTS else value


def table_of(name: str) -> Table:
    """A sheet file, renamed, with the one it extends below it."""
    table = tomllib.loads((FOLDER / f"{name}.toml").read_text("utf-8"))
    over: Table = renamed(table)
    return lay_over(table_of(table["extends"]), over) if "extends" in table else over


@cache
def renamed_rules() -> dict[str, Rules]:
    """All sheets under their new names."""
    vocabulary = table_of("vocabulary")
    return {new(sheet_id): Rules(vocabulary, table_of(sheet_id)) for sheet_id in BUILT_IN}


def renamed_record(record: dict[str, Any]) -> dict[str, Any]:
    """A record that speaks of the renamed sheets."""
    changed = record | {"sheet": new(record["sheet"])}
    changed["plays"] = [play | {"contract": new(play["contract"])} for play in record["plays"]]
    if "premiums" in record:
        changed["premiums"] = [premium | {"premium": new(premium["premium"])} for premium in record["premiums"]]
    if "options" in record:
        changed["options"] = {new(name): on for name, on in record["options"].items()}
    return changed


def renamed_answer(answer: dict[str, Any]) -> dict[str, Any]:
    """Return the answer that is expected: the same amounts and sentences, with the new ids."""
    if not answer["ok"]:
        errors = [(_path(error["path"]), _code(error["code"])) for error in answer["errors"]]
        return {"ok": False, "errors": sorted(errors)}
    lines = [
        line | {"item": new(line["item"]), "factors": [[_factor(name), factor] for name, factor in line["factors"]]}
        for line in answer["lines"]
    ]
    return answer | {"lines": lines}


def _factor(name: str) -> str:
    return name if name == "solo" else new(name)  # the multiplier, not Zwanzigerrufen's contract


def _path(path: str) -> str:
    return "/".join(new(part) for part in path.split("/"))


def _code(code: str) -> str:
    return new(code.removesuffix(NEEDS_KONTRA)) + NEEDS_KONTRA if code.endswith(NEEDS_KONTRA) else code


@pytest.mark.parametrize("sheet_id", BUILT_IN)
def test_golden_hands_pay_the_same_under_other_names(sheet_id):
    desk, other = RecordScorer(load_built_in), RecordScorer(renamed_rules().get)
    differing = []
    for hand in golden(sheet_id):
        wanted = renamed_answer(json.loads(desk.answer_line(line_of(hand))[0]))
        found = json.loads(other.answer_line(json.dumps(renamed_record(hand.record)).encode())[0])
        if not found["ok"]:
            found = {"ok": False, "errors": sorted((error["path"], error["code"]) for error in found["errors"])}
        if found != wanted:
            differing.append(f"{hand.name}: {found} instead of {wanted}")
    assert not differing, "\n".join(differing)


def test_renaming_touches_every_id_and_no_word_of_the_format():
    words = {part for key in list_keys() for part in key.split(".")} | set(WORDS)
    assert not words & new_names().keys()
    assert not new_names().keys() & set(new_names().values())
    for rules in renamed_rules().values():
        sheet = rules.build_sheet()
        used = {sheet.id, *sheet.contracts, *sheet.premiums, *sheet.options}
        assert used - {"trischaken"} <= set(new_names().values())
