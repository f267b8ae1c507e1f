"""Receipts of a tournament: for fees, movements and prizes; numbered without a gap, never changed."""

from collections.abc import Callable, Iterable
from typing import Any, NamedTuple

from django.db.models import Q

from tarockclub.accounts.actors import ANONYMOUS, Actor
from tarockclub.models import Person
from tournaments.acts import ActionRefused, Command, Kind, act, parse_content
from tournaments.cash.services import load_cash_box
from tournaments.cash_journal.journal import FEES, PRIZE, load_notes
from tournaments.cash_journal.messages import format_receipt_line
from tournaments.cash_journal.receipts import (
    MOVE,
    Receipt,
    ReceiptLine,
    ReceiptMoves,
    build_receipt,
    build_receipt_content,
    build_receipt_moves,
    compute_next_number,
    format_label,
    list_receipt_acts,
)
from tournaments.lookup import Lookup, format_unknown_entry, format_unknown_person
from tournaments.models import Act, Entrant, Presence, Prize, Tournament
from tournaments.results.prizes import load_choices_by_prize


def load_receipts(tournament: Tournament) -> tuple[Receipt, ...]:
    """Load all receipts in the order of their numbers; the same few queries however many they are."""
    acts = _list_acts(tournament)
    if not acts:
        return ()
    said = [parse_content(act) for act in acts]
    about = _ReceiptNames(
        load_notes(said),
        _load_people(tournament, said),
        dict(Prize.objects.filter(tournament=tournament).values_list("pk", "name")),
        build_receipt_moves(load_cash_box(tournament).moves, said),
    )
    return tuple(_build_receipt(act, told, about) for act, told in zip(acts, said, strict=True))


def find_receipt(tournament: Tournament, number: int) -> Receipt | None:
    """Return the receipt with a number; None where there is none."""
    return next((receipt for receipt in load_receipts(tournament) if receipt.number == number), None)


class _ReceiptNames(NamedTuple):
    """The names for the ids on receipts."""

    texts: dict[int, str]
    people: Lookup[str]
    prizes: dict[int, str]
    moved: ReceiptMoves


def _list_acts(tournament: Tournament) -> list[Act]:
    return list_receipt_acts(Act.objects.filter(tournament=tournament, kind=Kind.CASH))


def _load_people(tournament: Tournament, said: Iterable[dict[str, Any]]) -> Lookup[str]:
    wanted = {told["person"] for told in said if "person" in told}
    found = Person.objects.filter(club=tournament.club_id, pk__in=wanted).values_list("pk", "name")
    return Lookup(dict(found), lambda _person: format_unknown_person())


def _build_receipt(act: Act, told: dict[str, Any], about: _ReceiptNames) -> Receipt:
    name = (about.people[told["person"]] if "person" in told else "") or about.texts.get(told.get("party", 0), "")
    return build_receipt(act, format_label(told), name, _build_lines(told, about), about.moved)


def _build_lines(told: dict[str, Any], about: _ReceiptNames) -> Iterable[ReceiptLine]:
    if told["kind"] == FEES:
        for number, cents in told["lines"]:
            yield ReceiptLine(format_receipt_line(FEES, round=number), cents)
    elif told["kind"] == PRIZE:
        yield ReceiptLine(
            format_receipt_line(PRIZE, name=about.prizes.get(told["of"]) or format_unknown_entry()), told["cents"]
        )
    else:
        yield about.moved.build_line(told)


def write_fees_receipt(tournament: int, key: str, entrant: int, who: Actor = ANONYMOUS) -> Act:
    """Write a receipt for all fees of an entrant (id), paid or refunded, that are on no receipt yet.

    ActionRefused("nobody_known"), ("nothing_paid") where there are none.
    """

    def build_details(row: Tournament) -> dict[str, Any]:
        found = Entrant.objects.select_related("person").filter(tournament=row, pk=entrant).first()
        if found is None:
            raise ActionRefused("nobody_known")
        lines = _compute_fees_left(row, found.person)
        if not lines:
            raise ActionRefused("nothing_paid")
        cents = sum(amount for _round, amount in lines)
        return {"kind": FEES, "of": entrant, "person": found.person_id, "lines": lines, "cents": cents}

    return _write_receipt(tournament, key, [FEES, entrant], build_details, who)


def _compute_fees_left(row: Tournament, person: Person) -> list[list[int]]:
    """Compute the fees paid for each round, less those on receipts; merged persons count as one."""
    kept = person.merged_into_id or person.pk
    same = set(Person.objects.filter(Q(pk=kept) | Q(merged_into=kept)).values_list("pk", flat=True))
    left: dict[int, int] = {}
    paid = Presence.objects.filter(round__tournament=row, entrant__person__in=same)
    lines = [*paid.values_list("round__number", "paid")]
    for told in map(parse_content, _list_acts(row)):
        if told["kind"] == FEES and told["person"] in same:
            lines += [(number, -cents) for number, cents in told["lines"]]
    for number, cents in lines:
        left[number] = left.get(number, 0) + cents
    return [[number, cents] for number, cents in sorted(left.items()) if cents]


def write_move_receipt(tournament: int, key: str, sequence: int, party: str = "", who: Actor = ANONYMOUS) -> Act:
    """Write a receipt for a movement (the sequence number of its act); `party`: payer or recipient, if not recorded.

    ActionRefused("no_such_move", "has_receipt").
    """

    def build_details(row: Tournament) -> dict[str, Any]:
        return build_receipt_content(load_cash_box(row).moves, map(parse_content, _list_acts(row)), sequence, party)

    return _write_receipt(tournament, key, [MOVE, sequence, party], build_details, who)


def write_prize_receipt(tournament: int, key: str, prize: int, who: Actor = ANONYMOUS) -> Act:
    """Write a receipt for a chosen prize (id) that is handed out; ActionRefused("not_chosen", "has_receipt")."""

    def build_details(row: Tournament) -> dict[str, Any]:
        taken = {prize: choice.person for prize, choice in load_choices_by_prize(row).items()}
        found = Prize.objects.filter(tournament=row, pk=prize).first()
        if found is None or prize not in taken:
            raise ActionRefused("not_chosen")
        last = [told for told in map(parse_content, _list_acts(row)) if told["kind"] == PRIZE and told["of"] == prize]
        if last and last[-1]["person"] == taken[prize]:
            raise ActionRefused("has_receipt")
        return {"kind": PRIZE, "of": prize, "person": taken[prize], "cents": found.cents}

    return _write_receipt(tournament, key, [PRIZE, prize], build_details, who)


def _write_receipt(
    tournament: int, key: str, sent: list[Any], said: Callable[[Tournament], dict[str, Any]], who: Actor
) -> Act:
    """Write a receipt with the next number; the tournament's row is locked, so that no number is reused or left out."""

    def do(row: Tournament) -> dict[str, Any]:
        before = [parse_content(act) for act in _list_acts(row)]
        return compute_next_number(row, before) | said(row)

    return act(tournament, Command(key, Kind.CASH, ["receipt", *sent], who), do)
