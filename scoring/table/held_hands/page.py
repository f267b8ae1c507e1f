"""Held hands on the page of their table: their content, the deals that they may be, and earlier decisions."""

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from django.utils import timezone
from django.utils.translation import gettext as _

from scoring.book.hand_form import build_record, move_entry
from scoring.book.ledger.book import Book, LedgerLine
from scoring.book.ledger.held_hands import (
    DealSeats,
    HeldHands,
    decode_fields,
    decode_seats,
    is_readable,
    load_held_hands,
    resolve_previous,
)
from scoring.book.ledger.seats import Seat, find_seat
from scoring.book.table_clock import DOUBLE, IN_PLAY, IN_TIME
from scoring.engine.evening.course import Hand
from scoring.engine.hand.explain import format_hand_remark
from scoring.engine.hand.reader import parse
from scoring.engine.hand.record import SEATS
from scoring.engine.hand.score_lines import Score
from scoring.engine.hand.scorer import Result
from scoring.engine.hand.story import BETWEEN, tell_hand
from scoring.engine.house_rules.sheet import Sheet
from scoring.engine.texts import describe_problem
from scoring.models import GameTable, HeldHand
from scoring.table.entry.page import translate_name
from scoring.table.entry.prefill import rebuild_deal_seats
from scoring.table.entry.preview import score_form
from scoring.table.written_sheet.rows import format_story, list_seat_names
from scoring.table.written_sheet.selectors import ScoredHand, TableView, build_scored_hand, build_scored_line

Game = tuple[str, int]  # contract, sitting of the declarer
_LATER_PHASES = {IN_TIME: (IN_PLAY, DOUBLE), IN_PLAY: (DOUBLE,)}  # the phases after each phase


class WordingContext(NamedTuple):
    """The data of a table that the wording of its held hands needs."""

    book: Book
    seats: Sequence[Seat]
    language: str


def build_wording_context(view: TableView) -> WordingContext:
    """Return the wording context of a table whose page is displayed."""
    return WordingContext(view.book, view.seats, view.language)


def format_unreadable_hand(hand: HeldHand) -> str:
    """Return what can be said of a hand that cannot be read: its day and its time."""
    return _("A hand of %(day)s that cannot be read") % {"day": f"{timezone.localtime(hand.entered):%d.%m.%Y, %H:%M}"}


def format_held_hand(hand: HeldHand, view: TableView) -> str:
    """Return players, game and result as they were entered; "?" if no game was chosen."""
    if not is_readable(hand):
        return format_unreadable_hand(hand)
    context = build_wording_context(view)
    return format_scored_hand(hand, context, score_held_hand(hand, context).score)


def format_scored_hand(hand: HeldHand, context: WordingContext, score: Score | None) -> str:
    """Return the same with the score; `score` None: the hand is not possible."""
    dealt = decode_seats(hand)
    names = {seat.id: seat.get_name(context.book.number) for seat in context.seats}
    at_table = tuple(names.get(sitting, "?") for sitting in dealt.sittings or (0,) * len(SEATS))
    fields = decode_fields(hand)
    return (
        format_entered_hand(fields, dealt.seat_of_forehand, at_table, context.book.sheet, context.language, score)
        or "?"
    )


def format_entered_hand(
    fields: Mapping[str, str],
    forehand: int,
    names: tuple[str, ...],
    sheet: Sheet,
    language: str,
    score: Score | None = None,
) -> str:
    """Return players, game and result of a hand in a form, even an incomplete one; empty if no game was chosen."""
    record, _problems = parse(build_record(fields, sheet, forehand))
    return tell_hand(record, sheet, names, language, score) if record is not None and record.plays else ""


def score_held_hand(hand: HeldHand, context: WordingContext) -> Result:
    """Score a held hand in the deal that its phone displayed, before everything that was played after its phase."""
    fields, book = decode_fields(hand), context.book
    phase = fields.get("phase", "")
    later = _LATER_PHASES.get(phase, ())
    then = next((line.before for line in book.played if line.entry.phase in later), book.now)
    evening, forehand = then if phase else then._replace(running=()), decode_seats(hand).forehand
    if forehand in evening.order:
        evening = evening._replace(forehand=forehand)
    return score_form(evening, book.sheet, fields)


def format_remark(score: Score | None, language: str) -> str:
    """Return the remark of a score in the words of the sheet; empty for None."""
    return format_hand_remark(score, language) if score is not None else ""


def parse_game(hand: HeldHand, book: Book) -> Game | None:
    """Return the game that was played, as far as the form contains it."""
    dealt = decode_seats(hand)
    plays = build_record(decode_fields(hand), book.sheet, dealt.seat_of_forehand)["plays"]
    if not plays:
        return None
    declarer = plays[0].get("declarer")
    is_known = dealt.sittings is not None and declarer in SEATS
    return plays[0]["contract"], dealt.sittings[declarer] if is_known and dealt.sittings else 0


def get_deal_game(line: LedgerLine, seats: Sequence[Seat]) -> Game | None:
    """Return the game of a deal of the sheet; None for a void one."""
    if not isinstance(line.content, Hand):
        return None
    play = line.content.record.plays[0]
    seat = find_seat(seats, line.before.active[play.declarer], line.number) if play.declarer is not None else None
    return play.contract, seat.id if seat is not None else 0


def format_deal(line: LedgerLine, view: TableView) -> str:
    """Return players, game and result of a deal of the sheet; empty for a void one."""
    return format_story(line, list_seat_names(line, view.seats), view.language)


LAST_DEALS = 3  # deals that a hand may be, whatever it follows
MOST_SHOWN = 10  # questions displayed at once, and decisions that can be taken back
MOST_BESIDE = 2  # deals displayed if none is likely


class LineCandidate(NamedTuple):
    """A deal of the sheet that a held hand may be, or may be inserted before."""

    number: int  # as on paper
    line: int
    words: str
    likely: bool  # the same game
    is_alike: bool = True  # it may be the same hand


class HandVersion(NamedTuple):
    """One of two versions of a hand; each part of it with whether the other version differs there."""

    parts: tuple[tuple[str, bool], ...]  # players, game and result
    amounts: tuple[tuple[str, int, bool], ...]  # name, sixths


class HeldQuestion(NamedTuple):
    """A held hand with the possible answers."""

    hand: HeldHand
    words: str  # players, game and result
    remark: str
    scored: ScoredHand | None  # its payments as the next hand
    problems: tuple[str, ...]  # the reasons why it cannot be the next hand
    likely_lines: tuple[LineCandidate, ...]  # displayed
    other_lines: tuple[LineCandidate, ...]  # on demand
    versions: tuple[HandVersion, HandVersion] | None  # the first of these deals on the sheet, and the held hand
    before: tuple[LineCandidate, ...]  # the deals before which it may be inserted
    after: tuple[str, ...]  # the later hands of that phone
    is_readable: bool = True  # a hand that is not can only be dropped

    @property
    def further(self) -> tuple[LineCandidate, ...]:
        """The deals that are offered on demand: all but the one whose version is displayed."""
        return (*self.likely_lines, *self.other_lines)[self.versions is not None :]

    @property
    def is_likely_same(self) -> bool:
        """Return True if another phone has saved the same game."""
        return any(candidate.likely for candidate in self.likely_lines)

    @property
    def is_contradicted(self) -> bool:
        """Return True if another phone has saved the same game, but with other amounts."""
        amounts = self.versions[0].amounts if self.versions is not None else ()
        return self.is_likely_same and any(differs for *_, differs in amounts)


class HeldPage(NamedTuple):
    """The held hands on the page."""

    asked: tuple[HeldQuestion, ...]
    rest: int  # the number of further waiting hands
    settled: tuple[tuple[HeldHand, str, int], ...]  # in words, with the deal that it is the same as (0: none)
    keys: str  # of all hands that wait
    late: tuple[str, ...] = ()  # those that the director decides about, in words

    @property
    def number(self) -> int:
        """The number of hands that somebody has to decide about, also of those that follow from it."""
        return len(self.asked) + self.rest + sum(len(question.after) for question in self.asked)


def build_held_page(table: GameTable, view: TableView) -> HeldPage | None:
    """Return the held hands of a table for its page; None, without a query, if there never was one."""
    if not table.held:
        return None
    held = load_held_hands(table.pk)
    late = held.late
    waiting = tuple(hand for hand in held.open if hand not in late)
    first = [hand for hand in waiting if not held.is_open(hand.previous) or hand.previous == hand.key]
    shown = (first or list(waiting))[:MOST_SHOWN]
    unreadable = [hand for hand in held.unreadable if hand.why != HeldHand.Why.TIME]
    asked = (
        *(_build_unreadable_question(hand) for hand in unreadable[:MOST_SHOWN]),
        *(_build_question(hand, held, view) for hand in shown),
    )
    numbers = {row.line: row.number for row in view.rows if row.counts}
    settled = tuple(
        (hand, format_held_hand(hand, view), numbers.get(hand.deal, 0)) for hand in held.settled_hands[:MOST_SHOWN]
    )
    rest = len(waiting) + len(unreadable) - len(asked) - sum(len(question.after) for question in asked)
    keys = " ".join(hand.key for hand in (*held.unreadable, *held.open))
    return HeldPage(asked, rest, settled, keys, tuple(format_held_hand(hand, view) for hand in late[:MOST_SHOWN]))


def _build_question(hand: HeldHand, held: HeldHands, view: TableView) -> HeldQuestion:
    now, was = view.next_seats, decode_seats(hand)
    context = build_wording_context(view)
    then = score_held_hand(hand, context)
    result = score_form(view.now, view.book.sheet, move_entry(decode_fields(hand), was, now, view.book.sheet))
    reasons = (*_explain_people(was, now, view), *_explain_forehand(hand, now, view))
    # In another deal the left-out fields are not problems: the hand was entered for the deal of that time.
    wrong = then.problems if reasons else result.problems
    problems = (*reasons, *(describe_problem(problem, view.language) for problem in wrong))
    candidates, further_lines, positions = _list_candidates(hand, held, view)
    words, scored = format_scored_hand(hand, context, then.score), _build_score(result, view) if not problems else None
    return HeldQuestion(
        hand=hand,
        words=words,
        remark=format_remark(then.score, view.language),
        scored=scored,
        problems=tuple(dict.fromkeys(problems)),
        likely_lines=candidates,
        other_lines=further_lines,
        versions=_compare_versions(hand, words, scored, candidates[0], view) if candidates else None,
        before=positions,
        after=tuple(format_held_hand(follower, view) for follower in _iter_followers(hand, held)),
    )


def _build_unreadable_question(hand: HeldHand) -> HeldQuestion:
    """Return the question about a hand that nobody can read, which must not keep people from all the others."""
    return HeldQuestion(
        hand=hand,
        words=format_unreadable_hand(hand),
        remark="",
        scored=None,
        problems=(),
        likely_lines=(),
        other_lines=(),
        versions=None,
        before=(),
        after=(),
        is_readable=False,
    )


def _build_score(result: Result, view: TableView) -> ScoredHand | None:
    if result.score is None or result.record is None:
        return None
    return build_scored_hand(result.record, result.score, view.active, view.language)


def _explain_people(was: DealSeats, now: DealSeats, view: TableView) -> Iterable[str]:
    """Yield the reason why a hand cannot be the next one: somebody would pay or be paid who did not play it."""
    if was.people == now.people:
        return
    names = {seat.id: seat.get_name(view.book.number) for seat in view.seats}
    then, present = (
        ", ".join(names.get(sitting, "?") for _place, sitting in sorted(people))
        for people in (was.people - now.people, now.people - was.people)
    )
    yield _("It was entered with: %(then)s. Now it would be: %(now)s.") % {"then": then, "now": present}


def _explain_forehand(hand: HeldHand, now: DealSeats, view: TableView) -> Iterable[str]:
    """Yield the reason why a game of the forehand cannot be the next hand: the forehand is another player now."""
    game = parse_game(hand, view.book)
    contract = view.book.sheet.contracts.get(game[0]) if game is not None else None
    seat = now.seat_of_forehand
    if contract is None or contract.by != "forehand" or now.sittings is None or game is None:
        return
    if game[1] != now.sittings[seat]:
        words = {"game": translate_name(contract, view.language)[0], "name": view.active[seat]}
        yield _("%(game)s is the forehand's game, and the forehand is %(name)s now.") % words


def _iter_followers(hand: HeldHand, held: HeldHands) -> Iterable[HeldHand]:
    """Yield the hands that the phone entered after a hand, one after the other."""
    after = {follower.previous: follower for follower in reversed(held.open)}
    passed, key = {hand.key}, hand.key
    while key in after and after[key].key not in passed:
        key = after[key].key
        passed.add(key)
        yield held.hands[key]


def _list_candidates(
    hand: HeldHand, held: HeldHands, view: TableView
) -> tuple[tuple[LineCandidate, ...], tuple[LineCandidate, ...], tuple[LineCandidate, ...]]:
    """Return the deals that a hand may be (displayed, further ones), and those before which it may be inserted."""
    numbers = {row.line: row for row in view.rows}
    deals = [line for line in view.book.played if line.is_deal]
    since, game = _find_line_since(hand, held, view), parse_game(hand, view.book)
    taken = {
        other.deal
        for other in held.settled_hands
        if other.device == hand.device and other.decided_as == HeldHand.As.SAME
    }
    after = sum(deal.number <= since for deal in deals)  # it may be any deal from this one on
    candidates = [
        LineCandidate(
            numbers[deal.number].number,
            deal.number,
            format_deal(deal, view) or numbers[deal.number].remark,
            likely=since < deal.number not in taken and game is not None and game == get_deal_game(deal, view.seats),
            is_alike=_is_alike(game, get_deal_game(deal, view.seats)),
        )
        for index, deal in enumerate(deals)
        if after <= index < after + MOST_SHOWN or index >= len(deals) - LAST_DEALS
    ]
    likely = [item for item in candidates if item.likely][:1]
    fresh = [item for item in candidates if item.line > since and item.line not in taken]
    likeliest = likely or [item for item in fresh if item.is_alike][:MOST_BESIDE]
    shown = {item.line for item in likeliest}
    further_lines = [item for item in candidates if item.is_alike and item.line not in shown]
    return tuple(likeliest), tuple(further_lines), tuple(fresh[:LAST_DEALS])


def _is_alike(game: Game | None, other: Game | None) -> bool:
    """Return True if two hands may be one with a mistake in one of them: the same contract, or the same declarer.

    >>> _is_alike(("rufer", 4), ("dreier", 7)), _is_alike(("rufer", 4), ("solorufer", 4)), _is_alike(None, ("rufer", 7))
    (False, True, True)
    """
    return game is None or other is None or game[0] == other[0] or 0 < game[1] == other[1]


def _compare_versions(
    hand: HeldHand, words: str, scored: ScoredHand | None, candidate: LineCandidate, view: TableView
) -> tuple[HandVersion, HandVersion] | None:
    """Return a deal of the sheet and a held hand, which pays as that deal if it is likely the same; None: no hand."""
    line = view.book.find_line(candidate.line)
    on_sheet = build_scored_line(line, view.seats, view.language) if line is not None else None
    if line is None or on_sheet is None:
        return None
    if candidate.likely:
        fields = move_entry(decode_fields(hand), decode_seats(hand), rebuild_deal_seats(view, line), view.book.sheet)
        result = score_form(line.before, view.book.sheet, fields)
        scored = _build_score(result, view._replace(active=list_seat_names(line, view.seats)))
    return (
        _build_version(candidate.words, on_sheet.amounts, words, scored.amounts if scored else ()),
        _build_version(words, scored.amounts if scored else (), candidate.words, on_sheet.amounts),
    )


def _build_version(
    words: str, amounts: Sequence[tuple[str, int]], other: str, other_amounts: Sequence[tuple[str, int]]
) -> HandVersion:
    parts = tuple((part, part not in other.split(BETWEEN)) for part in words.split(BETWEEN))
    return HandVersion(
        parts, tuple((*amount, bool(other_amounts) and amount not in other_amounts) for amount in amounts)
    )


def _find_line_since(hand: HeldHand, held: HeldHands, view: TableView) -> int:
    """Return the line after which a hand was played; 0: it was the first of the evening.

    If it is unknown which deal the hand follows, only the last deals are possible.
    """
    key, line = resolve_previous(hand, held)
    if line or not key:
        return line
    unknown = next((line.number for line in view.book.played[-LAST_DEALS - 1 : -LAST_DEALS]), 0)
    return next((line.number for line in view.book.played if line.key == key), unknown)
