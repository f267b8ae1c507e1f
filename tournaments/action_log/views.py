"""The page of what was done in a tournament."""

import uuid

from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from tarockclub.accounts.permissions import staff_only
from tournaments import view_helpers
from tournaments.action_log.messages import fill_in_sentences
from tournaments.action_log.selectors import LOG, acts_of


@require_safe
@staff_only
def log(request: HttpRequest, slug: uuid.UUID) -> HttpResponse:
    """Everything that was done, the latest first."""
    tournament = view_helpers.own(request, slug)
    listed = LOG.shown(request, acts_of(tournament, LOG.typed(request)), seen=fill_in_sentences)
    return view_helpers.page(request, "action_log/log", {"tournament": tournament, "list": listed})
