"""The golden hands: records with the payouts that were worked out by hand from the printed sheets."""

import json
import tomllib
from collections.abc import Callable, Iterable
from functools import cache
from typing import Any, NamedTuple

from scoring.engine.house_rules.library import BUILT_IN, FOLDER

GOLDEN = FOLDER / "examples"
EXPECTED = frozenset(("name", "why", "payouts", "schrift", "starts_radl", "warnings", "errors"))


class Hand(NamedTuple):
    """One golden hand: a record, and what must come of it."""

    name: str
    why: str
    record: dict[str, Any]
    payouts: list[str] | None  # None: the record is invalid
    schrift: list[str] | None
    starts_radl: bool
    warnings: list[str]
    errors: list[tuple[str, str]]

    @property
    def line(self) -> bytes:
        """The record as a line of JSON."""
        return json.dumps(self.record, ensure_ascii=False).encode()


def hand_of(entry: dict[str, Any], sheet_id: str) -> Hand:
    """Read one [[hand]] of a golden file; whatever is not an expectation is a field of the record."""
    return Hand(
        name=entry["name"],
        why=entry["why"],
        record={"sheet": sheet_id} | {key: value for key, value in entry.items() if key not in EXPECTED},
        payouts=entry.get("payouts"),
        schrift=entry.get("schrift", entry.get("payouts")),
        starts_radl=entry.get("starts_radl", False),
        warnings=entry.get("warnings", []),
        errors=[(path, code) for path, code in entry.get("errors", [])],
    )


@cache
def golden(sheet_id: str) -> tuple[Hand, ...]:
    """Every golden hand of a sheet."""
    table = tomllib.loads((GOLDEN / f"{sheet_id}.toml").read_text(encoding="utf-8"))
    return tuple(hand_of(entry, table["sheet"]) for entry in table["hand"])


def valid_hands() -> Iterable[Hand]:
    """The golden hands of all sheets that pay something."""
    return (hand for sheet_id in BUILT_IN for hand in golden(sheet_id) if hand.payouts is not None)


def all_faults(hands: Iterable[Hand], faults: Callable[[Hand], Iterable[str]]) -> str:
    """What is wrong with any of the hands, each under its name; empty when all are right."""
    wrong = {f"{hand.record['sheet']}: {hand.name}": list(faults(hand)) for hand in hands}
    return "\n".join(f"{name}\n    " + "\n    ".join(found) for name, found in wrong.items() if found)
