"""The actions on a cash box as tests call them; `owner`: a tournament or a season."""

from tarockclub.platform.accounts.actors import ANONYMOUS
from tournaments.core.cash_journal.actions import CountBox, RecordMove, ReverseMove, WriteMoveReceipt
from tournaments.results.cash.actions import WriteFeesReceipt, WritePrizeReceipt


def record_movement(owner, key, what, cents, reason, who=ANONYMOUS, *, table=None, **more):
    return RecordMove.build(what=what, cents=cents, **more).perform(table or owner, key, who, reason)


def take_back(owner, key, sequence, reason, who=ANONYMOUS):
    return ReverseMove(sequence=sequence).perform(owner, key, who, reason)


def count_box(owner, key, counted, seen, who=ANONYMOUS, reason=""):
    return CountBox.build(counted=counted, seen=seen).perform(owner, key, who, reason)


def write_move_receipt(owner, key, sequence, party="", who=ANONYMOUS):
    return WriteMoveReceipt(movement=sequence, party=party).perform(owner, key, who)


def write_fees_receipt(of, key, entrant, who=ANONYMOUS):
    return WriteFeesReceipt(entrant=entrant).perform(of, key, who)


def write_prize_receipt(of, key, prize, who=ANONYMOUS):
    return WritePrizeReceipt(prize=prize).perform(of, key, who)
