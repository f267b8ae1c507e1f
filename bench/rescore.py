"""Re-scoring: a million hands from the database to new totals by two processes, and 10,000 hands for a page."""

import json
import time
from collections.abc import Iterator
from functools import cache
from typing import Any

from bench.random_records import draw_lines
from bench.ratio import Measurement, build_stopwatch, measure_ratios
from bench.records import SHEETS

TABLES, HANDS = 20, 50  # of each sheet, with hands that are all different; the others are copies of these
RECORDS = 2 * TABLES * HANDS  # records of each sheet
PEOPLE = 400
MOST, QUICK, ON_A_PAGE = 1_000_000, 56_000, 10_000
UNDER = "treffpunkt"
PROCESSES = 2
RATIO, SECONDS = 1 / 1.4, 3.0


def measure_processes(*, quick: bool) -> Measurement:
    """Compare two processes that read the database with one loop over the same records, parsed before."""
    fill_tables(QUICK if quick else MOST)
    parsed = _load_parsed()
    ours, theirs = build_stopwatch(_rescore_all), build_stopwatch(lambda: _score_plainly(parsed))
    # A million take so long that nothing has to be warm before.
    ratios = measure_ratios(3 if quick else 1, ours, theirs, warm_up=quick)
    return Measurement("re-scored from the database by two processes, against a loop in memory", ratios, RATIO)


def measure_page(*, quick: bool) -> Measurement:
    """Measure the seconds of the processor for the page of 10,000 hands."""
    hands = fill_tables(7_000 if quick else ON_A_PAGE)
    ratios = measure_ratios(
        3 if quick else 7, build_stopwatch(_show_page, time.process_time), lambda: hands / ON_A_PAGE
    )
    return Measurement("10,000 hands under other house rules as a page, in seconds", ratios, SECONDS)


def _rescore_all() -> None:
    from scoring.book.audit.records import split_tables
    from scoring.models import GameTable
    from scoring.reports.rescoring.comparison import Comparison
    from scoring.reports.rescoring.workers import compare_batches

    sums = Comparison()
    for part in compare_batches(split_tables(GameTable.objects.all()), _load_rules().text, PROCESSES):
        sums.add(part)
    if not sums.hands:
        raise RuntimeError("No hand was scored.")


def _load_rules() -> Any:
    from scoring.book.sheet_library import find_rules
    from scoring.reports.rescoring.sheets import build_other_rules

    rules = find_rules(UNDER)
    assert rules is not None
    return build_other_rules(rules, {})


def _load_parsed() -> list[list[Any]]:
    """Read every hand once: by table, the records."""
    from scoring.book.audit.records import split_tables
    from scoring.models import GameTable
    from scoring.reports.rescoring.selectors import load_table_lines

    return [
        [hand.record for hand in table.lines.hands]
        for batch in split_tables(GameTable.objects.all())
        for table in load_table_lines(batch)
    ]


def _score_plainly(parsed: list[list[Any]]) -> None:
    """Check and score one record after the other with the Radl that runs, and add up the totals of each table."""
    from scoring.engine.evening.state import apply_hand, apply_void, begin
    from scoring.engine.hand.scorer import score_record

    sheet = _load_rules().sheet
    for hands in parsed:
        evening = begin(4)
        for record in hands:
            score = score_record(record._replace(radl=evening.radl), [], sheet).score
            evening = apply_void(evening) if score is None else apply_hand(evening, score)


def _show_page() -> None:
    """Ask for the page as the club's secretary does, with nothing kept from before."""
    from django.test import Client

    from scoring.reports.rescoring import tables
    from scoring.reports.rescoring.tables import RescoredTables
    from tarockclub.models import Account
    from tarockclub.platform.server.page_cache import LruCache

    tables.RESULTS = LruCache[str, RescoredTables](1)
    client = Client()
    client.force_login(Account.objects.get())
    answer = client.get("/rescoring/", {"under": UNDER}, headers={"host": "localhost"})
    if answer.status_code != 200 or b"plist" not in answer.content:
        raise RuntimeError(f"{answer.status_code}")


@cache
def fill_tables(hands: int) -> int:
    """Let tables play random valid hands of all sheets, copy them until there are so many; return their number."""
    from django.core.management import call_command
    from django.db import transaction

    from scoring.book.audit import verify
    from scoring.models import Deal
    from tarockclub.platform.accounts.persons import load_first_club
    from tarockclub.platform.accounts.services import create_account

    call_command("migrate", verbosity=0)
    create_account(load_first_club(), "Schriftführung", "schrift", "drei-schöne-Vögel", "secretary")
    with transaction.atomic():
        played = [table for sheet, records in _group_records().items() for table in _play_tables(sheet, records)]
    if verify():
        raise RuntimeError("The books that are measured are not clean.")
    _copy_tables(hands // (len(played) * HANDS) - 1)
    return Deal.objects.count()


def _group_records() -> dict[str, list[list[dict[str, Any]]]]:
    """Draw records and group them by sheet and by the seat of the forehand, without what the table knows itself."""
    found: dict[str, list[list[dict[str, Any]]]] = {sheet: [[], [], [], []] for sheet in SHEETS}
    for line in draw_lines(RECORDS * len(SHEETS)):
        record = json.loads(line)
        if "options" not in record:
            hand = {name: record[name] for name in ("plays", "premiums", "renonce") if name in record}
            found[record["sheet"]][record["forehand"]].append(hand)
    return found


def _play_tables(sheet: str, records: list[list[dict[str, Any]]]) -> Iterator[Any]:
    from scoring.book.ledger.services import record_hand
    from scoring.table.evenings.services import EveningStart, start_evening

    for number in range(TABLES):
        table = start_evening(f"{sheet} {number}", EveningStart(("Anna", "Berta", "Cilli", "Dora"), sheet, {}, 0))
        previous = ""
        for at in range(HANDS):
            while not record_hand(table.slug, f"hand-{at}", previous, records[at % 4].pop()).entry:
                pass
            previous = f"hand-{at}"
        yield table


def _copy_tables(copies: int) -> None:
    """Let other tables have played what the tables have, so many times, with other people; inside SQLite."""
    from django.db import transaction
    from django.db.models import Max

    from bench.copied_rows import copy_rows
    from scoring.models import Deal, Entry, GameTable, Seated, Sitting

    last: dict[Any, int] = {
        model: model.objects.aggregate(Max("id"))["id__max"] for model in (GameTable, Sitting, Seated, Entry, Deal)
    }
    person = f"(copies.nth * 37 + sitting_id / 4 + sitting_id % 4 * 100) % {PEOPLE} + {_find_first_person()}"
    to_table = f"table_id + copies.nth * {last[GameTable]}"
    changed = {
        GameTable: {"slug": "LOWER(HEX(RANDOMBLOB(16)))", "start_key": "LOWER(HEX(RANDOMBLOB(16)))"},
        Sitting: {"table_id": to_table},
        Seated: {
            "sitting_id": f"sitting_id + copies.nth * {last[Sitting]}",
            "person_id": person,
        },
        Entry: {"table_id": to_table},
        Deal: {"table_id": to_table, "entry_id": f"entry_id + copies.nth * {last[Entry]}"},
    }
    with transaction.atomic():
        for model, values in changed.items():
            copy_rows(model, copies, {"id": f"id + copies.nth * {last[model]}", **values})


def _find_first_person() -> int:
    """Return the id of the first of the people who sit at copied tables; the others follow it."""
    from tarockclub.platform.accounts.persons import find_or_create_person, load_first_club

    club = load_first_club()
    first, *_others = [find_or_create_person(club, f"Spieler {number}").pk for number in range(PEOPLE)]
    return first
