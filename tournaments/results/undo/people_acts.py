"""Taking back acts about people: fees, presence, withdrawals, seats taken over."""

from typing import Any

from django.conf import settings
from django.db.models import F, QuerySet
from django.utils.translation import gettext as _
from django.utils.translation import override

from scoring.book.ledger.book import Book
from scoring.book.ledger.entries import Outcome
from scoring.models import Entry, GameTable
from scoring.table.corrections import changes
from scoring.table.corrections.changes import Change
from scoring.table.corrections.services import write_change
from tarockclub.kit.time_source import now
from tarockclub.platform.accounts.rights import Right
from tournaments.core.actions.objections import (
    is_about,
    list_book_lines,
    list_later_acts,
    must_be_last,
    must_not_be_published,
)
from tournaments.core.actions.reversals import Reversal, UndoStep
from tournaments.core.acts import ActionRefused, Kind, parse_content
from tournaments.core.cash_journal.receipts import list_receipt_acts
from tournaments.models import Act, Entrant, Presence, Round, RoundTable
from tournaments.people.entrants.debts import uncover_seats
from tournaments.people.entrants.fees import is_paid_once
from tournaments.people.entrants.services import enter_round, must_go_on

_SEATS = (Kind.SUBSTITUTE, Kind.SEATED_LATE)
_PRESENCES = (Kind.PRESENCE, *_SEATS)


def _must_be_open(step: UndoStep) -> None:
    """Refuse an act in a round, or a tournament, that is over."""
    must_go_on(step.tournament)
    must_not_be_published(step)
    if step.act.round is not None and step.act.round.closed is not None:
        raise ActionRefused("closed")


# fees


def _check_paid(step: UndoStep) -> None:
    said = parse_content(step.act)
    paid = {entrant for entrant, _cents in said["paid"]}
    decided = {entrant for entrant, _debt in said.get("debts", ())}
    later = _list_later_fee_acts(step)
    must_be_last(later_act for later_act in later if _is_about_fees_of(later_act, paid | decided))
    receipts = list_receipt_acts(list_later_acts(step.act, (Kind.CASH,)))
    must_be_last(
        receipt
        for receipt in receipts
        if parse_content(receipt)["of"] in paid and parse_content(receipt)["kind"] == "fees"
    )


def _take_paid_back(step: UndoStep) -> dict[str, Any]:
    moved = [[entrant, -cents] for entrant, cents in parse_content(step.act)["paid"]]
    for entrant, cents in moved:
        Presence.objects.filter(round=step.act.round, entrant=entrant).update(paid=F("paid") + cents)
    if step.act.round is not None:
        uncover_seats(step.act.round, [entrant for entrant, cents in moved if cents < 0])
    for entrant, debt in parse_content(step.act).get("debts", ()):  # what had been decided before
        Presence.objects.filter(round=step.act.round, entrant=entrant).update(debt=debt)
    for number, entrant in parse_content(step.act).get("uncovered", ()):
        Presence.objects.filter(round__tournament=step.tournament, round__number=number, entrant=entrant).update(
            debt=Presence.Debt.SEAT
        )
    said = parse_content(step.act)
    return {"paid": moved} | ({"per": said["per"]} if "per" in said else {})


def _check_debt(step: UndoStep) -> None:
    said = parse_content(step.act)
    about = {entrant for entrant in (said["entrant"], said.get("payer")) if entrant}
    must_be_last(later_act for later_act in _list_later_fee_acts(step) if _is_about_fees_of(later_act, about))


def _list_later_fee_acts(step: UndoStep) -> QuerySet[Act]:
    """Return the later acts about fees: of the same round, or of the tournament if its fee is paid once."""
    later = list_later_acts(step.act, (Kind.PAID, Kind.DEBT))
    return later if is_paid_once(step.tournament) else later.filter(round=step.act.round)


def _is_about_fees_of(act: Act, entrants: set[int]) -> bool:
    """Tell whether an act is a payment of one of these entrants, or a decision about their fees."""
    paid = {entrant for entrant, _cents in parse_content(act).get("paid", ())}
    return bool(paid & entrants) or any(is_about(act, name, entrants) for name in ("entrant", "payer"))


def _take_debt_back(step: UndoStep) -> dict[str, Any]:
    said = parse_content(step.act)
    debts = {said["entrant"]: said["before"], said.get("payer"): said.get("payer_before")}
    for entrant, debt in debts.items():
        if entrant and debt is not None:
            Presence.objects.filter(round=step.act.round, entrant=entrant).update(debt=debt)
    return {}


# who is there


def _check_presence(step: UndoStep) -> None:
    _must_be_open(step)
    said = parse_content(step.act)
    if "was" not in said:
        raise ActionRefused("cannot_undo")
    later = list_later_acts(step.act, _PRESENCES).filter(round=step.act.round)
    names = ("entrants", "entrant", "gone", "came")
    must_be_last(later_act for later_act in later if any(is_about(later_act, name, said["entrants"]) for name in names))


def _take_presence_back(step: UndoStep) -> dict[str, Any]:
    for entrant, state in parse_content(step.act)["was"]:
        Presence.objects.filter(round=step.act.round, entrant=entrant).update(state=state)
    return {}


def _check_withdrawn(step: UndoStep) -> None:
    _must_be_open(step)
    said = parse_content(step.act)
    later = list_later_acts(step.act, (Kind.WITHDRAWN, Kind.ENTERED))
    must_be_last(
        later_act
        for later_act in later
        if any(is_about(later_act, name, [said["entrant"]]) for name in ("entrant", "entrants"))
    )
    if not said["back"]:
        drawn = list_later_acts(step.act, (Kind.PUBLISHED_DRAW,)).filter(round__number__in=said["rounds"])
        must_be_last(drawn)


def _take_withdrawn_back(step: UndoStep) -> dict[str, Any]:
    said = parse_content(step.act)
    Entrant.objects.filter(pk=said["entrant"]).update(withdrawn=now() if said["back"] else None)
    for round_ in Round.objects.filter(tournament=step.tournament, number__in=said["rounds"], closed=None):
        enter_round(round_, [said["entrant"]])
    for number, state, debt in said.get("was", ()):
        entry = Presence.objects.filter(entrant=said["entrant"], round__number=number, round__closed=None)
        entry.update(state=state, debt=debt)
    return {}


# seats


def _check_seat(step: UndoStep) -> None:
    _must_be_open(step)
    table = _find_table(step)
    if table.done is not None:
        raise ActionRefused("table_done")
    at_the_table = list_later_acts(step.act, _SEATS).filter(round=step.act.round)
    must_be_last(
        later_act
        for later_act in at_the_table
        if _find_table_number(parse_content(later_act), later_act) == table.number
    )
    if not Entry.objects.filter(table=table.game_table_id, key=step.act.key).exists():
        raise ActionRefused("cannot_undo")  # the tables were made again
    if step.act.kind == Kind.SEATED_LATE:
        played = list_book_lines(RoundTable.objects.filter(pk=table.pk)).filter(entry__at__gt=step.act.at)
        if first := played.exclude(entry__kind=Entry.Kind.SEATING).order_by("entry__at").first():
            raise ActionRefused("hands_since", table=table.number, at=first.entry.at)
    said = parse_content(step.act)
    if (
        _is_entered_by_seat(said)
        and Presence.objects.filter(round=step.act.round, entrant=said["came"], paid__gt=0).exists()
    ):
        raise ActionRefused("fee_paid")
    if _is_entered_by_seat(said):
        _must_pay_for_nobody(step, said["came"])


def _must_pay_for_nobody(step: UndoStep, entrant: int) -> None:
    """Refuse to leave the fee of another player unpaid, if this entrant has taken it over."""
    later = list_later_acts(step.act, (Kind.DEBT,)).filter(round=step.act.round)
    decided = {parse_content(later_act)["entrant"]: later_act for later_act in later}
    moved = Presence.objects.filter(round=step.act.round, debt=Presence.Debt.MOVED).values_list("entrant", flat=True)
    must_be_last(decided[owing] for owing in moved if owing in decided and is_about(decided[owing], "payer", [entrant]))


def _is_entered_by_seat(content: dict[str, Any]) -> bool:
    """Tell whether a substitute is in the round only by taking the seat."""
    return "was" in content and "came" in content["was"] and content["was"]["came"] is None


def _find_table_number(content: dict[str, Any], act: Any) -> int:
    return int(act.table.number if act.table is not None else content.get("table", 0))


def _find_table(step: UndoStep) -> RoundTable:
    number = _find_table_number(parse_content(step.act), step.act)
    tables = RoundTable.objects.select_related("game_table", "round")
    found = tables.filter(round=step.act.round, number=number).first()
    if found is None:
        raise ActionRefused("cannot_undo")
    return found


def _take_seat_back(step: UndoStep) -> dict[str, Any]:
    """Strike the line in which the seat was taken: its hands belong to the replaced player again."""
    said, table = parse_content(step.act), _find_table(step)
    _strike_line(step, table.game_table)
    was = said.get("was", {})
    for name in ("gone", "came"):
        if state := was.get(name):
            Presence.objects.filter(round=step.act.round, entrant=said[name]).update(state=state)
    if _is_entered_by_seat(said):
        Presence.objects.filter(round=step.act.round, entrant=said["came"]).delete()
    if said.get("new"):  # they took part only because of this
        Entrant.objects.filter(pk=said["came"]).update(withdrawn=now())
    return {}


def _strike_line(step: UndoStep, table: GameTable) -> None:
    """Strike the line that the act has written into a book, unless it was struck already."""
    line = Entry.objects.filter(table=table, key=step.act.key).values_list("deal_number", flat=True).first()
    if line is None:
        raise ActionRefused("cannot_undo")

    def ask(book: Book) -> Change:
        return changes.strike_line(line)(book)

    seen = GameTable.objects.values_list("last_sequence", flat=True).get(pk=table.pk)
    sent, who = {"undo": step.act.sequence}, step.who._replace(directs=True)
    with override(settings.LANGUAGE_CODE):
        reason = step.reason or _("Undone")
    written = write_change(table, step.key, seen, ask, reason, sent=sent, who=who)
    is_struck = any(problem.code == "already_struck" for problem in written.problems)
    if written.outcome is not Outcome.SAVED and not is_struck:
        raise ActionRefused("book_changed")


KINDS: dict[str, Reversal] = {
    Kind.PAID: Reversal(_check_paid, _take_paid_back, right=Right.TREASURE),
    Kind.DEBT: Reversal(_check_debt, _take_debt_back, right=Right.TREASURE),
    Kind.PRESENCE: Reversal(_check_presence, _take_presence_back, right=Right.ENTER),
    Kind.WITHDRAWN: Reversal(_check_withdrawn, _take_withdrawn_back, right=Right.ENTER),
    Kind.SUBSTITUTE: Reversal(_check_seat, _take_seat_back, later=True),
    Kind.SEATED_LATE: Reversal(_check_seat, _take_seat_back),
}
