"""The actions on a clock as tests call them."""

from tarockclub.platform.accounts.actors import ANONYMOUS
from tournaments.hall.clock.actions import EndTime, Extend, GoOn, Halt, Pause, PlayHands, Resume, Start


def start_clock(round_, key, who=ANONYMOUS, *, confirmed=False):
    return Start(confirmed=confirmed).perform(round_, key, who)


def pause_clock(round_, key, who=ANONYMOUS):
    return Pause().perform(round_, key, who)


def resume(round_, key, who=ANONYMOUS):
    return Resume().perform(round_, key, who)


def extend(round_, key, seconds, who=ANONYMOUS, *, table=None, again=False, reason=""):
    return Extend.build(seconds=seconds, again=again).perform(table or round_, key, who, reason)


def end_time(round_, key, who=ANONYMOUS, *, table=None, reason=""):
    return EndTime().perform(table or round_, key, who, reason)


def play_hands(round_, key, hands, who=ANONYMOUS, *, table=None, confirmed=False, reason=""):
    return PlayHands.build(hands=hands, confirmed=confirmed).perform(table or round_, key, who, reason)


def halt(table, key, who=ANONYMOUS, *, reason=""):
    return Halt().perform(table, key, who, reason)


def go_on(table, key, who=ANONYMOUS, *, reason=""):
    return GoOn().perform(table, key, who, reason)
