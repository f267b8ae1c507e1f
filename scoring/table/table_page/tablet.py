"""The page of a tablet in the middle of the table: a panel for each player, turned to their side."""

import uuid
from typing import Any, NamedTuple

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.urls import reverse
from django.views.decorators.cache import never_cache

from scoring.book.access.permissions import may_write, may_write_at
from scoring.book.ledger.selectors import find_game_table
from scoring.book.marks import NO_VERDICT
from scoring.models import GameTable
from scoring.table.table_page.live import PAGE_CACHE, load_page_version
from scoring.table.table_page.page import build_newest_notice, build_page_version
from scoring.table.written_sheet.mark_form import DealMarkForm, build_last_mark_form
from scoring.table.written_sheet.selectors import PlayerTotal, TableView, load_table_view
from tarockclub.kit.text import parse_whole
from tarockclub.kit.words import get_current_language
from tarockclub.platform.accounts.devices import get_device
from tarockclub.platform.accounts.sessions import BY_ITSELF
from tarockclub.platform.server.installation import compute_program_sign
from tarockclub.platform.server.page_cache import build_etag_response

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
    view, writes, turn = load_table_view(table), may_write(request, table), _read_turn(request)
    context = {
        **_build_context(table, view, turn, writes=writes, keyed=True),
        "device": get_device(request),
        "here_at": f"{reverse('tablet', args=[slug])}?turn={turn}",
        "live_at": f"{reverse('tablet_live', args=[slug])}?turn={turn}",
        "turns": (turn + 1) % view.now.players,
        "version": build_page_version(table, view).build_tag(get_current_language(), writes=writes),
    }
    return render(request, "scoring/table/table_page/tablet.html", context)


def show_tablet_live(request: HttpRequest, slug: uuid.UUID) -> HttpResponse:
    """Return the changed panels; an empty response if the tablet has them already."""
    request.META[BY_ITSELF] = True
    version = load_page_version(slug)
    if version is None:
        raise Http404
    spoken, writes, turn = get_current_language(), may_write_at(request, slug), _read_turn(request)
    tag = version.build_tag(spoken, writes=writes)
    name = (slug, spoken, "tablet", writes, turn)
    response = build_etag_response(
        request, tag, lambda: PAGE_CACHE.load_body(name, tag, lambda: _render_pieces(slug, turn, writes=writes))
    )
    response["X-Device"] = get_device(request)
    return response


def _read_turn(request: HttpRequest) -> int:
    return (parse_whole(request.GET.get("turn", ""), digits=1) or 0) % max(_SIDES)


def _render_pieces(slug: uuid.UUID, turn: int, *, writes: bool) -> str:
    table = find_game_table(slug)
    view = load_table_view(table)
    context = _build_context(table, view, turn, writes=writes, keyed=False)
    return render_to_string("scoring/table/table_page/_tablet_pieces.html", context)


def _build_context(table: GameTable, view: TableView, turn: int, *, writes: bool, keyed: bool) -> dict[str, Any]:
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
