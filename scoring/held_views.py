"""What people decide about held hands arrives here."""

import uuid

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _

from scoring.access.permissions import writers_only
from scoring.corrections.forms import number
from scoring.held_hands.decisions import Answer, Decided, Decision
from scoring.held_hands.services import decide
from scoring.ledger.entries import is_key
from scoring.mark_views import FROM_SCRIPT, TEXT
from scoring.models import HeldHand
from scoring.table.page import language, page, sentences
from scoring.table.views import LONGEST_REASON, only_posted, who
from scoring.written_sheet.selectors import table_of, table_view
from tarockclub.text import cleaned


@only_posted
@writers_only
def say_which(request: HttpRequest, slug: uuid.UUID) -> HttpResponse:
    """Write down which deal a held hand is, or that it does not count; `as` is what was tapped."""
    table, posted = table_of(slug), request.POST
    what, _space, line = posted.get("as", "").partition(" ")
    note = cleaned(posted.get("reason", ""))[:LONGEST_REASON]
    decision = Decision(what, number(posted, "seen") or 0, number({"line": line}, "line") or 0, note)
    key = posted.get("hand", "")
    decided = decide(table, key, decision, who(request, table)) if is_key(key) else Decided(Answer.INVALID)
    is_done = decided.answer is Answer.DONE
    sentence = "" if is_done else said_of(decided)
    if FROM_SCRIPT in request.headers:
        return HttpResponse(sentence, status=204 if is_done else decided.answer.value, content_type=TEXT)
    if not is_done:
        told = {"message": sentence, "way_back": True}
        return page(request, table_of(slug), table_view(table_of(slug), language()), told, decided.answer.value)
    response = redirect("table", slug=slug)
    response["Location"] += f"?saved={decided.entry.sequence}" if decided.entry is not None else "#held"
    return response


def said_of(decided: Decided) -> str:
    """What became of a decision, in words."""
    if decided.answer is Answer.DECIDED:
        return _already(decided)
    if decided.problems or decided.answer is Answer.OTHERS:
        cannot = _("It cannot be saved as the next hand like this: take it into the form.")
        return " ".join([cannot, *sentences(decided.problems)])
    return {
        Answer.INVALID: _("Something went missing on the way. Look at the hand, and tap once more."),
        Answer.UNKNOWN: _("There is no such hand at this table."),
        Answer.ENDED: _("This evening has ended: open it again on the settlement page, then the hand can be saved."),
        Answer.STALE: _("The sheet has changed meanwhile. Look at it, and say once more which hand it is."),
        Answer.NO_REASON: _("Say why the hand does not count."),
        Answer.LATE: _("The director decides about this hand."),
        Answer.NOT_NOW: _("The table's clock stands: the hand can be saved as soon as it runs again."),
    }[decided.answer]


def _already(decided: Decided) -> str:
    """What another phone has decided."""
    if decided.entry is not None:
        return _("Another phone was quicker: the hand is in the sheet already.")
    if decided.hand is not None and decided.hand.decided_as == HeldHand.As.DROPPED:
        return _("Another phone was quicker: the hand does not count.")
    return _("Another phone was quicker: it is a hand that is in the sheet already.")
