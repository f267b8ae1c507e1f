"""Held hands as the page of their table shows them: what each says, which deal it may be, what was decided."""

from collections.abc import Iterable
from datetime import datetime
from typing import NamedTuple

from django.utils.translation import gettext as _

from scoring.engine.hand.explain import formula
from scoring.engine.hand.scorer import Result
from scoring.engine.texts import error_message
from scoring.entry.page import translate_name
from scoring.hand_form.deal_seats import DealSeats, build_deal_seats
from scoring.hand_form.fields import HandForm
from scoring.hand_form.fill import move_entry
from scoring.held_hands.messages import (
    Game,
    build_wording_context,
    format_deal,
    format_held_hand,
    format_remark,
    format_scored_hand,
    get_deal_game,
    parse_game,
    score_held_hand,
)
from scoring.ledger.book import LedgerLine
from scoring.ledger.held_hands import HeldHands, decode_fields, decode_seats, load_held_hands, resolve_previous
from scoring.ledger.services import score_hand
from scoring.models import GameTable, HeldHand
from scoring.written_sheet.selectors import ScoredHand, TableView, build_scored_hand

LAST_DEALS = 3  # that a hand may be, whatever it follows
MOST_SHOWN = 10  # hands that are asked about at once, and decisions that can be taken back
MOST_BESIDE = 2  # deals in sight where none is likely


class Candidate(NamedTuple):
    """A deal of the sheet that a held hand may be, or stand before."""

    number: int  # as on paper
    line: int
    words: str
    likely: bool  # the same game
    instead: str = ""  # what the sheet says of that game, where it pays something else
    is_alike: bool = True  # it may be the same hand


class HeldQuestion(NamedTuple):
    """A held hand, and what is offered."""

    key: str
    device: str
    entered: datetime
    words: str  # who played what and how it went
    remark: str
    scored: ScoredHand | None  # as it would pay as the next hand
    problems: tuple[str, ...]  # why it cannot be that
    same: tuple[Candidate, ...]  # in sight
    others: tuple[Candidate, ...]  # on demand
    before: tuple[Candidate, ...]  # where it may be put
    after: tuple[str, ...]  # what the phone entered after it

    @property
    def is_likely_same(self) -> bool:
        """Whether another phone has saved the same game."""
        return any(one.likely for one in self.same)


class DecidedHand(NamedTuple):
    """A decision that can be taken back."""

    key: str
    entered: datetime
    words: str
    number: int  # of the deal that it is; 0: it does not count
    note: str
    dropped: bool


class HeldPage(NamedTuple):
    """What the page says of held hands."""

    asked: tuple[HeldQuestion, ...]
    more: int  # that wait besides
    settled: tuple[DecidedHand, ...]
    late: tuple[str, ...] = ()  # those about which the director decides, in words


def build_held_page(table: GameTable, view: TableView) -> HeldPage | None:
    """All about the held hands of a table; None, without a query, where there never was one."""
    if not table.held:
        return None
    held = load_held_hands(table.pk)
    late = held.late
    waiting = tuple(one for one in held.open if one not in late)
    first = [one for one in waiting if not held.is_open(one.previous) or one.previous == one.key]
    shown = (first or list(waiting))[:MOST_SHOWN]
    asked = tuple(_build_question(one, held, view) for one in shown)
    numbers = {row.line: row.number for row in view.rows if row.counts}
    settled = tuple(_build_decided_hand(one, view, numbers.get(one.deal, 0)) for one in held.settled[:MOST_SHOWN])
    more = len(waiting) - len(asked) - sum(len(one.after) for one in asked)
    return HeldPage(asked, more, settled, tuple(format_held_hand(one, view) for one in late[:MOST_SHOWN]))


def _build_decided_hand(hand: HeldHand, view: TableView, number: int) -> DecidedHand:
    dropped = hand.decided_as == HeldHand.As.DROPPED
    return DecidedHand(hand.key, hand.entered, format_held_hand(hand, view), number, hand.note, dropped)


def _build_question(hand: HeldHand, held: HeldHands, view: TableView) -> HeldQuestion:
    now = build_deal_seats(view.now, {seat.place: seat.id for seat in view.seats if seat.until is None})
    was = decode_seats(hand)
    known = build_wording_context(view)
    then = score_held_hand(hand, known)
    result = score_hand(view.now, view.book.sheet, HandForm(move_entry(decode_fields(hand), was, now, view.book.sheet)))
    reasons = (*_explain_people(was, now, view), *_explain_forehand(hand, now, view))
    # Where the deal is another one, what had to be left out is not missing: it was entered for the deal of then.
    wrong = then.problems if reasons else result.problems
    problems = (*reasons, *(error_message(one, view.language) for one in wrong))
    same, others, at = _list_candidates(hand, held, view)
    return HeldQuestion(
        key=hand.key,
        device=hand.device,
        entered=hand.entered,
        words=format_scored_hand(hand, known, then.score),
        remark=format_remark(then.score, view.language),
        scored=_build_score(result, view) if not problems else None,
        problems=tuple(dict.fromkeys(problems)),
        same=same,
        others=others,
        before=at,
        after=tuple(format_held_hand(follower, view) for follower in _iter_followers(hand, held)),
    )


def _build_score(result: Result, view: TableView) -> ScoredHand | None:
    if result.score is None or result.record is None:
        return None
    return build_scored_hand(result.record, result.score, view.active, view.language)


def _explain_people(was: DealSeats, now: DealSeats, view: TableView) -> Iterable[str]:
    """Why a hand cannot be the next one: somebody would pay or get paid who did not play it."""
    if was.people == now.people:
        return
    names = {seat.id: seat.name_at(view.book.number) for seat in view.seats}
    then, others = (
        ", ".join(names.get(sitting, "?") for _place, sitting in sorted(people))
        for people in (was.people - now.people, now.people - was.people)
    )
    yield _("It was entered with: %(then)s. Now it would be: %(now)s.") % {"then": then, "now": others}


def _explain_forehand(hand: HeldHand, now: DealSeats, view: TableView) -> Iterable[str]:
    """Why a game of the forehand cannot be the next hand: somebody else is forehand now."""
    game = parse_game(hand, view.book)
    contract = view.book.sheet.contracts.get(game[0]) if game is not None else None
    seat = now.seat_of_forehand
    if contract is None or contract.by != "forehand" or now.sittings is None or game is None:
        return
    if game[1] != now.sittings[seat]:
        said = {"game": translate_name(contract, view.language)[0], "name": view.active[seat]}
        yield _("%(game)s is the forehand's game, and the forehand is %(name)s now.") % said


def _iter_followers(hand: HeldHand, held: HeldHands) -> Iterable[HeldHand]:
    """What the phone entered after a hand, one after the other."""
    after = {one.previous: one for one in reversed(held.open)}
    passed, key = {hand.key}, hand.key
    while key in after and after[key].key not in passed:
        key = after[key].key
        passed.add(key)
        yield held.hands[key]


def _list_candidates(
    hand: HeldHand, held: HeldHands, view: TableView
) -> tuple[tuple[Candidate, ...], tuple[Candidate, ...], tuple[Candidate, ...]]:
    """The deals that it may be: those in sight, further ones; and those before which it may be put."""
    numbers = {row.line: row for row in view.rows}
    deals = [one for one in view.book.played if one.is_deal]
    since, game = _find_line_since(hand, held, view), parse_game(hand, view.book)
    taken = {one.deal for one in held.settled if one.device == hand.device and one.decided_as == HeldHand.As.SAME}
    after = sum(deal.number <= since for deal in deals)  # from this deal on it may be
    found = [
        Candidate(
            numbers[deal.number].number,
            deal.number,
            format_deal(deal, view) or numbers[deal.number].remark,
            likely=since < deal.number not in taken and game is not None and game == get_deal_game(deal, view.seats),
            is_alike=_is_alike(game, get_deal_game(deal, view.seats)),
        )
        for at, deal in enumerate(deals)
        if after <= at < after + MOST_SHOWN or at >= len(deals) - LAST_DEALS
    ]
    deal_at = {deal.number: deal for deal in deals}
    likely = [one._replace(instead=_format_difference(hand, deal_at[one.line], view)) for one in found if one.likely][
        :1
    ]
    fresh = [one for one in found if one.line > since and one.line not in taken]
    same = likely or [one for one in fresh if one.is_alike][:MOST_BESIDE]
    shown = {one.line for one in same}
    others = [one for one in found if one.is_alike and one.line not in shown]
    return tuple(same), tuple(others), tuple(fresh[:LAST_DEALS])


def _is_alike(game: Game | None, other: Game | None) -> bool:
    """Whether two hands may be one, with a slip in one of them: the same contract, or the same declarer.

    >>> _is_alike(("rufer", 4), ("dreier", 7)), _is_alike(("rufer", 4), ("solorufer", 4)), _is_alike(None, ("rufer", 7))
    (False, True, True)
    """
    return game is None or other is None or game[0] == other[0] or 0 < game[1] == other[1]


def _format_difference(hand: HeldHand, one: LedgerLine, view: TableView) -> str:
    """What the sheet says of a deal, where the hand would have paid something else in it."""
    mine = score_hand(one.before, view.book.sheet, HandForm(decode_fields(hand))).score
    if mine is None or one.score is None or mine.payouts == one.score.payouts:
        return ""
    said = (formula(one.score), format_deal(one, view))
    return "; ".join(part for part in said if part)


def _find_line_since(hand: HeldHand, held: HeldHands, view: TableView) -> int:
    """The line after which it was played; 0: it was the first of the evening.

    Where nobody knows what it follows, only the last deals may be it.
    """
    key, line = resolve_previous(hand, held)
    if line or not key:
        return line
    unknown = next((one.number for one in view.book.played[-LAST_DEALS - 1 : -LAST_DEALS]), 0)
    return next((one.number for one in view.book.played if one.key == key), unknown)
