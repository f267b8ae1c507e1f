"""What an evening was: hands, games played and won by each, and the hands that people will talk about."""

from collections.abc import Iterator
from typing import NamedTuple

from scoring.engine.evening.course import Hand, Void
from scoring.engine.hand.explain import formula
from scoring.engine.hand.record import SEATS
from scoring.engine.hand.score_lines import Score
from scoring.engine.hand.story import game_won, own_games
from scoring.engine.house_rules.sheet import Sheet
from scoring.ledger.book import Book, LedgerLine, number_lines
from scoring.ledger.seats import Seat
from scoring.written_sheet.radl_marks import compute_radl_marks
from scoring.written_sheet.rows import find_seat_name, format_story, list_seat_names


class Peak(NamedTuple):
    """A hand in which somebody got or lost the most of the evening, or most of all changed hands."""

    number: int  # as on the written sheet
    line: int
    names: tuple[str, ...]
    amount: int  # sixths, written score
    words: str  # who played it and how it went
    formula: str


class Tally(NamedTuple):
    """What a player did all evening, by his name in each hand."""

    name: str
    hands: int
    declared: (
        int  # also what ended by a Renonce and nobody wins; no Trischaken: the forehand has to, nobody declares it
    )
    won: int


class Summary(NamedTuple):
    """An evening in a few numbers."""

    hands: int  # that count; a void deal has a number besides
    void: int
    doubled: int  # of these, counted double
    best: Peak | None
    worst: Peak | None
    moved: Peak | None  # where it is another hand than both
    tallies: tuple[Tally, ...]  # in the order of their first hand


def compute_summary(book: Book, seats: tuple[Seat, ...], language: str) -> Summary:
    """What the hands of a book come to, those that stand."""
    hands = [(number, one, one.score) for number, one in number_lines(book) if one.score is not None]
    marks = compute_radl_marks(book).lines
    talked = [hand for hand in hands if any(hand[2].written)]
    return Summary(
        hands=len(hands),
        void=sum(isinstance(one.content, Void) for one in book.played),
        doubled=sum(one.number in marks for _number, one, _score in hands),
        tallies=tuple(_count_tallies([one for _number, one, _score in hands], seats, book.sheet)),
        **_find_peaks(talked, seats, language),
    )


def _find_peaks(
    hands: list[tuple[int, LedgerLine, Score]], seats: tuple[Seat, ...], language: str
) -> dict[str, Peak | None]:
    """The first hand in which somebody got the most, in which somebody lost the most, in which most was moved."""
    if not hands:
        return {"best": None, "worst": None, "moved": None}
    best = max(hands, key=lambda hand: max(hand[2].written))
    worst = min(hands, key=lambda hand: min(hand[2].written))
    moved = max(hands, key=lambda hand: _sum_moves(hand[2]))
    same = moved in (best, worst)
    return {
        "best": _build_peak(best, max(best[2].written), seats, language),
        "worst": _build_peak(worst, min(worst[2].written), seats, language),
        "moved": None if same else _build_peak(moved, _sum_moves(moved[2]), seats, language),
    }


def _sum_moves(score: Score) -> int:
    return sum(amount for amount in score.written if amount > 0)


def _build_peak(hand: tuple[int, LedgerLine, Score], amount: int, seats: tuple[Seat, ...], language: str) -> Peak:
    number, one, score = hand
    names = list_seat_names(one, seats)
    about = tuple(names[seat] for seat in SEATS if score.written[seat] == amount)
    return Peak(number, one.number, about, amount, format_story(one, names, language), formula(score))


def _count_tallies(played: list[LedgerLine], seats: tuple[Seat, ...], sheet: Sheet) -> Iterator[Tally]:
    found: dict[str, list[int]] = {}
    for one in played:
        for place in one.before.order:
            found.setdefault(find_seat_name(seats, place, one.number), [0, 0, 0])
        for name in list_seat_names(one, seats):
            found[name][0] += 1
        for name, won in _list_games(one, seats, sheet):
            found[name][1] += 1
            found[name][2] += bool(won)
    return (Tally(name, *counts) for name, counts in found.items())


def _list_games(one: LedgerLine, seats: tuple[Seat, ...], sheet: Sheet) -> Iterator[tuple[str, bool | None]]:
    """Who played a game of a hand, and whether he won it; None where nobody can."""
    names = list_seat_names(one, seats)
    if one.score is None or not isinstance(one.content, Hand):
        return
    for play in own_games(one.content.record, sheet):
        yield names[play.declarer], game_won(play, one.score)
