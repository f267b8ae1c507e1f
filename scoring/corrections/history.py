"""How the lines of a book came to read as they do: who wrote what, when, and why; and what a change would do."""

import json
from datetime import datetime
from typing import NamedTuple

from django.utils.translation import gettext as _

from scoring.corrections.plan import Plan
from scoring.engine.evening.course import Content, Hand, Line, Seating, Step
from scoring.engine.evening.state import Evening
from scoring.engine.hand.explain import formula
from scoring.engine.hand.score_lines import Score
from scoring.engine.hand.story import hand_story
from scoring.engine.texts import error_message
from scoring.ledger.book import Book, Played
from scoring.ledger.codec import OF_THE_EVENING, active_of, line_of
from scoring.ledger.seats import Seat, Sitting
from scoring.ledger.totals import sums
from scoring.models import Entry, GameTable
from scoring.written_sheet.rows import NamedAmounts, in_words, name_of


class Version(NamedTuple):
    """What a line said, by one of its entries."""

    kind: str
    at: datetime
    who: str
    text: str  # formula and remark, or what was said
    amounts: NamedAmounts  # name, sixths of the written score
    radl: int
    reason: str
    counts: bool  # whether it is the one that counts


class Change(NamedTuple):
    """A line before and after a change."""

    number: int  # as on paper; 0 for what is no deal
    before: str
    before_amounts: NamedAmounts
    before_radl: int
    after: str
    after_amounts: NamedAmounts
    after_radl: int
    follows: bool  # from the line that was asked for
    forehands: tuple[str, ...]  # before and after, where they differ


class Moved(NamedTuple):
    """A total before and after a change, in sixths."""

    name: str
    before: int
    after: int


def versions_of(table: GameTable, book: Book, seats: tuple[Seat, ...], number: int, language: str) -> list[Version]:
    """The entries of a line in the order they were written."""
    entries = Entry.objects.filter(table=table, deal_number=number).select_related("note", "by", "replaces__replaces")
    devices = device_names(table)
    one = book.at(number)
    found = []
    for entry in entries.order_by("sequence"):
        line = line_of(entry, book.sheet)
        names = tuple(name_of(seats, place, number) for place in active_of(entry))
        found.append(
            Version(
                kind=_kind(entry),
                at=entry.at,
                who=who_wrote(entry, devices),
                text=_text(line, names, one.before if one is not None else None, seats, language),
                amounts=_amounts(names, line.score),
                radl=line.radl,
                reason=entry.note.text if entry.note is not None else "",
                counts=one is not None and one.entry.pk == entry.pk,
            )
        )
    return found


def device_names(table: GameTable) -> dict[str, str]:
    """What the devices of a table are called: in the order in which they first wrote."""
    devices = Entry.objects.filter(table=table).exclude(device="").order_by("sequence").values_list("device", flat=True)
    return {device: _("Phone %(number)s") % {"number": at} for at, device in enumerate(dict.fromkeys(devices), 1)}


def who_wrote(entry: Entry, devices: dict[str, str]) -> str:
    """A person where somebody was logged in, else the device."""
    return entry.by.name if entry.by is not None else devices.get(entry.device, "")


def _kind(entry: Entry) -> str:
    """What an entry did to its line, as a word for the page."""
    replaced = entry.replaces
    if replaced is not None and replaced.kind == Entry.Kind.STRIKE:
        return "restored"
    if replaced is not None and entry.kind == Entry.Kind.CORRECTION:
        return "changed"
    return "written" if replaced is None else str(entry.kind)


def _text(line: Line, names: tuple[str, ...], before: Evening | None, seats: tuple[Seat, ...], language: str) -> str:
    if line.score is not None and isinstance(line.content, Hand):
        story = hand_story(line.content.record, line.score.sheet, names, language, line.score)
        return "; ".join(filter(None, (formula(line.score), story)))
    return in_words(line.content, line.number, before, seats)


def _amounts(names: tuple[str, ...], score: Score | None) -> NamedAmounts:
    return () if score is None else tuple(zip(names, score.written, strict=True))


def changes_of(plan: Plan, seats: tuple[Seat, ...], language: str) -> list[Change]:
    """What a plan changes, the line that was asked for first; deals are numbered as they are on the sheet now."""
    own = [plan.own] if plan.own is not None else []
    numbers = _numbers(plan.book)
    steps = (*own, *plan.follow)
    return [_change(plan.book, step, plan.draft.number, numbers, seats, language) for step in steps]


def _numbers(book: Book) -> dict[int, int]:
    """The numbers of the deals as on paper."""
    return {one.number: at for at, one in enumerate((one for one in book.played if one.is_deal), 1)}


def _change(
    book: Book, step: Step, number: int, numbers: dict[int, int], seats: tuple[Seat, ...], language: str
) -> Change:
    was, line = book.at(step.line.number), step.line
    names = tuple(name_of(seats, place, line.number) for place in step.before.active)
    old_names = () if was is None else tuple(name_of(seats, place, line.number) for place in active_of(was.entry))
    return Change(
        number=numbers.get(line.number, 0),
        before="" if was is None else _text(was.line, old_names, was.before, seats, language),
        before_amounts=() if was is None else _amounts(old_names, was.score),
        before_radl=1 if was is None else was.line.radl,
        after=_text(line, names, step.before, seats, language),
        after_amounts=_amounts(names, line.score),
        after_radl=line.radl,
        follows=line.number != number,
        forehands=_forehands(was, step, seats),
    )


def _forehands(was: Played | None, step: Step, seats: tuple[Seat, ...]) -> tuple[str, ...]:
    """Whose forehand a deal was and would be, where that changes."""
    places = () if was is None or not was.is_deal else (was.before.forehand, step.before.forehand)
    names = tuple(name_of(seats, place, step.line.number) for place in places)
    return names if len(set(names)) > 1 else ()


def moved(plan: Plan, seats: tuple[Seat, ...]) -> list[Moved]:
    """The totals before and after; also of those who have left, and not of those who would come."""
    book, others = plan.book, _exchanged(plan)
    before = sums(book.start, tuple(Step(one.line, one.before, one.after) for one in book.played))
    after = {(one.place, one.since): total.written for one, total in sums(book.start, plan.steps).items()}
    found = []
    for one in sorted(before, key=lambda one: one.until is not None):
        then = after.get(others.get((one.place, one.since), (one.place, one.since)))
        if then is not None:
            last = book.number if one.until is None else one.until - 1
            found.append(Moved(name_of(seats, one.place, last), before[one].written, then))
    return found


def _exchanged(plan: Plan) -> dict[Sitting, Sitting]:
    """The two sittings of a swap: each gets the total of the other."""
    if plan.draft.kind != Entry.Kind.SWAP or plan.draft.said is None:
        return {}
    (one, since), (other, other_since) = plan.draft.said["sittings"]
    return {(one, since): (other, other_since), (other, other_since): (one, since)}


class Next(NamedTuple):
    """The next deal, as a page of changes shows it."""

    forehand: str
    radl: int
    left: int


def next_deal(evening: Evening, seats: tuple[Seat, ...], number: int) -> Next:
    """Whose forehand comes, and how long a Radl lasts."""
    left = evening.last_round_left or max(evening.running, default=0)  # as the badge says it
    return Next(name_of(seats, evening.forehand, number), evening.radl, left)


def problems_of(plan: Plan, language: str) -> list[tuple[int, str]]:
    """What stands against a change: number of the deal as on paper (0: the change itself), sentence."""
    numbers = _numbers(plan.book)
    told_once: dict[tuple[int, str], None] = {}
    for line, problem in plan.problems:
        told_once[numbers.get(line, 0), error_message(problem, language)] = None
    return list(told_once)


class Said(NamedTuple):
    """Something that concerns the evening as a whole."""

    at: datetime
    who: str
    text: str
    reason: str


def of_the_evening(table: GameTable, seats: tuple[Seat, ...]) -> list[Said]:
    """What was changed for the evening as a whole, the newest first."""
    entries = Entry.objects.filter(table=table, deal_number=OF_THE_EVENING).select_related("note", "by")
    devices = device_names(table)
    return [
        Said(entry.at, who_wrote(entry, devices), said_of_evening(entry, seats), entry.note.text if entry.note else "")
        for entry in entries.order_by("-sequence")
    ]


def said_of_evening(entry: Entry, seats: tuple[Seat, ...]) -> str:
    """What an entry says that is of no deal."""
    said = json.loads(entry.record)
    if entry.kind == Entry.Kind.FOREHAND:
        name = name_of(seats, said["place"], said["since"])
        return _("the forehand of earlier deals was set: %(name)s") % {"name": name}
    if entry.kind == Entry.Kind.SWAP:
        names = [name_of(seats, place, since) for place, since in said["sittings"]]
        return _("%(one)s and %(other)s swapped seats for all hands") % {"one": names[0], "other": names[1]}
    texts = {
        Entry.Kind.AGREED: _("the agreement about money was changed"),
        Entry.Kind.ENDED: _("the evening was ended"),
        Entry.Kind.REOPENED: _("the evening was reopened"),
    }
    return texts.get(Entry.Kind(entry.kind), "")


def seats_then(seats: tuple[Seat, ...], plan: Plan, name: str) -> tuple[Seat, ...]:
    """The seats as they would be; `name`: of whoever comes or takes over."""
    said, own = plan.draft.said, plan.own
    if plan.draft.kind == Entry.Kind.SWAP and said is not None:
        one, other = said["sittings"]
        return _swapped(seats, tuple(one), tuple(other))
    return seats if own is None or not name else _seated(seats, own.line.content, own.line.number, name)


def _swapped(seats: tuple[Seat, ...], one: tuple[int, ...], other: tuple[int, ...]) -> tuple[Seat, ...]:
    """Two sittings with each other's names."""
    names = {(seat.place, seat.since): seat.names for seat in seats}
    exchanged = {one: names[other[0], other[1]], other: names[one[0], one[1]]}
    return tuple(seat._replace(names=exchanged.get((seat.place, seat.since), seat.names)) for seat in seats)


def _seated(seats: tuple[Seat, ...], content: Content, since: int, name: str) -> tuple[Seat, ...]:
    if not isinstance(content, Seating):
        return seats
    took_over = {place for place, _person in content.substitutes}
    kept = tuple(_taken_over(seat, since, name) if seat.place in took_over else seat for seat in seats)
    return (*kept, *(Seat(0, place, since, None, ((since, name),), ((since, 0),)) for place, _person in content.came))


def _taken_over(seat: Seat, since: int, name: str) -> Seat:
    """A sitting that somebody takes over, if it is the one that is held then."""
    if seat.since >= since or (seat.until is not None and seat.until <= since):
        return seat
    return seat._replace(names=tuple(sorted([*seat.names, (since, name)])))
