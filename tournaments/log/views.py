"""The page of what was done in a tournament."""

import uuid

from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from tarockclub.accounts.permissions import staff_only
from tournaments import pages
from tournaments.log.listing import LOG, acts_of
from tournaments.log.sentences import fill_in_sentences


@require_safe
@staff_only
def log(request: HttpRequest, slug: uuid.UUID) -> HttpResponse:
    """Everything that was done, the latest first."""
    tournament = pages.own(request, slug)
    listed = LOG.shown(request, acts_of(tournament, LOG.typed(request)), seen=fill_in_sentences)
    return pages.page(request, "log/log", {"tournament": tournament, "list": listed})
