"""The views of the table page: fetch, form, one service call, render; and of a tablet in the middle of the table."""

import uuid
from functools import partial
from http import HTTPStatus
from typing import Any, NamedTuple

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache

from scoring.book.access.links import list_present_players, read_own_person, set_own_seat_cookie
from scoring.book.access.permissions import find_actor, find_reader, require_post, writers_only
from scoring.book.hand_form import FRAME_FIELDS, keep_hand_fields, read_seats
from scoring.book.ledger.entries import Outcome, WriteResult, format_problems, list_outcome_sentences
from scoring.book.ledger.seats import find_game_table, load_seats
from scoring.book.ledger.services import compute_body_digest
from scoring.book.marks import NO_VERDICT, MarkOutcome, derive_edge_device, write_mark
from scoring.models import GameTable, HeldHand
from scoring.table.corrections.history import preview_effects
from scoring.table.corrections.services import strike_last_deal
from scoring.table.entry.preview import (
    build_hand_preview,
    find_reader_seat,
    is_stale,
    is_twin,
    render_preview,
    tell_difference,
)
from scoring.table.held_hands.page import build_held_page
from scoring.table.held_hands.receiving import SubmittedForm, receive_hand
from scoring.table.held_hands.services import DecisionOutcome, DecisionResult, decide_hand
from scoring.table.offline import keep_on_phones
from scoring.table.table_page.live import PAGE_CACHE, load_page_version
from scoring.table.table_page.page import (
    DecisionForm,
    MarkForm,
    StrikeForm,
    build_newest_notice,
    build_page_version,
    build_pieces,
    format_lost_right,
    render_locked_table,
    render_table_page,
    respond_to_write,
)
from scoring.table.written_sheet.mark_form import DealMarkForm, build_last_mark_form
from scoring.table.written_sheet.selectors import PlayerTotal, TableView, load_table_view
from tarockclub.kit.hash_chain import is_key
from tarockclub.kit.text import parse_whole
from tarockclub.kit.words import get_current_language
from tarockclub.platform.accounts.devices import get_device
from tarockclub.platform.accounts.secret_links import hide_address
from tarockclub.platform.accounts.sessions import BY_ITSELF
from tarockclub.platform.privacy.readers import EVERYBODY, Reader
from tarockclub.platform.server.installation import compute_program_sign
from tarockclub.platform.server.page_cache import build_etag_response


@keep_on_phones
@never_cache  # so that Back after saving shows the current state
def show_table(request: HttpRequest, slug: uuid.UUID) -> HttpResponse:
    """Show a table's page: entry and written sheet."""
    game_table = find_game_table(slug)
    view = load_table_view(game_table, find_reader(request, slug))
    return render_table_page(request, game_table, view, {"all_rows": "rows" in request.GET})


def _refuse_preview(request: HttpRequest, table: GameTable) -> HttpResponse:
    return render_preview(request, {"problems": [format_lost_right()], "passing": True}, HTTPStatus.FORBIDDEN)


@require_post
@partial(writers_only, refusal=_refuse_preview)
def show_preview(request: HttpRequest, slug: uuid.UUID) -> HttpResponse:
    """Show what the hand in the form would pay; a part of the page."""
    game_table = find_game_table(slug)
    preview = build_hand_preview(game_table, request.POST)
    twin = "scored" in preview and is_twin(game_table, request.POST, get_device(request))
    untouched = not request.POST.get("p0-contract")
    if "scored" in preview:
        differs = tell_difference(game_table, request.POST, preview["scored"], find_actor(request, game_table))
        preview |= {"differs": differs} | preview_effects(game_table, request.POST, get_current_language())
    shown = {"table": game_table, "twin": twin, "untouched": untouched, "my_seat": find_reader_seat(request.POST)}
    return render_preview(request, {**preview, **shown})


@require_post
@partial(writers_only, refusal=render_locked_table)
def handle_saved_hand(request: HttpRequest, slug: uuid.UUID) -> HttpResponse:
    """Write a hand from the form of the page; a repeated request gets the same answer as the first one.

    A phone without the right gets the form back as it was filled in. JSON goes to scoring.table.phones.
    """
    game_table = find_game_table(slug)
    posted = request.POST
    if "preview" in posted:  # browsers without script
        if is_stale(game_table, posted):
            return respond_to_write(request, game_table, WriteResult(Outcome.STALE))
        view = load_table_view(game_table, find_reader(request, slug))
        return render_table_page(
            request, game_table, view, {**build_hand_preview(game_table, posted), "posted": posted}
        )
    fields, key, previous = keep_hand_fields(posted), posted.get("key", ""), posted.get("previous")
    sent = {name: posted.getlist(name) for name in (*fields, *FRAME_FIELDS) if name in posted}
    seats = read_seats(posted)
    hand = SubmittedForm(key, previous, fields, compute_body_digest(previous, sent), seats, posted.get("phase", ""))
    written = receive_hand(game_table.slug, hand, find_actor(request, game_table), keeps=False)
    return respond_to_write(request, game_table, written)


@require_post
@writers_only
def strike_hand(request: HttpRequest, slug: uuid.UUID) -> HttpResponse:
    """Strike the last hand."""
    game_table, content = find_game_table(slug), StrikeForm(request.POST).parse()
    who = find_actor(request, game_table)
    written = strike_last_deal(game_table, content["key"], content["previous"], content["reason"], who=who)
    return respond_to_write(request, game_table, written, striking=True)


@require_post
@writers_only
def handle_held_decision(request: HttpRequest, slug: uuid.UUID) -> HttpResponse:
    """Write the decision which deal a held hand is, or that it does not count."""
    table, form = find_game_table(slug), DecisionForm(request.POST)
    decision, key = form.build_decision(), form.cleaned_data["hand"]
    decided = (
        decide_hand(table, key, decision, find_actor(request, table))
        if is_key(key)
        else DecisionResult(DecisionOutcome.INVALID)
    )
    is_done = decided.answer is DecisionOutcome.DONE
    sentence = "" if is_done else format_decision(decided)
    if FROM_SCRIPT in request.headers:
        return HttpResponse(sentence, status=204 if is_done else decided.answer.value, content_type=TEXT)
    if not is_done:
        table = find_game_table(slug)
        view, context = load_table_view(table, find_reader(request, slug)), {"message": sentence, "way_back": True}
        return render_table_page(request, table, view, context, decided.answer.value)
    shown = f"?saved={decided.entry.sequence}" if decided.entry is not None else "#held"
    return redirect(f"{reverse('table', args=[slug])}{shown}")


def format_decision(decided: DecisionResult) -> str:
    """Return the outcome of a decision, in words."""
    if decided.answer is DecisionOutcome.DECIDED:
        return _format_earlier_decision(decided)
    if decided.problems or decided.answer is DecisionOutcome.OTHERS:
        cannot = _("It cannot be saved as the next hand like this: load it into the form.")
        return " ".join([cannot, *format_problems(decided.problems)])
    return {
        DecisionOutcome.INVALID: _("Something was lost on the way. Look at the hand and tap again."),
        DecisionOutcome.UNKNOWN: _("There is no such hand at this table."),
        DecisionOutcome.ENDED: _(
            "This evening has ended: reopen it on the settlement page, then the hand can be saved."
        ),
        DecisionOutcome.STALE: _(
            "The score sheet has changed in the meantime. Look at it, and say again which hand it is."
        ),
        DecisionOutcome.NO_REASON: _("Say why the hand does not count."),
        DecisionOutcome.LATE: _("The director decides about this hand."),
        DecisionOutcome.NOT_NOW: _(
            "The clock of the table is stopped: the hand can be saved as soon as it runs again."
        ),
    }[decided.answer]


def _format_earlier_decision(decided: DecisionResult) -> str:
    """Return the decision of another phone, in words."""
    if decided.entry is not None:
        return _("Another phone was quicker: the hand is already on the score sheet.")
    if decided.hand is not None and decided.hand.decided_as == HeldHand.As.DROPPED:
        return _("Another phone was quicker: the hand does not count.")
    return _("Another phone was quicker: it is the same as a hand that is already on the score sheet.")


TEXT = "text/plain; charset=utf-8"
FROM_SCRIPT = "X-Live"  # the page stays: a mark must not discard the hand that is being entered


@require_post
@writers_only
def mark_hand(request: HttpRequest, slug: uuid.UUID) -> HttpResponse:
    """Write a mark: a hand is right, it is wrong, or a dispute is settled."""
    table, form = find_game_table(slug), MarkForm(request.POST)
    ask, who = form.build_request(), find_actor(request, table)
    if form.cleaned_data["edge"]:
        who = who._replace(device=derive_edge_device(who.device, ask.place))
    answer = write_mark(table, ask, form.cleaned_data["key"], who)
    response = _respond_to_mark(request, table, form, answer)
    if answer is MarkOutcome.MARKED and not form.cleaned_data["edge"]:
        _remember_own_seat(request, response, table, ask.place)
    return response


def _respond_to_mark(request: HttpRequest, table: GameTable, form: MarkForm, answer: MarkOutcome) -> HttpResponse:
    sentence, content = "" if answer is MarkOutcome.MARKED else format_mark(answer), form.cleaned_data
    if FROM_SCRIPT in request.headers:
        return HttpResponse(sentence, status=answer.value if sentence else 204, content_type=TEXT)
    if sentence:
        view = load_table_view(table, find_reader(request, table.slug))
        return render_table_page(request, table, view, {"message": sentence}, status=answer.value)
    if content["edge"]:
        return redirect(f"{reverse('tablet', args=[table.slug])}?turn={content['turn']}")
    return redirect("deal", table.slug, content["line"]) if content["on_its_page"] else redirect("table", table.slug)


def _remember_own_seat(request: HttpRequest, response: HttpResponse, table: GameTable, place: int) -> None:
    """Let the phone belong to the player for whom it has just spoken."""
    me = next((player for player in list_present_players(load_seats(table, EVERYBODY)) if player.place == place), None)
    if me is not None and me.person != read_own_person(request):
        set_own_seat_cookie(response, table, me.person)


def format_mark(answer: MarkOutcome) -> str:
    """Return the outcome of a mark, in words."""
    return {
        MarkOutcome.INVALID: _("Please say who you are."),
        MarkOutcome.OWN_HAND: _("This phone entered the hand itself: another phone must say whether it is right."),
        MarkOutcome.ENDED: list_outcome_sentences()[Outcome.ENDED],
        MarkOutcome.STALE: _("The hand has changed in the meantime. Look at it, and say again whether it is right."),
        MarkOutcome.OTHER_BODY: list_outcome_sentences()[Outcome.OTHER_BODY],
    }[answer]


def show_live(request: HttpRequest, slug: uuid.UUID) -> HttpResponse:
    """Return the changed parts of the page; an empty response if the phone has them already."""
    request.META[BY_ITSELF] = True
    stand = load_page_version(slug)
    if stand is None:
        raise Http404
    spoken, reader = get_current_language(), find_reader(request, slug)
    tag, name = stand.build_tag(spoken, reader), (slug, spoken, reader.sign)
    response = build_etag_response(
        request, tag, lambda: PAGE_CACHE.load_body(name, tag, lambda: _render_pieces(slug, reader))
    )
    response["X-Device"] = get_device(request)  # its first page was rendered before the phone had its cookie
    return response


def show_rows(request: HttpRequest, slug: uuid.UUID) -> HttpResponse:
    """Show all lines of the written sheet, for a page that has the latest; an empty response if it has them already."""
    stand, spoken, reader = load_page_version(slug), get_current_language(), find_reader(request, slug)
    if stand is None:
        raise Http404
    tag, name = stand.build_tag(spoken, reader), (slug, spoken, "rows", reader.sign)
    return build_etag_response(
        request, tag, lambda: PAGE_CACHE.load_body(name, tag, lambda: _render_rows(slug, reader))
    )


def _render_rows(slug: uuid.UUID, reader: Reader) -> str:
    table = find_game_table(slug)
    shown = {**build_pieces(table, load_table_view(table, reader), {}), "all_rows": True, "may_write": reader.writes}
    return render_to_string("scoring/table/written_sheet/_rows.html", shown)


def _render_pieces(slug: uuid.UUID, reader: Reader) -> str:
    """Return the parts that are the same for every phone: without keys, and without the phone's own marks."""
    table, writes = find_game_table(slug), reader.writes
    view = load_table_view(table, reader)
    own = {
        "may_write": writes,
        "is_insider": reader.is_inside,
        "marking": build_last_mark_form(view, None) if writes else None,
        "held": build_held_page(table, view) if writes else None,
        "latest": build_newest_notice(view),
    }
    return render_to_string("scoring/table/table_page/_pieces.html", {**build_pieces(table, view, {}), **own})


# Where they sit, in playing order, which is against the clock; the long sides hold two.
_SIDES = {
    4: ("bottom", "right", "top", "left"),
    5: ("bottom", "right", "top-right", "top-left", "left"),
    6: ("bottom-left", "bottom-right", "right", "top-right", "top-left", "left"),
}


class Edge(NamedTuple):
    """A player's panel, at their side of the tablet."""

    side: str
    player: PlayerTotal
    asked: bool  # the player may say whether the newest hand is right
    answer: str  # what the player has said of it
    key: str  # of that answer


@never_cache
def show_tablet(request: HttpRequest, slug: uuid.UUID) -> HttpResponse:
    """Show the page; `turn` in its address: so many players further sit at the lower side."""
    table = find_game_table(slug)
    view, turn = load_table_view(table, find_reader(request, slug)), _read_turn(request)
    context = {
        **_build_context(table, view, turn, keyed=True),
        "device": get_device(request),
        "here_at": f"{reverse('tablet', args=[slug])}?turn={turn}",
        "live_at": f"{reverse('tablet_live', args=[slug])}?turn={turn}",
        "turns": (turn + 1) % view.now.players,
        "version": build_page_version(table, view).build_tag(get_current_language(), view.reader),
    }
    return hide_address(render(request, "scoring/table/table_page/tablet.html", context))


def show_tablet_live(request: HttpRequest, slug: uuid.UUID) -> HttpResponse:
    """Return the changed panels; an empty response if the tablet has them already."""
    request.META[BY_ITSELF] = True
    version = load_page_version(slug)
    if version is None:
        raise Http404
    spoken, reader, turn = get_current_language(), find_reader(request, slug), _read_turn(request)
    tag, name = version.build_tag(spoken, reader), (slug, spoken, "tablet", reader.sign, turn)
    response = build_etag_response(
        request, tag, lambda: PAGE_CACHE.load_body(name, tag, lambda: _render_tablet_pieces(slug, turn, reader))
    )
    response["X-Device"] = get_device(request)
    return response


def _read_turn(request: HttpRequest) -> int:
    return (parse_whole(request.GET.get("turn", ""), digits=1) or 0) % max(_SIDES)


def _render_tablet_pieces(slug: uuid.UUID, turn: int, reader: Reader) -> str:
    table = find_game_table(slug)
    view = load_table_view(table, reader)
    context = _build_context(table, view, turn, keyed=False)
    return render_to_string("scoring/table/table_page/_tablet_pieces.html", context)


def _build_context(table: GameTable, view: TableView, turn: int, *, keyed: bool) -> dict[str, Any]:
    writes = view.reader.writes
    marking = build_last_mark_form(view, None) if writes else None
    return {
        "table": table,
        "view": view,
        "turn": turn,
        "edges": list_edges(view, marking, turn, keyed=keyed),
        "marking": marking,
        "dealer": next((player.name for player in view.totals if player.role == "dealer"), ""),
        "latest": build_newest_notice(view),
        "may_write": writes,
        "closed": bool(table.ended),
        "previous": view.book.last.key if view.book.last else "",
        "program": compute_program_sign(),
    }


def list_edges(view: TableView, marking: DealMarkForm | None, turn: int, *, keyed: bool) -> list[Edge]:
    """Return the panels in playing order; `keyed`: with keys for their answers, which the script makes otherwise."""
    sides, start = _SIDES[len(view.totals)], turn % len(view.totals)
    asked = {place for place, _name in marking.names} if marking else set()
    verdict = view.verdicts.get(marking.row.line, NO_VERDICT) if marking else NO_VERDICT
    answers = {mark.place: mark.kind for mark in sorted((*verdict.fits, *verdict.disputed))}
    return [
        Edge(
            side,
            player,
            player.place in asked,
            answers.get(player.place, ""),
            str(uuid.uuid4()) if keyed else "",
        )
        for side, player in zip(sides, (*view.totals[start:], *view.totals[:start]), strict=True)
    ]
