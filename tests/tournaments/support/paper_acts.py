"""The actions that enter paper sheets as tests call them."""

from tarockclub.platform.accounts.actors import ANONYMOUS
from tournaments.hall.paper_sheets.actions import EnterSheet, EnterTotals


def enter_sheet(table, key, previous, lines):
    return EnterSheet.build(previous=previous, lines=lines).perform(table, key)


def enter_end_totals(table, key, amounts, replacements=(), who=ANONYMOUS, *, written=None, hands=None, box=None):
    on_paper = None if written is None else list(written)
    totals = {"amounts": list(amounts), "replacements": list(replacements), "written": on_paper}
    return EnterTotals.build(**totals, hands=hands, box_cents=box).perform(table, key, who)
