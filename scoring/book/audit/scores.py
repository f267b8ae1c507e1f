"""The proof of scores: every entry pays what its record pays under the pinned house rules, with its Radl."""

import hashlib
from collections.abc import Iterator, Sequence
from enum import Enum
from typing import Final, Literal, NamedTuple

from scoring.book.audit.records import Finding, Ledger
from scoring.book.ledger.codec import EVENING_NUMBER, HANDS, StoredEntry, decode_content, get_active_places
from scoring.book.ledger.entries import EMPTY_ANSWER, get_money, get_written
from scoring.book.ledger.sheet_versions import parse_sheet
from scoring.engine.evening.course import Content, EndTotals, Hand, Transfer, get_written_amounts
from scoring.engine.hand.check import check
from scoring.engine.hand.record import HandRecord
from scoring.engine.hand.score import score as score_hand
from scoring.engine.hand.score_lines import Score, decode_score, encode_score
from scoring.engine.house_rules.sheet import Sheet
from scoring.models import PLACES

# Raised by values that the program cannot have written.
READ_ERRORS = (ValueError, LookupError, TypeError, AttributeError, ArithmeticError)
NOTHING = (0,) * PLACES


class ScoreMark(Enum):
    """The mark of what cannot be read or scored."""

    WRONG = "wrong"


Wrong = Literal[ScoreMark.WRONG]
WRONG: Final = ScoreMark.WRONG


class ScoredEntry(NamedTuple):
    """An entry as it was read and scored again."""

    entry: StoredEntry
    content: Content | None  # None: unreadable, or it concerns the evening as a whole
    score: Score | None
    findings: tuple[Finding, ...]


def is_sheet_pinned(ledger: Ledger) -> bool:
    """Return True if the house rules are still the pinned ones."""
    version = ledger.table.sheet_version
    return hashlib.sha256(version.text.encode()).hexdigest() == version.digest


def score_entries(ledger: Ledger) -> dict[int, ScoredEntry]:
    """Return every entry of a book by its id, with the findings in the entry itself.

    All entries take each step together: its code then stays in the processor's cache.
    """
    sheet, name, entries = parse_sheet(ledger.table.sheet_version), ledger.name, ledger.entries
    contents = [_read_content(entry) for entry in entries]
    scores = _compute_scores(entries, contents, sheet)
    answers = [_has_right_answer(entry, score, sheet) for entry, score in zip(entries, scores, strict=True)]
    results = {}
    for entry, content, score, is_right in zip(entries, contents, scores, answers, strict=True):
        position = (name, entry.sequence, entry.deal_number)
        if content is WRONG or score is WRONG:
            results[entry.id] = ScoredEntry(entry, None, None, (Finding("record", *position),))
            continue
        wrong = [Finding(code, *position, what=what) for code, what in _check_amounts(entry, content, score)]
        wrong += () if is_right else (Finding("answer", *position),)
        wrong += () if _is_replacement(entry) else (Finding("replaces", *position),)
        results[entry.id] = ScoredEntry(entry, content, score, tuple(wrong))
    return results


def _read_content(entry: StoredEntry) -> Content | Wrong | None:
    """Return the content of a line; None of an entry that concerns the evening as a whole."""
    try:
        return None if entry.deal_number == EVENING_NUMBER else decode_content(entry)
    except READ_ERRORS:
        return WRONG


def _compute_scores(
    entries: Sequence[StoredEntry], contents: Sequence[Content | Wrong | None], sheet: Sheet
) -> list[Score | Wrong | None]:
    """Return the scores of hands; None of another line."""
    records = [
        content.record._replace(radl=entry.radl) if isinstance(content, Hand) else None
        for entry, content in zip(entries, contents, strict=True)
    ]
    problems = [record is not None and _is_impossible(record, sheet) for record in records]
    return [
        None if record is None else WRONG if wrong else _score_record(record, sheet)
        for record, wrong in zip(records, problems, strict=True)
    ]


def _is_impossible(record: HandRecord, sheet: Sheet) -> bool:
    try:
        return bool(check(record, sheet))
    except READ_ERRORS:
        return True


def _score_record(record: HandRecord, sheet: Sheet) -> Score | Wrong:
    try:
        return score_hand(record, sheet)
    except READ_ERRORS:
        return WRONG


def _check_amounts(entry: StoredEntry, content: Content | None, score: Score | None) -> Iterator[tuple[str, str]]:
    active, money, written = get_active_places(entry), get_money(entry), get_written(entry)
    if isinstance(content, Transfer | EndTotals):
        expected, expected_written = content.amounts, get_written_amounts(content)
    elif score is None:
        expected = expected_written = NOTHING
    else:
        expected, expected_written = _spread_amounts(active, score.payouts), _spread_amounts(active, score.written)
    if (money, written) == (expected, expected_written):
        return
    if sum(money) or sum(written):
        yield "sum", ""
    wrong = [
        place for place in range(PLACES) if (money[place], written[place]) != (expected[place], expected_written[place])
    ]
    of_a_deal = not isinstance(content, Transfer | EndTotals)
    strangers = [place for place in wrong if place not in active and of_a_deal]
    players = [place for place in wrong if place not in strangers]
    if strangers:
        yield "stranger", _format_places(strangers)
    if players:
        yield "amounts", _format_places(players)


def _spread_amounts(active: tuple[int, ...], amounts: tuple[int, ...]) -> tuple[int, ...]:
    """Return the amounts of four seats in the columns of their places."""
    columns = [0] * PLACES
    columns[active[0]], columns[active[1]], columns[active[2]], columns[active[3]] = amounts
    return tuple(columns)


def _format_places(places: list[int]) -> str:
    return ", ".join(str(place + 1) for place in places)


def _has_right_answer(entry: StoredEntry, score: Score | Wrong | None, sheet: Sheet) -> bool:
    """Return True if the stored answer is the one for the record."""
    if score is WRONG:
        return False
    if score is None:
        return entry.kind not in HANDS and entry.answer == EMPTY_ANSWER
    if entry.answer == encode_score(score):
        return True
    try:  # an older version may have written it differently
        return decode_score(entry.answer, sheet) == score
    except READ_ERRORS:
        return False


def _is_replacement(entry: StoredEntry) -> bool:
    replaced = entry.replaces
    if replaced is None:
        return entry.replaces_id is None
    same_line = (replaced.table_id, replaced.deal_number) == (entry.table_id, entry.deal_number)
    return same_line and replaced.sequence < entry.sequence
