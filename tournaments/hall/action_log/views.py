"""The page of the log of a tournament."""

import uuid

from django.http import HttpRequest, HttpResponse

from tournaments.core import view_helpers
from tournaments.hall.action_log.messages import fill_in_act_sentences
from tournaments.hall.action_log.selectors import LOG, list_acts


def show_log(request: HttpRequest, slug: uuid.UUID) -> HttpResponse:
    """Show everything that was done, the latest first."""
    tournament = view_helpers.find_own_tournament(request, slug)
    listed = LOG.build_page(request, list_acts(tournament, LOG.read_search(request)), seen=fill_in_act_sentences)
    return view_helpers.render_page(
        request, "tournaments/hall/action_log/log.html", {"tournament": tournament, "list": listed}
    )
