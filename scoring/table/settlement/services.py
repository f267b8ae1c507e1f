"""The agreement of a table about money: read from its book, changed for the whole evening; who owes whom by it."""

import json
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from datetime import timedelta
from typing import NamedTuple

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from scoring.book.ledger.book import Book, LedgerLine
from scoring.book.ledger.seats import Seat
from scoring.engine import settlement as pagatkassa
from scoring.engine.agreement import AgreedPot, Stakes, format_agreement, parse_agreement
from scoring.engine.evening.course import Cash, Hand, compute_amounts
from scoring.engine.house_rules.sheet import Sheet
from scoring.engine.points import SIXTHS
from scoring.engine.settlement import (
    NO_MOVES,
    PLACES,
    Balance,
    Happened,
    Moves,
    PotMove,
    Settlement,
    Standing,
    compute_donated,
    settle_accounts,
)
from scoring.models import Entry, GameTable
from scoring.table.corrections.changes import Change, ChangeRequest, change_evening, move_cash, refuse_change
from tarockclub.kit import time_source
from tarockclub.kit.amounts import format_cents
from tarockclub.kit.hash_chain import encode_ascii

SEED_BYTES = 4


class PotCourse(NamedTuple):
    """A Pagatkassa from the first line of a book to its last; cents by place."""

    moved: tuple[PotMove, ...]  # one for each line of the book
    left: int  # cents in the pot now
    shares: Moves  # the share of everybody at the table if the evening ends now
    odd: int  # remainder of the division: this many players get one cent more, by lot


def compute_lot_seed(head: bytes) -> int:
    """Return the seed of the lot for the odd cents, from the hash of the book's last entry.

    After the end of an evening, that is the entry that ended it: unpredictable, and everybody can repeat the draw.

    >>> compute_lot_seed(bytes(31) + b"x"), compute_lot_seed(bytes(3) + b"x")
    (0, 120)
    """
    return int.from_bytes(head[:SEED_BYTES])


def compute_pot(book: Book, agreed: Stakes) -> int | None:
    """Return the cents in the Pagatkassa before the next deal; None without a Pagatkassa."""
    course = compute_pot_course(book, agreed, lot=0)
    return None if course is None else course.left


def compute_pot_course(book: Book, agreed: Stakes, lot: int) -> PotCourse | None:
    """Return the Pagatkassa with its division by this lot; None without a Pagatkassa."""
    if agreed.pagatkassa is None:
        return None
    moved = pagatkassa.follow_pot((_build_pot_event(line, book.sheet) for line in book.played), agreed.pagatkassa)
    left, order = moved[-1].pot if moved else 0, book.now.order
    return PotCourse(moved, left, pagatkassa.divide_pot(left, order, lot), left % len(order))


def _build_pot_event(line: LedgerLine, sheet: Sheet) -> Happened:
    """Return the event in the Pagatkassa for a line of the book; none for a hand that no longer counts."""
    content, before = line.content, line.before
    if isinstance(content, Cash):
        return pagatkassa.PotCash(content.place, content.cents)
    if not isinstance(content, Hand) or line.score is None:
        return None
    pagat = pagatkassa.find_announced_pagat(content.record, before.active, sheet.pot_premium)
    return pagatkassa.DealtHand(before.order, before.dealer, pagat)


def encode_accounts(book: Book, agreed: Stakes, pot: PotCourse | None, due: Mapping[int, int]) -> str:
    """Return as JSON what a phone settles by while the server is away; "" where it cannot.

    `due`: sixths of money by place. A phone knows places, no people: it cannot when somebody has left. Nor with a
    donation box, which gets its part line by line.
    """
    if agreed.donation or due.keys() != {*book.now.order}:
        return ""
    kassa = None
    if pot is not None and agreed.pagatkassa is not None:
        moves = [sum(cents) for cents in zip(*(moved.moves for moved in pot.moved), strict=True)]
        of_sheet = {"left": pot.left, "moves": moves or [*NO_MOVES], "premium": book.sheet.pot_premium}
        kassa = of_sheet | {name: getattr(agreed.pagatkassa, name) for name in ("opening", "stake", "cap")}
    by_place = [due.get(place, 0) for place in range(PLACES)]
    return encode_ascii({"rate": agreed.rate, "due": by_place, "pot": kassa})


class Account(NamedTuple):
    """One line of the settlement, for all players who held the same sittings.

    A substitute and the replaced player share one account; a person who left and returned has one for both times.
    """

    name: str
    is_present: bool  # is at the table now
    owed: Balance
    rank: int  # players with the same written score share it
    wins: bool
    person: int  # id; 0: several persons share it


class EveningSettlement(NamedTuple):
    """An evening's settlement with the names that it is about; accounts in the order of `settlement.people`."""

    agreed: Stakes
    accounts: tuple[Account, ...]
    settlement: Settlement
    pot: PotCourse | None
    pot_moves: tuple[tuple[int, ...], ...]  # cents by account: a row for each line of the book, then the division
    lot: int  # the seed by which the odd cents of the pot are drawn

    @property
    def tells_apart(self) -> bool:
        """True if some account has different points in money and in the written score."""
        return any(account.owed.money != account.owed.written for account in self.accounts)

    @property
    def ranked(self) -> tuple[Account, ...]:
        """The accounts by written score, the best first."""
        return tuple(sorted(self.accounts, key=lambda account: -account.owed.written))

    @property
    def winners(self) -> tuple[str, ...]:
        """The names with the best written score; empty if all have the same."""
        return tuple(account.name for account in self.accounts if account.wins)

    @property
    def in_euros(self) -> bool:
        """True if something is paid in money."""
        return self.agreed.rate > 0 or self.agreed.pagatkassa is not None


def compute_settlement(book: Book, seats: Sequence[Seat], agreed: Stakes, head: bytes) -> EveningSettlement:
    """Settle an evening in its current state, from its book; `head`: the hash of the last entry (compute_lot_seed)."""
    lot = compute_lot_seed(head)
    pot = compute_pot_course(book, agreed, lot)
    sat = [seat for seat in seats if seat.until != seat.since]
    shared = group_accounts(sat)
    account = {seat.id: index for index, held in enumerate(shared) for seat in held}

    def find_account(place: int, number: int) -> int:
        return account[_find_sitting(sat, place, number).id]

    moves = tuple(_list_pot_moves(book, pot, find_account, len(shared)))
    points = [Standing(0, 0, 0)] * len(shared)
    for number, place, amounts in _list_line_amounts(book, agreed):
        owner = find_account(place, number)
        points[owner] = Standing(*map(sum, zip(points[owner], amounts, strict=True)))
    standings = [point._replace(pot=sum(row[index] for row in moves)) for index, point in enumerate(points)]
    settlement = settle_accounts(standings, agreed)
    written = [owed.written for owed in settlement.people]
    ranks = [1 + sum(other > own for other in written) for own in written]
    has_winner = len(set(written)) > 1
    names = [(held[0].name, any(seat.until is None for seat in held)) for held in shared]
    persons = [{person for seat in held for _since, person in seat.persons} for held in shared]
    accounts = (
        Account(*named, owed, rank, rank == 1 and has_winner, min(ids) if len(ids) == 1 else 0)
        for named, owed, rank, ids in zip(names, settlement.people, ranks, persons, strict=True)
    )
    return EveningSettlement(agreed, tuple(accounts), settlement, pot, moves, lot)


def split_accounts(book: Book, seats: Sequence[Seat], settled: EveningSettlement) -> dict[int, int]:
    """Return the cents that each person gets or pays in the end: who shared an account, by their own points.

    The odd cents of such an account go to whoever sat there last, a move of the pot to whoever sat there then.
    """
    sat = [seat for seat in seats if seat.until != seat.since]

    def find_person(place: int, number: int) -> int:
        return _find_sitting(sat, place, number).get_person(number)

    due: Counter[int] = Counter()
    for number, place, amounts in _list_line_amounts(book, settled.agreed):
        due[find_person(place, number)] += amounts.due
    cents: Counter[int] = Counter()
    for held, owed in zip(group_accounts(sat), settled.settlement.people, strict=True):
        people = list(dict.fromkeys(person for seat in held for _since, person in seat.persons))
        parts = {person: due[person] * settled.agreed.rate // SIXTHS for person in people}
        parts[held[-1].persons[-1][1]] += owed.points - sum(parts.values())
        cents.update(parts)
    numbers = (*(line.number for line in book.played), book.number)
    moves = (*(moved.moves for moved in settled.pot.moved), settled.pot.shares) if settled.pot is not None else ()
    for number, row in zip(numbers, moves, strict=False):
        for place, amount in enumerate(row):
            if amount:
                cents[find_person(place, number)] += amount
    return dict(cents)


def group_accounts(seats: Iterable[Seat]) -> list[list[Seat]]:
    """Group the sittings by the persons who held them."""
    groups: dict[frozenset[int], list[Seat]] = {}
    for seat in seats:
        groups.setdefault(frozenset(person for _, person in seat.persons), []).append(seat)
    return list(groups.values())


def _list_line_amounts(book: Book, agreed: Stakes) -> Iterator[tuple[int, int, Standing]]:
    """Yield the payouts of every hand and of other lines with points: line, place, amounts."""
    for line in book.played:
        score, active = line.score, line.before.active
        of_hand = compute_donated(score.lines, active).by_place if score is not None else None
        for place, (money, written) in compute_amounts(line.content, score, active).items():
            due = of_hand[place] if of_hand is not None else min(money, written)  # end totals have no details
            yield line.number, place, Standing(money, written, due if agreed.donation else money)


def _list_pot_moves(
    book: Book, pot: PotCourse | None, whose: Callable[[int, int], int], accounts: int
) -> Iterator[tuple[int, ...]]:
    """Yield the moves of every line in the Pagatkassa, and last its division; cents by account."""
    if pot is None:
        return
    numbers = (*(line.number for line in book.played), book.number)
    for number, moves in zip(numbers, (*(moved.moves for moved in pot.moved), pot.shares), strict=True):
        row = [0] * accounts
        for place, cents in enumerate(moves):
            if cents:
                row[whose(place, number)] += cents
        yield tuple(row)


def _find_sitting(seats: Sequence[Seat], place: int, number: int) -> Seat:
    """Return the sitting at a place in a line; after a player has left, theirs, for cash moved by a correction."""
    sittings = [seat for seat in seats if seat.place == place and seat.since <= number]
    return max(sittings, key=lambda seat: seat.since)


def load_agreed(table: GameTable) -> Stakes:
    """Return the current agreement: the latest one, else that of the start; one query."""
    agreements = Entry.objects.filter(table=table, kind=Entry.Kind.AGREED).order_by("-sequence")
    text = agreements.values_list("record", flat=True).first()
    return parse_agreement(text or table.agreed or "{}")


def request_agreement(agreed: Stakes) -> ChangeRequest:
    """Return the request for another agreement, for the whole evening."""

    def ask(book: Book) -> Change:
        if agreed == load_agreed(book.table):
            return refuse_change("no_change")
        return change_evening(Entry.Kind.AGREED, json.loads(format_agreement(agreed)))(book)

    return ask


def request_cash(place: int, cents: int) -> ChangeRequest:
    """Return the request to put money into the Pagatkassa, or (negative) to take some out."""

    def ask(book: Book) -> Change:
        pot = compute_pot(book, load_agreed(book.table))
        if pot is None:
            return refuse_change("no_pot")
        return refuse_change("less_in_the_pot", "amount") if cents < -pot else move_cash(place, cents)(book)

    return ask


SAME_EVENING = timedelta(hours=12)


def request_end() -> ChangeRequest:
    """Return the request to end the evening: nothing more is written, the rest of the Pagatkassa is divided."""
    return change_evening(Entry.Kind.ENDED, {})


def request_reopening() -> ChangeRequest:
    """Return the request to reopen an evening that has ended."""

    def ask(book: Book) -> Change:
        if book.table.ended is None:
            return refuse_change("not_ended")
        return change_evening(Entry.Kind.REOPENED, {})(book)

    return ask


def is_just_over(table: GameTable) -> bool:
    """Return whether an evening ended so recently that the players themselves may reopen it."""
    return table.ended is None or time_source.now() - table.ended < SAME_EVENING


def format_agreed(agreed: Stakes) -> list[str]:
    """Return the stakes of a table, item by item."""
    a_point = ngettext("%(cents)s cent per point", "%(cents)s cents per point", agreed.rate)
    items = [a_point % {"cents": agreed.rate} if agreed.rate else _("for points only")]
    if agreed.donation:
        items.append(_("with a donation box"))
    return items if agreed.pagatkassa is None else [*items, *_format_pot(agreed.pagatkassa)]


def _format_pot(pot: AgreedPot) -> list[str]:
    items = [_("Pagatkassa: the dealer pays %(stake)s") % {"stake": format_cents(pot.stake)}]
    if pot.opening:
        items.append(_("if it is empty, everybody pays %(start)s") % {"start": format_cents(pot.opening)})
    if pot.cap is not None:
        items.append(_("a lost Pagat costs at most %(cap)s") % {"cap": format_cents(pot.cap)})
    return items
