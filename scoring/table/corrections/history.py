"""The history of the lines of a book: their versions with author, time and reason; and the effects of a change."""

import json
from datetime import datetime
from typing import Any, NamedTuple

from django.utils.translation import gettext as _

from scoring.book.ledger.book import Book, LedgerLine
from scoring.book.ledger.codec import EVENING_NUMBER, decode_line, get_active_places
from scoring.book.ledger.seats import Seat, SittingKey, build_seat_names, compute_totals, load_seats
from scoring.engine.evening.course import Content, CourseLine, CourseStep, Hand, Seating
from scoring.engine.evening.state import Evening
from scoring.engine.hand.explain import format_score_formula
from scoring.engine.hand.score_lines import Score
from scoring.engine.hand.story import tell_hand
from scoring.engine.texts import describe_problem
from scoring.models import Entry, GameTable
from scoring.table.corrections.forms import parse_change
from scoring.table.corrections.plan import ChangePlan
from scoring.table.corrections.services import build_person_lookup, compute_plan
from scoring.table.written_sheet.rows import NamedAmounts, find_seat_name, format_content
from scoring.table.written_sheet.selectors import TableView
from tarockclub.kit.text import PostedFields
from tarockclub.platform.privacy.readers import INSIDE

OF_A_HAND = ("correct", "insert")


class EntryVersion(NamedTuple):
    """A version of a line, from one of its entries."""

    kind: str
    moment: datetime
    who: str
    text: str  # formula and remark, or the content in words
    amounts: NamedAmounts  # name, sixths of the written score
    radl: int
    reason: str
    counts: bool  # True for the current version


class TotalChange(NamedTuple):
    """A total, or what a hand pays, before and after a change, in sixths."""

    name: str
    before: int
    after: int

    @property
    def change(self) -> int:
        """The difference."""
        return self.after - self.before


class LineChange(NamedTuple):
    """A line before and after a change."""

    number: int  # as on paper; 0 without a deal
    before: str
    before_amounts: NamedAmounts
    before_radl: int
    after: str
    after_amounts: NamedAmounts
    after_radl: int
    follows: bool  # True unless it is the line that was asked for
    forehands: tuple[str, ...]  # before and after, if they differ

    @property
    def amounts(self) -> list[TotalChange]:
        """Payments to each player before and after; 0 where it pays nothing, or did not."""
        before, after = dict(self.before_amounts), dict(self.after_amounts)
        return [TotalChange(name, before.get(name, 0), after.get(name, 0)) for name in {**before, **after}]


def list_entry_versions(table: GameTable, view: TableView, number: int, language: str) -> list[EntryVersion]:
    """Return the versions of a line in the order they were written, as the reader of the view may see them."""
    book, seats, reader = view.book, view.seats, view.reader
    entries = Entry.objects.filter(table=table, deal_number=number).select_related("note", "by", "replaces__replaces")
    devices = load_device_names(table)
    current = book.find_line(number)
    versions = []
    for entry in entries.order_by("sequence"):
        line = decode_line(entry, book.sheet)
        names = tuple(find_seat_name(seats, place, number) for place in get_active_places(entry))
        versions.append(
            EntryVersion(
                kind=_classify_entry(entry),
                moment=entry.at,
                who=reader.read_text(entry.by.name) if entry.by is not None else format_author(entry, devices),
                text=_format_line(line, names, current.before if current is not None else None, seats, language),
                amounts=_pair_amounts(names, line.score),
                radl=line.radl,
                reason=reader.read_text(entry.note.text) if entry.note is not None else "",
                counts=current is not None and current.entry.pk == entry.pk,
            )
        )
    return versions


def load_device_names(table: GameTable) -> dict[str, str]:
    """Return the names of the devices of a table, numbered in the order in which they first wrote."""
    devices = Entry.objects.filter(table=table).exclude(device="").order_by("sequence").values_list("device", flat=True)
    return {device: _("Phone %(number)s") % {"number": index} for index, device in enumerate(dict.fromkeys(devices), 1)}


def format_author(entry: Entry, devices: dict[str, str]) -> str:
    """Return the name of the person if they were logged in, else of the device."""
    return entry.by.name if entry.by is not None else devices.get(entry.device, "")


def _classify_entry(entry: Entry) -> str:
    """Return what an entry did to its line, as a word for the page."""
    replaced = entry.replaces
    if replaced is not None and replaced.kind == Entry.Kind.STRIKE:
        return "restored"
    if replaced is not None and entry.kind == Entry.Kind.CORRECTION:
        return "changed"
    return "written" if replaced is None else str(entry.kind)


def _format_line(
    line: CourseLine, names: tuple[str, ...], before: Evening | None, seats: tuple[Seat, ...], language: str
) -> str:
    if line.score is not None and isinstance(line.content, Hand):
        story = tell_hand(line.content.record, line.score.sheet, names, language, line.score)
        return "; ".join(filter(None, (format_score_formula(line.score, names), story)))
    return format_content(line.content, line.number, before, seats)


def _pair_amounts(names: tuple[str, ...], score: Score | None) -> NamedAmounts:
    return () if score is None else tuple(zip(names, score.written, strict=True))


def _list_changes(plan: ChangePlan, seats: tuple[Seat, ...], language: str) -> list[LineChange]:
    """Return the changes of a plan, the requested line first; deals have their present numbers on the sheet."""
    own = [plan.own] if plan.own is not None else []
    numbers = _number_deals(plan.book)
    steps = (*own, *plan.follow)
    return [_build_change(plan.book, step, plan.draft.number, numbers, seats, language) for step in steps]


def _number_deals(book: Book) -> dict[int, int]:
    """Return the numbers of the deals as on paper."""
    return {line.number: number for number, line in enumerate((line for line in book.played if line.is_deal), 1)}


def _build_change(
    book: Book, step: CourseStep, number: int, numbers: dict[int, int], seats: tuple[Seat, ...], language: str
) -> LineChange:
    was, line = book.find_line(step.line.number), step.line
    names = tuple(find_seat_name(seats, place, line.number) for place in step.before.active)
    old_names = (
        ()
        if was is None
        else tuple(find_seat_name(seats, place, line.number) for place in get_active_places(was.entry))
    )
    return LineChange(
        number=numbers.get(line.number, 0),
        before="" if was is None else _format_line(was.line, old_names, was.before, seats, language),
        before_amounts=() if was is None else _pair_amounts(old_names, was.score),
        before_radl=1 if was is None else was.line.radl,
        after=_format_line(line, names, step.before, seats, language),
        after_amounts=_pair_amounts(names, line.score),
        after_radl=line.radl,
        follows=line.number != number,
        forehands=_compare_forehands(was, step, seats),
    )


def _compare_forehands(was: LedgerLine | None, step: CourseStep, seats: tuple[Seat, ...]) -> tuple[str, ...]:
    """Return the names of the forehand of a deal before and after a change; empty if it stays the same."""
    places = () if was is None or not was.is_deal else (was.before.forehand, step.before.forehand)
    names = tuple(find_seat_name(seats, place, step.line.number) for place in places)
    return names if len(set(names)) > 1 else ()


def list_total_changes(plan: ChangePlan, seats: tuple[Seat, ...]) -> list[TotalChange]:
    """Return the totals before and after; also of those who have left, but not of those who would come."""
    book, swap = plan.book, _map_swap(plan)
    before = compute_totals(book.start, tuple(CourseStep(line.line, line.before, line.after) for line in book.played))
    after = {(key.place, key.since): total.written for key, total in compute_totals(book.start, plan.steps).items()}
    changes = []
    for stretch in sorted(before, key=lambda key: key.until is not None):
        then = after.get(swap.get((stretch.place, stretch.since), (stretch.place, stretch.since)))
        if then is not None:
            last = book.number if stretch.until is None else stretch.until - 1
            changes.append(TotalChange(find_seat_name(seats, stretch.place, last), before[stretch].written, then))
    return changes


def _map_swap(plan: ChangePlan) -> dict[SittingKey, SittingKey]:
    """Return the two sittings of a swap, each with the other one."""
    if plan.draft.kind != Entry.Kind.SWAP or plan.draft.content is None:
        return {}
    (place, since), (other, other_since) = plan.draft.content["sittings"]
    return {(place, since): (other, other_since), (other, other_since): (place, since)}


class NextDeal(NamedTuple):
    """The next deal, as a page of changes shows it."""

    forehand: str
    radl: int
    left: int


def build_next_deal(evening: Evening, seats: tuple[Seat, ...], number: int) -> NextDeal:
    """Return the forehand of the next deal, and the number of deals left in a Radl."""
    left = evening.last_round_left or max(evening.running, default=0)  # as on the badge
    return NextDeal(find_seat_name(seats, evening.forehand, number), evening.radl, left)


def list_problems(plan: ChangePlan, language: str) -> list[tuple[int, str]]:
    """Return the problems of a change: number of the deal as on paper (0: the change itself), sentence."""
    numbers = _number_deals(plan.book)
    sentences: dict[tuple[int, str], None] = {}
    for line, problem in plan.problems:
        sentences[numbers.get(line, 0), describe_problem(problem, language)] = None
    return list(sentences)


def list_evening_changes(table: GameTable, seats: tuple[Seat, ...]) -> list[tuple[Entry, str, str]]:
    """Return the entries about the evening as a whole, the newest first, each with its author and in words."""
    entries = Entry.objects.filter(table=table, deal_number=EVENING_NUMBER).select_related("note", "by")
    devices = load_device_names(table)
    return [
        (entry, format_author(entry, devices), format_evening_change(entry, seats))
        for entry in entries.order_by("-sequence")
    ]


def format_evening_change(entry: Entry, seats: tuple[Seat, ...]) -> str:
    """Return the content of an entry about the evening as a whole, in words."""
    content = json.loads(entry.record)
    if entry.kind == Entry.Kind.FOREHAND:
        name = find_seat_name(seats, content["place"], content["since"])
        return _("the forehand of earlier deals was set: %(name)s") % {"name": name}
    if entry.kind == Entry.Kind.SWAP:
        names = [find_seat_name(seats, place, since) for place, since in content["sittings"]]
        return _("%(one)s and %(other)s swapped seats for all hands") % {"one": names[0], "other": names[1]}
    texts = {
        Entry.Kind.AGREED: _("the agreement about money was changed"),
        Entry.Kind.ENDED: _("the evening was ended"),
        Entry.Kind.REOPENED: _("the evening was reopened"),
    }
    return texts.get(Entry.Kind(entry.kind), "")


def _preview_seats(seats: tuple[Seat, ...], plan: ChangePlan, name: str) -> tuple[Seat, ...]:
    """Return the seats with the change; `name`: of the person who comes or takes over."""
    content, own = plan.draft.content, plan.own
    if plan.draft.kind == Entry.Kind.SWAP and content is not None:
        first, second = content["sittings"]
        return _swap_names(seats, tuple(first), tuple(second))
    return seats if own is None or not name else _apply_seating(seats, own.line.content, own.line.number, name)


def _swap_names(seats: tuple[Seat, ...], first: tuple[int, ...], second: tuple[int, ...]) -> tuple[Seat, ...]:
    """Return the seats with the names of two sittings exchanged."""
    names = {(seat.place, seat.since): seat.names for seat in seats}
    exchanged = {first: names[second[0], second[1]], second: names[first[0], first[1]]}
    return tuple(seat._replace(names=exchanged.get((seat.place, seat.since), seat.names)) for seat in seats)


def _apply_seating(seats: tuple[Seat, ...], content: Content, since: int, name: str) -> tuple[Seat, ...]:
    if not isinstance(content, Seating):
        return seats
    took_over = {place for place, _person in content.substitutes}
    rest = tuple(_add_substitute(seat, since, name) if seat.place in took_over else seat for seat in seats)
    return (
        *rest,
        *(Seat(0, place, since, None, ((since, name),), ((since, 0),)) for place, _person in content.came),
    )


def _add_substitute(seat: Seat, since: int, name: str) -> Seat:
    """Return a sitting with a substitute added, if it includes that line."""
    if seat.since >= since or (seat.until is not None and seat.until <= since):
        return seat
    return seat._replace(names=tuple(sorted([*seat.names, (since, name)])))


def build_effects(plan: ChangePlan, seats: tuple[Seat, ...], name: str, language: str) -> dict[str, Any]:
    """Return what follows from a change: other lines, totals, the next deal; `name`: of the person who comes."""
    then = _preview_seats(seats, plan, name)
    last = plan.steps[-1].line.number if plan.steps else plan.book.number
    short = build_seat_names(then)
    totals = [change for change in list_total_changes(plan, seats) if change.change]
    return {
        "changes": [_shorten_names(change, short) for change in _list_changes(plan, then, language)]
        if not plan.problems
        else [],
        "totals": [change._replace(name=short.get(change.name, change.name)) for change in totals],
        "next_before": build_next_deal(plan.book.now, seats, plan.book.number),
        "next_after": build_next_deal(plan.after, then, last),
    }


def _shorten_names(change: LineChange, short: dict[str, str]) -> LineChange:
    """Return a change with the names as they stand above the columns of the sheet."""
    before, after = (
        tuple((short.get(name, name), amount) for name, amount in amounts)
        for amounts in (change.before_amounts, change.after_amounts)
    )
    return change._replace(before_amounts=before, after_amounts=after)


def preview_effects(table: GameTable, posted: PostedFields, language: str) -> dict[str, Any]:
    """Return what follows from the hand in the form of a change, or what stands against it; {} for the next hand."""
    if posted.get("what") not in OF_A_HAND:
        return {}
    seats = load_seats(table, INSIDE)
    plan = compute_plan(table, parse_change(posted, seats, build_person_lookup(table)))
    if plan.problems:
        return {"refusals": list_problems(plan, language)}
    return {"effects": build_effects(plan, seats, "", language)}
