"""Actions of people at a table, at random, as rules of a Hypothesis state machine over services and paper."""

from functools import partial
from typing import Any

from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from scoring.book.ledger.entries import Outcome, WriteResult
from scoring.book.ledger.held_hands import DealSeats
from scoring.book.ledger.services import record_hand
from scoring.engine.evening.course import Seating
from scoring.models import Entry
from scoring.table.corrections import changes
from scoring.table.corrections.limits import MOST_DEALS
from scoring.table.corrections.services import strike_last_deal, write_change
from tests.scoring.support.expected_hands import NAMES, PaperHand, TreffpunktHand
from tests.scoring.support.expected_rules import columns, crossed, list_holders, move_forehands, put
from tests.scoring.support.expected_sheet import (
    DEALS,
    FOREHAND_FACTS,
    Blank,
    Chairs,
    Coins,
    Crossed,
    Doubles,
    ForehandChoice,
    LastCall,
    PlayedDeal,
    Row,
    Shifted,
    Start,
    Thrown,
    actives,
    after,
    dealt_at,
    order_at,
    schlussradl,
)
from tests.scoring.support.state_machine import REASON, Beside
from tests.scoring.support.state_machine_checks import all_of_it
from tests.scoring.support.tables import new_key

Draw = Any
PLACES = 6
STATEMENTS = (Doubles, LastCall, ForehandChoice, Chairs, Coins, Shifted)
STRUCK_OUT = (FOREHAND_FACTS, DEALS, STATEMENTS, (Chairs,))
numbers = st.integers(0, 30)
seat_changes = st.sampled_from(("come", "go", "replace", "substitute", "turn"))
chances = st.sampled_from((True, False, False))


class Tables(RuleBasedStateMachine):
    """A table of the Treffpunkt; other sheets override what they play by and which hands there are."""

    sheet = "treffpunkt"
    stacks = False

    @initialize(players=st.sampled_from((4, 4, 5, 5, 6)), forehand=st.integers(0, PLACES - 1))
    def begin(self, players, forehand):
        self.one = Beside(self.sheet, Start(players, forehand % players, self.stacks))

    @invariant()
    def paper_and_table_agree(self):
        if hasattr(self, "one"):
            self.one.compare()

    def teardown(self):
        if hasattr(self, "one") and self.one.agrees:
            self.one.compare_page()

    def draw_hand(self, data: Draw, seats: tuple[int, ...], forehand: int) -> PaperHand:
        """A hand of those who sit there, mostly one that can be."""
        kind = data.draw(st.sampled_from(sorted(NAMES)))
        turn = data.draw(st.permutations(seats))
        if kind in ("rufer", "nuller") and data.draw(st.sampled_from((True, True, True, False))):
            turn = [forehand, *(place for place in turn if place != forehand)]
        return TreffpunktHand(kind, tuple(turn[: NAMES[kind]]))

    def line(self, at: int, wanted: tuple[type, ...] = (object,)) -> Row:
        """One of the lines, of those that are wanted if there are any, and if not for chance."""
        rows = [row for row in self.one.rows if isinstance(row.fact, wanted) or at == 0] or self.one.rows
        return rows[at % len(rows)]

    def some_line(self, at: int) -> Row | None:
        """One of the lines or, mostly, none: at the end."""
        return self.line(at) if self.one.rows and at % 3 == 0 else None

    def seats_of(self, row: Row) -> tuple[tuple[int, ...], int]:
        """Return the players of a line, or those who would have played, and its forehand."""
        one = self.one
        forehand = dealt_at(one.start, one.rows, row.number)
        return actives(order_at(one.start, one.before(row)), forehand), forehand

    @rule(data=st.data(), hands=st.sampled_from((1, 2, 2, 3)))
    def plays(self, data, hands):
        for _ in range(hands):
            self.one.play(self.draw_hand(data, self.one.seats, self.one.forehand))

    @rule(data=st.data())
    def plays_on(self, data):
        self.one.play(self.draw_hand(data, self.one.seats, self.one.forehand))

    @precondition(lambda self: self.one.rows)
    @rule(at=numbers, data=st.data(), said=st.sampled_from((None, None, 1, 2)), same=chances)
    def corrects(self, at, data, said, same):
        row = self.line(at, DEALS)
        seats, forehand = self.seats_of(row)
        hand = row.fact.hand if same and isinstance(row.fact, PlayedDeal) else self.draw_hand(data, seats, forehand)
        can_be = isinstance(row.fact, DEALS)
        fact = PlayedDeal(hand, forehand, said)
        record = hand.record(seats, forehand)
        if (
            isinstance(row.fact, PlayedDeal)
            and row.fact.said == said
            and row.fact.hand.record(seats, forehand) == record
        ):
            can_be = False  # it says so already
        self.one.ask(
            changes.correct_hand(row.number, record, said), put(self.one.rows, row.number, fact) if can_be else None
        )

    @precondition(lambda self: self.one.rows)
    @rule(at=numbers, shift=st.booleans(), kinds=st.sampled_from(STRUCK_OUT))
    def strikes(self, at, shift, kinds):
        row = self.line(at, kinds)
        shift = shift and isinstance(row.fact, DEALS)
        rows = move_forehands(self.one.start, self.one.rows, row.number + 1, -1) if shift else self.one.rows
        can_be = not isinstance(row.fact, Crossed)
        self.one.ask(
            changes.strike_line(row.number, shift=shift), crossed(self.one.start, rows, row.number) if can_be else None
        )

    @rule()
    def strikes_the_last(self):
        one = self.one
        deals = [row for row in one.rows if isinstance(row.fact, DEALS)]
        key, previous = new_key(), one.previous
        if not deals:
            one.refused((lambda: strike_last_deal(one.table, key, previous, REASON), Outcome.STALE))
        else:
            one.strike_last(key, previous, crossed(one.start, one.rows, deals[-1].number))

    @precondition(lambda self: self.one.rows)
    @rule(at=numbers)
    def restores(self, at):
        row = self.line(at, (Crossed,))
        was = row.fact.was if isinstance(row.fact, Crossed) else None
        self.one.ask(changes.restore_line(row.number), None if was is None else put(self.one.rows, row.number, was))

    @precondition(lambda self: self.one.rows)
    @rule(at=numbers, data=st.data(), shift=st.booleans())
    def inserts(self, at, data, shift):
        row, one = self.line(at), self.one
        seats, forehand = self.seats_of(row)
        hand, number, key = self.draw_hand(data, seats, forehand), one.room(row.number), new_key()
        rows = move_forehands(one.start, one.rows, row.number, 1) if shift else one.rows
        new = sorted([*rows, Row(number, key, PlayedDeal(hand, forehand))], key=lambda one: one.number)
        ask = changes.insert_hand(row.number, hand.record(seats, forehand), shift=shift)
        one.ask(ask, new if number else None, key=key)

    @rule(at=numbers, what=st.sampled_from(("line", "next", "redeal")))
    def voids(self, at, what):
        if what == "next":
            self.one.write_line(Blank(self.one.forehand), lambda _: changes.void_next_deal())
        elif what == "redeal":
            self.one.write_line(Thrown(self.one.forehand), lambda _: changes.redeal())
        elif self.one.rows:
            row = self.line(at, (PlayedDeal,))
            fact = row.fact
            rows = put(self.one.rows, row.number, Blank(fact.forehand)) if isinstance(fact, PlayedDeal) else None
            self.one.ask(changes.void_hand(row.number), rows)

    @rule(place=st.integers(0, PLACES - 1))
    def chooses_the_forehand(self, place):
        self.one.write_line(ForehandChoice(place), lambda _: changes.set_forehand(place))

    @precondition(lambda self: self.one.rows)
    @rule(at=numbers, place=st.integers(0, PLACES - 1))
    def chooses_an_earlier_forehand(self, at, place):
        row, one = self.line(at, FOREHAND_FACTS), self.one
        order = order_at(one.start, one.before(row))
        rows = None
        if isinstance(row.fact, FOREHAND_FACTS) and place in order and place != row.fact.forehand:
            steps = order.index(place) - order.index(row.fact.forehand)
            rows = move_forehands(one.start, one.rows, row.number, steps)
        one.ask(changes.set_forehand(place, row.number), rows)

    @rule(deals=st.sampled_from((-1, 0, 0, 1, 2, 4, 5, 24, 25)), at=numbers)
    def says_how_long_it_is_double(self, deals, at):
        can_be = 0 <= deals <= MOST_DEALS
        self.one.write_line(
            Doubles(deals), lambda line: changes.set_radl(deals, line), self.some_line(at), can_be=can_be
        )

    @rule(
        form=st.sampled_from(("first_forehand", "first_forehand", "gstiess", "dealer")),
        dealer=st.integers(0, PLACES - 1),
        at=numbers,
    )
    def calls_the_last_round(self, form, dealer, at):
        row = self.some_line(at)
        place = dealer if form == "dealer" else None
        running = schlussradl(self.one.start, self.one.before(row)).left
        call = LastCall(form, place)
        self.one.write_line(call, lambda line: changes.announce_last_round(form, place, line), row, can_be=not running)

    @rule(at=numbers, what=seat_changes, who=numbers, where=numbers)
    def takes_a_seat(self, at, what, who, where):
        row, one = self.some_line(at), self.one
        chairs = self.chairs(order_at(one.start, one.before(row)), what, who, where)
        one.seat(chairs, row)

    @rule(whats=st.lists(seat_changes, min_size=2, max_size=3), who=numbers, where=numbers, strike=st.booleans())
    def thinks_again_about_seats(self, whats, who, where, strike):
        """Some come or go; then the first of it was wrong, or something before it was forgotten."""
        one, known = self.one, len(self.one.rows)
        for steps, what in enumerate(whats[:2]):
            one.seat(self.chairs(one.order, what, who + steps, where + steps))
        if len(one.rows) > known and strike:
            one.ask(changes.strike_line(one.rows[known].number), crossed(one.start, one.rows, one.rows[known].number))
        elif len(one.rows) > known:
            row = one.rows[known]
            one.seat(self.chairs(order_at(one.start, one.before(row)), whats[-1], who + 2, where + 2), row)

    def chairs(self, order: tuple[int, ...], what: str, who: int, where: int) -> Chairs:
        """Other seats than these; too many or too few now and then."""
        one, place = self.one, order[where % len(order)]
        there = {person for held_ in self.persons().values() for _, person in held_[-1:]}
        guests = [person for person in one.guests if person not in there] or one.guests
        guest = guests[who % len(guests)]
        match what:
            case "come":
                free = next((at for at in range(PLACES) if at not in order), 5)
                at = where % len(order)
                return Chairs((*order[:at], free, *order[at:]), ((free, guest),))
            case "go":
                return Chairs(tuple(other for other in order if other != place))
            case "replace":
                return Chairs(order, ((place, guest),))
            case "substitute":
                return Chairs(order, (), ((place, guest),))
        first = order[who % len(order)]
        swapped = {place: first, first: place}
        return Chairs(tuple(swapped.get(other, other) for other in order))

    def persons(self) -> dict[tuple[int, int], tuple[tuple[int, int], ...]]:
        """The people who hold the columns."""
        one = self.one
        found = one.cards()
        return {
            (place, since): list_holders(found[place, since], since) for place, since, _ in columns(one.start, one.rows)
        }

    @rule(one=numbers, other=numbers)
    def swaps(self, one, other):
        held_ = sorted(self.persons())
        self.one.swap(held_[one % len(held_)], held_[other % len(held_)])

    @rule(place=st.integers(0, PLACES - 1), cents=st.sampled_from((10, 50, -20, 0, 1_000_001)))
    def pays_into_the_pot(self, place, cents):
        can_be = place in self.one.order and cents in (10, 50, -20)
        self.one.write_line(Coins(place, cents), lambda _: changes.move_cash(place, cents), can_be=can_be)

    @rule(gets=st.integers(0, PLACES - 1), gives=st.integers(0, PLACES - 1), sixths=st.integers(0, 90), at=numbers)
    def moves_points_by_a_ruling(self, gets, gives, sixths, at):
        amounts = [0] * PLACES
        amounts[gets] += sixths
        amounts[gives] -= sixths - (at == 1)  # now and then they do not add up
        fact = Shifted(tuple(amounts))
        self.one.write_line(
            fact,
            lambda line: changes.transfer_amounts(fact.amounts, line),
            self.some_line(at),
            can_be=any(fact.amounts),
        )

    @rule(values=st.permutations((12, -3, -9, 0)), replaced=st.permutations((0, 0, 1, 2)), places=st.booleans())
    def counts_what_stands_on_paper(self, values, replaced, places):
        order = self.one.order if places else range(PLACES)
        found, again = [0] * PLACES, [0] * PLACES
        for place, value, times in zip(order, values, replaced, strict=False):
            found[place], again[place] = value, times
        fact = Shifted(tuple(found), tuple(again))
        self.one.write_line(fact, lambda _: changes.enter_end_totals(fact.amounts, tuple(again)))

    @precondition(lambda self: not self.one.ended and len(self.one.sent) > 8)
    @rule()
    def ends(self):
        self.one.ask(changes.change_evening(Entry.Kind.ENDED, {}), self.one.rows, ended=True)

    @precondition(lambda self: self.one.ended)
    @rule()
    def reopens(self):
        self.one.ask(changes.change_evening(Entry.Kind.REOPENED, {}), self.one.rows, ended=False)

    @rule(data=st.data(), at=numbers, number=st.sampled_from((0, 1, -1, 1 << 62)))
    def is_refused(self, data, at, number):
        if self.one.sent:
            self.sends_again(at)
        self.is_late(data, at)
        self.names_what_is_not_there(number)

    def sends_again(self, at: int) -> None:
        """A phone sends again what was answered long ago."""
        sent = self.one.sent[at % len(self.one.sent)]
        before = all_of_it(self.one.table)
        assert sent.again() == WriteResult(Outcome.SAVED, sent.entry)
        assert sent.other().outcome is Outcome.OTHER_BODY
        assert all_of_it(self.one.table) == before

    def is_late(self, data: Draw, at: int) -> None:
        """A phone shows an older sheet, or says half of what it must."""
        one = self.one
        record = self.draw_hand(data, one.seats, one.forehand).record(one.seats, one.forehand)
        seats = one.deal_seats
        other = DealSeats(seats.active, after(one.order, seats.forehand))
        key, stale, old = new_key(), Outcome.ENDED if one.ended else Outcome.STALE, at % (one.entries or 1)
        one.refused(
            (lambda: record_hand(one.table.slug, key, "elsewhere", record), stale),
            (lambda: record_hand(one.table.slug, key, one.previous, record, seen=other), stale),
            (lambda: record_hand(one.table.slug, key, None, record), Outcome.NO_PREVIOUS),
            (lambda: record_hand(one.table.slug, "no key", one.previous, record), Outcome.INVALID),
            (lambda: write_change(one.table, key, old - 1, changes.redeal(), REASON, sent=0), Outcome.STALE),
            (lambda: write_change(one.table, key, None, changes.redeal(), REASON, sent=0), Outcome.NO_PREVIOUS),
        )

    def names_what_is_not_there(self, number: int) -> None:
        """Lines, seats and sittings that are none."""
        one = self.one
        refusal = Outcome.ENDED if one.ended else Outcome.INVALID
        asks = (
            changes.strike_line(number),
            changes.restore_line(number),
            changes.void_hand(number),
            changes.correct_hand(number, {"plays": []}),
            changes.insert_hand(number, {"plays": []}),
            changes.set_forehand(0, number or 1),
            changes.set_radl(2, number or 1),
            changes.change_seats(Seating((0, 1, 2)), 0),
            changes.change_seats(Seating((0, 0, 1, 2)), 0),
            changes.change_seats(Seating((0, 1, 2, 9)), 0),
            changes.swap_seats((0, 0), (5, 77)),
        )
        one.refused(
            *((partial(write_change, one.table, new_key(), one.entries, ask, REASON, sent=0), refusal) for ask in asks)
        )
