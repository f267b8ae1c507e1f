"""The effects of a change, as its page and the form of a hand show them before anything is written."""

from typing import Any

from scoring.book.ledger.seats import Seat, load_seats
from scoring.models import GameTable
from scoring.table.corrections import history
from scoring.table.corrections.forms import parse_change
from scoring.table.corrections.plan import ChangePlan
from scoring.table.corrections.services import build_person_lookup, compute_plan
from tarockclub.kit.text import PostedFields

OF_A_HAND = ("correct", "insert")


def build_effects(plan: ChangePlan, seats: tuple[Seat, ...], name: str, language: str) -> dict[str, Any]:
    """Return what follows from a change: other lines, totals, the next deal; `name`: of the person who comes."""
    then = history.preview_seats(seats, plan, name)
    last = plan.steps[-1].line.number if plan.steps else plan.book.number
    return {
        "changes": history.list_changes(plan, then, language) if not plan.problems else [],
        "totals": [change for change in history.list_total_changes(plan, seats) if change.before != change.after],
        "next_before": history.build_next_deal(plan.book.now, seats, plan.book.number),
        "next_after": history.build_next_deal(plan.after, then, last),
    }


def preview_effects(table: GameTable, posted: PostedFields, language: str) -> dict[str, Any]:
    """Return what follows from the hand in the form of a change, or what stands against it; {} for the next hand."""
    if posted.get("what") not in OF_A_HAND:
        return {}
    seats = load_seats(table)
    plan = compute_plan(table, parse_change(posted, seats, build_person_lookup(table)))
    if plan.problems:
        return {"refusals": history.list_problems(plan, language)}
    return {"effects": build_effects(plan, seats, "", language)}
