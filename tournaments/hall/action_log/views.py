"""The page of the log of a tournament."""

import uuid

from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from tarockclub.accounts.permissions import staff_only
from tournaments import view_helpers
from tournaments.action_log.messages import fill_in_act_sentences
from tournaments.action_log.selectors import LOG, list_acts


@require_safe
@staff_only
def show_log(request: HttpRequest, slug: uuid.UUID) -> HttpResponse:
    """Show everything that was done, the latest first."""
    tournament = view_helpers.find_own_tournament(request, slug)
    listed = LOG.build_page(request, list_acts(tournament, LOG.read_search(request)), seen=fill_in_act_sentences)
    return view_helpers.render_page(request, "action_log/log", {"tournament": tournament, "list": listed})
