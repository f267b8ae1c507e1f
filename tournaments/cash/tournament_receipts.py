"""Receipts of a tournament: for fees, movements and prizes; numbered without a gap, never changed (receipts.py)."""

from collections.abc import Callable, Iterable
from typing import Any, NamedTuple

from django.db.models import Q

from tarockclub.accounts.actors import NOBODY_KNOWN, Who
from tarockclub.models import Person
from tournaments.acts import Asked, Kind, Refused, act, said_by
from tournaments.cash.services import cash_box
from tournaments.cash_journal.journal import FEES, PRIZE, noted
from tournaments.cash_journal.messages import line_text
from tournaments.cash_journal.receipts import (
    MOVE,
    Moved,
    Receipt,
    ReceiptLine,
    as_read,
    label_of,
    moved,
    next_of,
    receipts_among,
    said_for_move,
)
from tournaments.lookup import Lookup, unknown_entry, unknown_person
from tournaments.models import Act, Entrant, Presence, Prize, Tournament
from tournaments.results.prizes import choices_by_prize


def receipts_of(tournament: Tournament) -> tuple[Receipt, ...]:
    """All receipts in the order of their numbers; the same few queries however many they are."""
    acts = _acts(tournament)
    if not acts:
        return ()
    said = [said_by(one) for one in acts]
    about = _About(
        noted(said),
        _people(tournament, said),
        dict(Prize.objects.filter(tournament=tournament).values_list("pk", "name")),
        moved(cash_box(tournament).moves, said),
    )
    return tuple(_receipt(one, told, about) for one, told in zip(acts, said, strict=True))


def receipt(tournament: Tournament, number: int) -> Receipt | None:
    """The receipt of a number; None where there is none."""
    return next((one for one in receipts_of(tournament) if one.number == number), None)


class _About(NamedTuple):
    """What receipts name by ids."""

    texts: dict[int, str]
    people: Lookup[str]
    prizes: dict[int, str]
    moved: Moved


def _acts(tournament: Tournament) -> list[Act]:
    return receipts_among(Act.objects.filter(tournament=tournament, kind=Kind.CASH))


def _people(tournament: Tournament, said: Iterable[dict[str, Any]]) -> Lookup[str]:
    wanted = {told["person"] for told in said if "person" in told}
    found = Person.objects.filter(club=tournament.club_id, pk__in=wanted).values_list("pk", "name")
    return Lookup(dict(found), lambda _person: unknown_person())


def _receipt(one: Act, told: dict[str, Any], about: _About) -> Receipt:
    name = (about.people[told["person"]] if "person" in told else "") or about.texts.get(told.get("party", 0), "")
    return as_read(one, label_of(told), name, _lines(told, about), about.moved)


def _lines(told: dict[str, Any], about: _About) -> Iterable[ReceiptLine]:
    if told["kind"] == FEES:
        for number, cents in told["lines"]:
            yield ReceiptLine(line_text(FEES, round=number), cents)
    elif told["kind"] == PRIZE:
        yield ReceiptLine(line_text(PRIZE, name=about.prizes.get(told["of"]) or unknown_entry()), told["cents"])
    else:
        yield about.moved.line(told)


def for_fees(tournament: int, key: str, entrant: int, who: Who = NOBODY_KNOWN) -> Act:
    """A receipt for all fees of an entrant (id) that stand on none yet, paid or given back.

    Refused("nobody_known"), ("nothing_paid") where there are none.
    """

    def said(row: Tournament) -> dict[str, Any]:
        found = Entrant.objects.select_related("person").filter(tournament=row, pk=entrant).first()
        if found is None:
            raise Refused("nobody_known")
        lines = _fees_left(row, found.person)
        if not lines:
            raise Refused("nothing_paid")
        cents = sum(amount for _round, amount in lines)
        return {"kind": FEES, "of": entrant, "person": found.person_id, "lines": lines, "cents": cents}

    return _written(tournament, key, [FEES, entrant], said, who)


def _fees_left(row: Tournament, person: Person) -> list[list[int]]:
    """What somebody has paid for each round, less what stands on receipts; whoever he was merged with is he, too."""
    kept = person.merged_into_id or person.pk
    same = set(Person.objects.filter(Q(pk=kept) | Q(merged_into=kept)).values_list("pk", flat=True))
    left: dict[int, int] = {}
    paid = Presence.objects.filter(round__tournament=row, entrant__person__in=same)
    lines = [*paid.values_list("round__number", "paid")]
    for told in map(said_by, _acts(row)):
        if told["kind"] == FEES and told["person"] in same:
            lines += [(number, -cents) for number, cents in told["lines"]]
    for number, cents in lines:
        left[number] = left.get(number, 0) + cents
    return [[number, cents] for number, cents in sorted(left.items()) if cents]


def for_move(tournament: int, key: str, sequence: int, party: str = "", who: Who = NOBODY_KNOWN) -> Act:
    """A receipt for a movement (the sequence number of its act); `party`: from whom or to whom, where none was said.

    Refused("no_such_move", "has_receipt").
    """

    def said(row: Tournament) -> dict[str, Any]:
        return said_for_move(cash_box(row).moves, map(said_by, _acts(row)), sequence, party)

    return _written(tournament, key, [MOVE, sequence, party], said, who)


def for_prize(tournament: int, key: str, prize: int, who: Who = NOBODY_KNOWN) -> Act:
    """A receipt for a prize (id) that is handed out to whoever has chosen it; Refused("not_chosen", "has_receipt")."""

    def said(row: Tournament) -> dict[str, Any]:
        taken = {prize: one.person for prize, one in choices_by_prize(row).items()}
        found = Prize.objects.filter(tournament=row, pk=prize).first()
        if found is None or prize not in taken:
            raise Refused("not_chosen")
        last = [told for told in map(said_by, _acts(row)) if told["kind"] == PRIZE and told["of"] == prize]
        if last and last[-1]["person"] == taken[prize]:
            raise Refused("has_receipt")
        return {"kind": PRIZE, "of": prize, "person": taken[prize], "cents": found.cents}

    return _written(tournament, key, [PRIZE, prize], said, who)


def _written(tournament: int, key: str, sent: list[Any], said: Callable[[Tournament], dict[str, Any]], who: Who) -> Act:
    """A receipt with the next number; the tournament's row is held, so that none is given twice or left out."""

    def do(row: Tournament) -> dict[str, Any]:
        before = [said_by(one) for one in _acts(row)]
        return next_of(row, before) | said(row)

    return act(tournament, Asked(key, Kind.CASH, ["receipt", *sent], who), do)
