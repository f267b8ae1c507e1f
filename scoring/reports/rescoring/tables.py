"""Many tables under other house rules, for a page: the sums of everybody, and which hands differ.

They are scored without a turn, table by table with a pause after each, so that nobody who plays waits for it.
The latest results are kept until one of their books has another head.
"""

import hashlib
import time
from collections.abc import Iterator, Sequence
from itertools import islice
from typing import NamedTuple

from django.db.models import QuerySet, Sum
from django.utils import translation
from django.utils.translation import gettext as _

from scoring.book.audit.records import split_tables
from scoring.book.hooks import get_statistics_hooks
from scoring.models import GameTable
from scoring.reports.rescoring.comparison import Comparison, PersonSums, Ranks, compare_tables, compute_ranks
from scoring.reports.rescoring.hands import HandRow, build_hand_rows, rescore_book
from scoring.reports.rescoring.replay import ReplayedHand
from scoring.reports.rescoring.selectors import TableLines, load_table_lines
from scoring.reports.rescoring.sheets import OtherRules
from scoring.reports.statistics.queries import PersonIndex
from scoring.table.written_sheet.selectors import load_table_books
from tarockclub.models import Person
from tarockclub.platform.server.page_cache import LruCache
from tarockclub.platform.server.wsgi.turns import give_turn_back

MOST_HANDS = 50_000  # on a page; more of them are for `manage.py rescore`
MOST_SHOWN = 20  # hands on one page
MOST_KEPT = 2  # results
PAUSE = 0.002  # seconds after each table, for whoever has the turn


class ChangedHand(NamedTuple):
    """A hand that differs, or whose Radl does."""

    table: int
    line: int
    changes: tuple[tuple[int, int, int], ...]  # place, difference in money and in the written score


class RescoredTables(NamedTuple):
    """The result for some tables."""

    sums: Comparison
    changed: tuple[ChangedHand, ...]


class PersonRow(NamedTuple):
    """A person under both sheets."""

    name: str
    number: int  # in the club
    sums: PersonSums
    ranks: Ranks

    @property
    def difference(self) -> int:
        """The difference in the written score."""
        return self.sums.written_there - self.sums.written


class TableHands(NamedTuple):
    """The hands that differ of a table."""

    table: GameTable
    place: str  # in words: an evening, or where in a tournament
    sheet: str  # by which it was played
    rows: tuple[HandRow, ...]


def is_too_large(tables: QuerySet[GameTable]) -> bool:
    """Return whether there are too many hands for a page."""
    return bool((tables.aggregate(entries=Sum("last_sequence"))["entries"] or 0) > MOST_HANDS)


RESULTS: LruCache[str, RescoredTables] = LruCache(MOST_KEPT)


def rescore_tables(tables: QuerySet[GameTable], rules: OtherRules) -> RescoredTables:
    """Score tables under other house rules, without a turn."""
    heads = hashlib.sha256(rules.digest.encode())
    for pk, head in tables.order_by("pk").values_list("pk", "head"):
        heads.update(b"%d %s " % (pk, bytes(head)))
    key = heads.hexdigest()
    found = RESULTS.get(key)
    if found is None:
        with give_turn_back():
            found = _score_tables(tables, rules)
        RESULTS.put(key, found)
    return found


def _score_tables(tables: QuerySet[GameTable], rules: OtherRules) -> RescoredTables:
    changed: list[ChangedHand] = []

    def remember(table: int, hand: ReplayedHand) -> None:
        changed.append(ChangedHand(table, hand.number, tuple(hand.changes)))

    sums = Comparison()
    for batch in split_tables(tables):
        sums.add(compare_tables(_pause_between(load_table_lines(batch)), rules.sheet, remember))
    return RescoredTables(sums, tuple(changed))


def _pause_between(tables: Iterator[TableLines]) -> Iterator[TableLines]:
    """Let whoever has the turn go on after each table."""
    for table in tables:
        yield table
        time.sleep(PAUSE)


def list_person_rows(sums: Comparison, club: int) -> list[PersonRow]:
    """Return everybody with their sums, by rank there; a merged person counts as the one they were merged into."""
    known = PersonIndex(club)
    merged = Comparison()
    for person, own in sums.people.items():
        merged.get_sums(known.find_main(person)).add(own)
    people = [
        (name, number, merged.people[pk])
        for pk, name, number in Person.objects.filter(pk__in=merged.people).values_list("pk", "name", "number")
    ]
    ranks = compute_ranks([own.written for *_who, own in people], [own.written_there for *_who, own in people])
    rows = [PersonRow(name, number, own, ranked) for (name, number, own), ranked in zip(people, ranks, strict=True)]
    return sorted(rows, key=lambda row: (row.ranks.there, row.ranks.here, row.number))


def load_table_hands(changed: Sequence[ChangedHand], rules: OtherRules, language: str) -> list[TableHands]:
    """Load these hands in words, without a turn."""
    with give_turn_back():
        return _build_table_hands(changed, rules, language)


def generate_table_hands(changed: Sequence[ChangedHand], rules: OtherRules, language: str) -> Iterator[TableHands]:
    """Yield all these hands in words, few of them in memory."""
    rest = iter(changed)
    while some := list(islice(rest, MOST_SHOWN)):
        yield from _build_table_hands(some, rules, language)


def _build_table_hands(changed: Sequence[ChangedHand], rules: OtherRules, language: str) -> list[TableHands]:
    lines: dict[int, list[int]] = {}
    for hand in changed:
        lines.setdefault(hand.table, []).append(hand.line)
    tables = GameTable.objects.filter(pk__in=lines).select_related("sheet_version").order_by("pk")
    found = []
    with translation.override(language):
        places = get_statistics_hooks().places(list(lines))
        for table, stored in zip(list(tables), load_table_books(list(tables)), strict=True):
            rescored = rescore_book(stored.book, stored.seats, rules.sheet)
            rows = tuple(build_hand_rows(rescored, language, lines[table.pk]))
            own = stored.book.sheet.names[language.startswith("en")]
            found.append(TableHands(table, places.get(table.pk, _("evening")), own, rows))
    return found
