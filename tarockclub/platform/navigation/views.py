"""The map of all pages, for whoever looks for something."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from tarockclub.platform.accounts.permissions import find_rights
from tarockclub.platform.navigation.pages import PAGES
from tarockclub.platform.navigation.rows import PLACES
from tarockclub.platform.navigation.trail import may_open


@require_safe
@never_cache
def show_everything(request: HttpRequest) -> HttpResponse:
    """Show every page that the reader may open and that needs no address of one thing, by places."""
    may = find_rights(request)
    pages = [page for page in PAGES.values() if page.is_listed and may_open(page, may)]
    places = [(place, [page for page in pages if page.place == place.name]) for place in PLACES]
    return render(request, "tarockclub/platform/navigation/everything.html", {"groups": places})
