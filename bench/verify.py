"""The proof of all books in seconds, and the quick look at the totals against the bare SUM of the same amounts."""

import json
import random
import time
from functools import cache
from typing import Any

from bench.ratio import Measurement, build_stopwatch, measure_ratios
from bench.records import FILE

TABLES, HANDS = 100, 100
SECONDS, RATIO = 2.0, 1.5
NAMES = ("Anna", "Berta", "Cilli", "Dora")


def measure_proof(*, quick: bool) -> Measurement:
    """Measure the seconds that 10,000 hands take."""
    hands = fill_tables(TABLES // 10 if quick else TABLES)
    from scoring.book.audit import compute_proof as prove

    # The database is in this process too: its time tells the same while other programs run.
    ratios = measure_ratios(
        3 if quick else 7, build_stopwatch(prove, time.process_time), lambda: hands / (TABLES * HANDS)
    )
    return Measurement("the proof of 10,000 hands at 100 tables, in seconds", ratios, SECONDS)


def measure_totals(*, quick: bool) -> Measurement:
    """Compare adding up all totals with the SUM of the same columns of the same entries."""
    fill_tables(TABLES // 10 if quick else TABLES)
    from scoring.book.audit import list_wrong_totals

    ours, theirs = (build_stopwatch(work, time.process_time) for work in (list_wrong_totals, _read_bare))
    return Measurement("all totals added up, against the bare SUM", measure_ratios(25, ours, theirs), RATIO)


def _read_bare() -> None:
    from django.db import connection

    sums = ", ".join(f"SUM({letter}{place})" for letter in ("money", "written") for place in range(6))
    with connection.cursor() as cursor:
        cursor.execute(f"SELECT {sums} FROM scoring_deal JOIN scoring_entry ON scoring_entry.id = entry_id")
        cursor.fetchall()


@cache
def fill_tables(tables: int) -> int:
    """Make tables of all sheets with a hundred hands each, by the way every hand goes; return the number of hands."""
    from django.core.management import call_command
    from django.db import transaction

    from scoring.book.audit import verify

    call_command("migrate", verbosity=0)
    played = load_records()
    with transaction.atomic():
        for number in range(tables):
            play_table(f"table {number}", sorted(played)[number % len(played)], played)
    if verify():
        raise RuntimeError("The books that are measured are not clean.")
    return tables * HANDS


def play_table(key: str, sheet: str, played: dict[str, list[dict[str, Any]]], names: tuple[str, ...] = NAMES) -> None:
    """Let four people play a hundred hands by the way every hand goes."""
    from scoring.book.ledger.services import record_hand
    from scoring.table.evenings.services import EveningStart, start_evening

    table = start_evening(key, EveningStart(names, sheet, {}, 0))
    chance, deadline = random.Random(key), time.monotonic() + 60
    previous = ""
    for number in range(HANDS):
        while not record_hand(table.slug, f"hand-{number}", previous, chance.choice(played[sheet])).entry:
            if time.monotonic() > deadline:
                raise RuntimeError(f"No hand of {sheet} fits.")
        previous = f"hand-{number}"


def load_records() -> dict[str, list[dict[str, Any]]]:
    """Load hands by sheet: those of the fixed mix, without what the table knows itself."""
    found: dict[str, list[dict[str, Any]]] = {}
    for line in FILE.read_text(encoding="utf-8").splitlines():
        record = json.loads(line)
        if "options" not in record:
            hand = {name: record[name] for name in ("plays", "premiums", "renonce") if name in record}
            found.setdefault(record["sheet"], []).append(hand)
    return found
