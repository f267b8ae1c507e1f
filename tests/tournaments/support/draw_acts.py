"""The actions on a draw as tests call them."""

from tarockclub.platform.accounts.actors import ANONYMOUS
from tournaments.core.settings import LOTS
from tournaments.hall.draw.actions import DrawSeats, KeepApart, MendDraft, PublishDraft, SwapPlayers, TypeCards
from tournaments.hall.draw.late_entries import SeatLate
from tournaments.hall.draw.services import find_made_draft


def draft(round_, key, who=ANONYMOUS, *, by=LOTS):
    return find_made_draft(DrawSeats(way=by).perform(round_, key, who))


def swap(round_, key, number, pair, who=ANONYMOUS):
    one, other = pair
    return find_made_draft(SwapPlayers(draft=number, one=one, other=other).perform(round_, key, who))


def type_in(round_, key, tables, who=ANONYMOUS):
    return find_made_draft(TypeCards(tables=tuple(tables)).perform(round_, key, who))


def mend_draft(round_, key, number, who=ANONYMOUS):
    return find_made_draft(MendDraft(draft=number).perform(round_, key, who))


def publish_draw(round_, key, number, who=ANONYMOUS, reason="", *, without=False):
    return PublishDraft(draft=number, without=without).perform(round_, key, who, reason)


def keep_apart(tournament, key, pair, who=ANONYMOUS, *, apart=True):
    one, other = pair
    return KeepApart(one=one, other=other, apart=apart).perform(tournament, key, who)


def seat_late(round_, key, entrant, table=0, who=ANONYMOUS):
    return SeatLate(entrant=entrant, table=table).perform(round_, key, who)
