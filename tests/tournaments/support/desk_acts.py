"""The actions on a table as tests call them."""

from tarockclub.platform.accounts.actors import ANONYMOUS
from tournaments.hall.desk.actions import BeginCorrection, BreakTableUp, CloseTable, CountChips, ReopenTable
from tournaments.hall.desk.late_actions import DecideLateHand, MendTurn


def count(table, key, chips, who=ANONYMOUS, *, seen=None, by_table=False):
    return CountChips(chips=chips, seen=seen, by_table=by_table).perform(table, key, who)


def close(table, key, who=ANONYMOUS, *, confirmed=False, reason=""):
    return CloseTable(confirmed=confirmed).perform(table, key, who, reason)


def reopen(table, key, seconds, reason, who=ANONYMOUS):
    return ReopenTable.build(seconds=seconds).perform(table, key, who, reason)


def break_up(table, key, reason, who=ANONYMOUS, *, counts, aware=""):
    return BreakTableUp(counts=counts, aware=aware).perform(table, key, who, reason)


def begin_correction(table, key, reason, who=ANONYMOUS, *, confirmed=False):
    return BeginCorrection(confirmed=confirmed).perform(table, key, who, reason)


def decide_late(table, key, hand, what, seen, who=ANONYMOUS, *, reason=""):
    return DecideLateHand.build(hand=hand, what=what, seen=seen).perform(table, key, who, reason)


def mend_turn(table, key, line, seen, who=ANONYMOUS):
    return MendTurn(line=line, seen=seen).perform(table, key, who)
