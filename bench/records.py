"""The records that are measured; `python -m bench.records` chooses them again from the golden hands."""

import json
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from scoring.engine.hand.examples import load_examples
from scoring.engine.hand.reader import parse
from scoring.engine.hand.record import SEATS, print_record, reseat_record

FILE = Path(__file__).with_name("data") / "records.jsonl"
COUNT = 200
SHEETS = ("treffpunkt", "standard", "karlsruhe", "steindl", "skoty", "skoty-trophy", "zwanzigerrufen")
FIELDS = ("options", "forehand", "radl", "plays", "premiums", "renonce")
Record = dict[str, Any]


def make_variants() -> list[bytes]:
    """All valid golden hands with the seats turned, with and without a Radl: many different lines."""
    records = [record for sheet in SHEETS for record in _list_valid(sheet)]
    found = [
        json.dumps({**turn_seats(record, by), **radl}).encode() + b"\n"
        for by in SEATS
        for radl in ({}, {"radl": True})
        for record in records
    ]
    random.Random(1).shuffle(found)
    return found


def turn_seats(raw: Record, by: int) -> Record:
    """The same hand with everybody some seats further on.

    >>> turn_seats({"forehand": 0, "plays": [{"contract": "bettler", "declarer": 3, "kontra": {"0": 2}}]}, 1)
    {'forehand': 1, 'plays': [{'contract': 'bettler', 'declarer': 0, 'kontra': {'1': 2}}]}
    """
    record, _problems = parse(raw)
    assert record is not None
    seats: dict[int, int | None] = {seat: (seat + by) % len(SEATS) for seat in SEATS}
    forehand = ((record.forehand or 0) + by) % len(SEATS)
    moved, _away = reseat_record(record, seats, forehand, trischaken=False)  # there the declarer is turned as well
    return print_record(moved)


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
