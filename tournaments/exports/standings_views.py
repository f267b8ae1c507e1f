"""The standings for programs, as everybody sees them on the public page: JSON and CSV, the same numbers and names."""

import uuid

from django.http import HttpRequest, HttpResponse
from django.utils.http import content_disposition_header
from django.views.decorators.http import require_safe

from tarockclub.server.page_cache import Kept, Shelf, answered
from tournaments.exports.public_standings import as_csv, as_json
from tournaments.standings.cached_page import PACE, Page, page_of
from tournaments.standings.progress import Stand

SHELF = Shelf(32, pace=PACE)


@require_safe
def standings_json(request: HttpRequest, slug: uuid.UUID) -> HttpResponse:
    """All standings that are public as JSON."""
    response = _answered(request, slug, "json")
    response["Content-Type"] = "application/json"
    return response


@require_safe
def standings_csv(request: HttpRequest, slug: uuid.UUID) -> HttpResponse:
    """All standings that are public as one CSV file, as the German Excel reads it."""
    response = _answered(request, slug, "csv")
    response["Content-Type"] = "text/csv; charset=utf-8"
    name = content_disposition_header(as_attachment=True, filename="standings.csv")
    response["Content-Disposition"] = name or "attachment"
    return response


def _answered(request: HttpRequest, slug: uuid.UUID, form: str) -> HttpResponse:
    page, stand = page_of(request, slug, 0)
    kept = _kept(page, stand, form)
    return answered(request, kept.tag, lambda: kept.body)


def _kept(page: Page, stand: Stand, form: str) -> Kept:
    """What is public, whoever asks; who works with it gets it as it is now."""
    tag = f'"{stand.sign}.{page.language}.{form}"'
    make = as_json if form == "json" else as_csv
    name = (page.slug, page.language, form)
    return SHELF.newest(name, tag, lambda: make(stand, page.language), at_once=page.staff)
