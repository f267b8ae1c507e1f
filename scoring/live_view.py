"""The pieces of a table's page that change while people play, for whoever watches it."""

import uuid

from django.http import Http404, HttpRequest, HttpResponse
from django.template.loader import render_to_string
from django.views.decorators.http import require_safe

from scoring.access.permissions import may_write_at
from scoring.held_hands.page import held_page
from scoring.table.live import SHELF, stand_of
from scoring.table.page import language, newest_of, pieces
from scoring.written_sheet.mark_form import marking_of_last
from scoring.written_sheet.selectors import table_of, table_view
from tarockclub.accounts.devices import device_of
from tarockclub.accounts.sessions import BY_ITSELF
from tarockclub.server.page_cache import answered


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
    return render_to_string("scoring/_pieces.html", {**pieces(table, view, {}), **own})
