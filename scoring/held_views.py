"""What people decide about held hands arrives here."""

import uuid

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _

from scoring.asks import number
from scoring.held.answers import Answer, Decided, Decision
from scoring.held.deciding import decide
from scoring.mark_views import FROM_SCRIPT, TEXT
from scoring.models import HeldHand
from scoring.rights import writers_only
from scoring.selectors import table_of, table_view
from scoring.table_page import language, page, sentences
from scoring.views import LONGEST_REASON, only_posted, who
from scoring.writing import is_key
from tarockclub.names import cleaned


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
        cannot = _("It cannot be saved as the next hand like this: load it into the form.")
        return " ".join([cannot, *sentences(decided.problems)])
    return {
        Answer.INVALID: _("Something was lost on the way. Look at the hand and tap again."),
        Answer.UNKNOWN: _("There is no such hand at this table."),
        Answer.ENDED: _("This evening has ended: reopen it on the settlement page, then the hand can be saved."),
        Answer.STALE: _("The score sheet has changed in the meantime. Look at it, and say again which hand it is."),
        Answer.NO_REASON: _("Say why the hand does not count."),
        Answer.LATE: _("The director decides about this hand."),
        Answer.NOT_NOW: _("The clock of the table is stopped: the hand can be saved as soon as it runs again."),
    }[decided.answer]


def _already(decided: Decided) -> str:
    """What another phone has decided."""
    if decided.entry is not None:
        return _("Another phone was quicker: the hand is already on the score sheet.")
    if decided.hand is not None and decided.hand.decided_as == HeldHand.As.DROPPED:
        return _("Another phone was quicker: the hand does not count.")
    return _("Another phone was quicker: it is the same as a hand that is already on the score sheet.")
