"""Pages: fetch, form, one service call, render."""

import uuid
from functools import partial
from http import HTTPStatus
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.template.loader import render_to_string
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from scoring.access.permissions import may_write_at, only_posted, who, writers_only
from scoring.corrections.services import strike_last
from scoring.entry.preview import is_stale, is_twin, judged
from scoring.hand_form.deal_seats import seats_seen
from scoring.hand_form.fields import Form
from scoring.held_hands.decisions import Answer, Decided, Decision
from scoring.held_hands.page import held_page
from scoring.held_hands.receiving import receive
from scoring.held_hands.services import decide
from scoring.ledger.entries import Outcome, Sent, Written
from scoring.ledger.messages import sentences
from scoring.ledger.selectors import table_of
from scoring.ledger.services import body_of
from scoring.marks.services import Ask, MarkOutcome, mark
from scoring.models import GameTable, HeldHand
from scoring.phones import views
from scoring.table.live import SHELF, stand_of
from scoring.table.page import answer, for_these_seats, newest_of, no_right, page, pieces, told_lost
from scoring.written_sheet.mark_form import marking_of_last
from scoring.written_sheet.selectors import table_view
from tarockclub.accounts.devices import device_of
from tarockclub.accounts.sessions import BY_ITSELF
from tarockclub.idempotency import is_key
from tarockclub.language import language
from tarockclub.server.page_cache import answered
from tarockclub.text import number, parse_reason


@require_safe
@never_cache  # so that Back after saving shows what is there now
def table(request: HttpRequest, slug: uuid.UUID) -> HttpResponse:
    """A table's page: entry and written sheet."""
    game_table = table_of(slug)
    return page(request, game_table, table_view(game_table, language()), {})


def _no_preview(request: HttpRequest, table: GameTable) -> HttpResponse:
    return _piece(request, {"problems": [told_lost()], "passing": True}, HTTPStatus.FORBIDDEN)


def _piece(request: HttpRequest, context: dict[str, Any], status: int = HTTPStatus.OK) -> HttpResponse:
    """The preview, known as an answer of ours: an inn's network answers with pages of its own."""
    response = render(request, "scoring/table/_preview.html", context, status=status)
    response["X-Piece"] = "preview"
    return response


@only_posted
@partial(writers_only, refusal=_no_preview)
def preview(request: HttpRequest, slug: uuid.UUID) -> HttpResponse:
    """What the hand in the form would pay; a piece of the page."""
    game_table = table_of(slug)
    told = judged(game_table, request.POST)
    twin = "scored" in told and is_twin(game_table, request.POST, device_of(request))
    untouched = not request.POST.get("p0-contract")
    return _piece(request, {**told, "table": game_table, "twin": twin, "untouched": untouched})


@only_posted
def save_hand(request: HttpRequest, slug: uuid.UUID) -> HttpResponse:
    """Write a hand; sent once more it is answered as it was the first time. Phones may send and get JSON."""
    if request.content_type == "application/json":
        return views.answer_to(request, slug)  # asks for the right with what it has to read anyway
    return _save_form(request, slug)


@partial(writers_only, refusal=no_right)
def _save_form(request: HttpRequest, slug: uuid.UUID) -> HttpResponse:
    """The same for the form of the page; who may not write (any more) gets it back as it was filled in."""
    game_table = table_of(slug)
    posted = request.POST
    if "preview" in posted:  # browsers without script, and "next": somebody has seen what came between
        view = table_view(game_table, language())
        if is_stale(game_table, posted) and posted["preview"] == "next":
            return page(request, game_table, view, {"posted": for_these_seats(view, posted)})
        if is_stale(game_table, posted):
            return answer(request, game_table, Written(Outcome.STALE))
        return page(request, game_table, view, {**judged(game_table, posted), "posted": posted})
    sent = {name: values for name, values in posted.lists() if name != "csrfmiddlewaretoken"}
    key, previous, seen = posted.get("key", ""), posted.get("previous"), seats_seen(posted)
    hand = Sent(key, previous, Form(posted), body_of(previous, sent), seen, posted.get("phase", ""))
    written = receive(game_table.slug, hand, who(request, game_table), keeps=False)
    return answer(request, game_table, written)


@only_posted
@writers_only
def strike(request: HttpRequest, slug: uuid.UUID) -> HttpResponse:
    """Strike out the last hand."""
    game_table, posted = table_of(slug), request.POST
    reason = parse_reason(posted)
    written = strike_last(
        game_table, posted.get("key", ""), posted.get("previous"), reason, who=who(request, game_table)
    )
    return answer(request, game_table, written, striking=True)


@only_posted
@writers_only
def say_which(request: HttpRequest, slug: uuid.UUID) -> HttpResponse:
    """Write down which deal a held hand is, or that it does not count; `as` is what was tapped."""
    table, posted = table_of(slug), request.POST
    what, _space, line = posted.get("as", "").partition(" ")
    note = parse_reason(posted)
    decision = Decision(what, number(posted, "seen") or 0, number({"line": line}, "line") or 0, note)
    key = posted.get("hand", "")
    decided = decide(table, key, decision, who(request, table)) if is_key(key) else Decided(Answer.INVALID)
    is_done = decided.answer is Answer.DONE
    sentence = "" if is_done else decision_message(decided)
    if FROM_SCRIPT in request.headers:
        return HttpResponse(sentence, status=204 if is_done else decided.answer.value, content_type=TEXT)
    if not is_done:
        told = {"message": sentence, "way_back": True}
        return page(request, table_of(slug), table_view(table_of(slug), language()), told, decided.answer.value)
    response = redirect("table", slug=slug)
    response["Location"] += f"?saved={decided.entry.sequence}" if decided.entry is not None else "#held"
    return response


def decision_message(decided: Decided) -> str:
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


TEXT = "text/plain; charset=utf-8"
FROM_SCRIPT = "X-Live"  # the page stays: a mark must not cost anybody the hand he is entering


@only_posted
@writers_only
def say(request: HttpRequest, slug: uuid.UUID) -> HttpResponse:
    """Write down that a hand fits, that it does not, or that a dispute is settled."""
    table, posted = table_of(slug), request.POST
    numbers = {name: number(posted, name) for name in ("line", "seen", "newest", "place")}
    ask = Ask(kind=posted.get("kind", ""), **{name: -1 if said is None else said for name, said in numbers.items()})
    answer = mark(table, ask, posted.get("key", ""), who(request, table))
    sentence = "" if answer is MarkOutcome.MARKED else mark_message(answer)
    if FROM_SCRIPT in request.headers:
        return HttpResponse(sentence, status=answer.value if sentence else 204, content_type=TEXT)
    if sentence:
        return page(request, table, table_view(table, language()), {"message": sentence}, status=answer.value)
    if "on_its_page" in posted:
        return redirect("deal", slug=slug, line=ask.line)
    return redirect("table", slug=slug)


def mark_message(answer: MarkOutcome) -> str:
    """What became of a mark, in words."""
    return {
        MarkOutcome.INVALID: _("Please say who you are."),
        MarkOutcome.OWN_HAND: _("This phone entered the hand itself: another phone must say whether it is right."),
        MarkOutcome.ENDED: _("This evening has ended; nothing was saved. It can be reopened on the settlement page."),
        MarkOutcome.STALE: _("The hand has changed in the meantime. Look at it, and say again whether it is right."),
        MarkOutcome.OTHER_BODY: _(
            "This form has been sent before with different content. Check the score sheet before you continue."
        ),
    }[answer]


@require_safe
def live(request: HttpRequest, slug: uuid.UUID) -> HttpResponse:
    """What is new; nothing where the phone has it already."""
    request.META[BY_ITSELF] = True
    stand = stand_of(slug)
    if stand is None:
        raise Http404
    spoken, writes = language(), may_write_at(request, slug)
    tag = stand.tag(spoken, writes=writes)
    name = (slug, spoken, writes)
    response = answered(request, tag, lambda: SHELF.body(name, tag, lambda: _rendered(slug, writes=writes)))
    response["X-Device"] = device_of(request)  # its first page was made before the phone had its sign
    return response


def _rendered(slug: uuid.UUID, *, writes: bool) -> str:
    """The pieces, the same for every phone: without keys, and without what it alone has said."""
    table = table_of(slug)
    view = table_view(table, language())
    own = {
        "may_write": writes,
        "marking": marking_of_last(view, None) if writes else None,
        "held": held_page(table, view) if writes else None,
        "latest": newest_of(view),
    }
    return render_to_string("scoring/table/_pieces.html", {**pieces(table, view, {}), **own})
