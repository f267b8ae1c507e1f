"""The records that are measured; `python -m bench.records` chooses them again from the golden hands."""

import json
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from scoring.engine.hand.examples import load_examples

FILE = Path(__file__).with_name("data") / "records.jsonl"
COUNT = 200
SHEETS = ("treffpunkt", "standard", "karlsruhe", "steindl", "skoty", "skoty-trophy", "zwanzigerrufen")
FIELDS = ("options", "forehand", "radl", "plays", "premiums", "renonce")
SEATS = 4
Record = dict[str, Any]


def make_variants() -> list[bytes]:
    """All valid golden hands with the seats turned, with and without a Radl: many different lines."""
    records = [record for sheet in SHEETS for record in _list_valid(sheet)]
    found = [
        json.dumps({**turn_seats(record, by), **radl}).encode() + b"\n"
        for by in range(SEATS)
        for radl in ({}, {"radl": True})
        for record in records
    ]
    random.Random(1).shuffle(found)
    return found


def turn_seats(record: Record, by: int) -> Record:
    """The same hand with everybody some seats further on.

    >>> turn_seats({"plays": [{"contract": "bettler", "declarer": 3, "kontra": {"0": 2}}]}, 1)
    {'plays': [{'contract': 'bettler', 'declarer': 0, 'kontra': {'1': 2}}], 'premiums': [], 'forehand': 1}
    """
    found = {
        **record,
        "plays": [_turn_entry(play, by) for play in record["plays"]],
        "premiums": [_turn_entry(premium, by) for premium in record.get("premiums", ())],
        "forehand": (record.get("forehand", 0) + by) % SEATS,
    }
    return {**found, "renonce": _turn_entry(record["renonce"], by)} if record.get("renonce") else found


def _turn_entry(entry: Record, by: int) -> Record:
    return {name: _turn_value(name, value, by) for name, value in entry.items()}


def _turn_value(name: str, value: Any, by: int) -> Any:
    if isinstance(value, dict):  # by seat: kontra, claims
        return {str((int(seat) + by) % SEATS): factor for seat, factor in value.items()}
    if isinstance(value, list):  # by seat: points, tricks
        return [value[(seat - by) % SEATS] for seat in range(SEATS)]
    if name in ("declarer", "partner", "seat", "kontra_by", "by", "from") and value is not None:
        return (value + by) % SEATS
    return value


def choose_records() -> None:
    """Write the fixed mix: evenly many valid hands of every sheet, evenly spread over its golden hands."""
    chosen = [
        record
        for number, sheet in enumerate(SHEETS)
        for record in _spread(list(_list_valid(sheet)), COUNT // len(SHEETS) + (number < COUNT % len(SHEETS)))
    ]
    numbered = ({"id": f"{at:08x}", **record} for at, record in enumerate(chosen))
    FILE.write_text("".join(f"{json.dumps(record, ensure_ascii=False)}\n" for record in numbered), encoding="utf-8")


def _list_valid(sheet: str) -> Iterator[Record]:
    """The different valid records among a sheet's golden hands."""
    records = []
    for hand in load_examples(sheet):
        record = {"sheet": sheet, **{field: hand.record[field] for field in FIELDS if field in hand.record}}
        if hand.payouts is not None and record not in records:
            records.append(record)
            yield record


def _spread(records: list[Record], count: int) -> list[Record]:
    return [records[at * len(records) // count] for at in range(count)]


if __name__ == "__main__":
    choose_records()
