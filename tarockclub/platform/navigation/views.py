"""The map of all pages, for whoever looks for something."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache

from tarockclub.kit.words import compute_german_key
from tarockclub.platform.accounts.permissions import find_rights
from tarockclub.platform.navigation.rows import PLACES, load_pages
from tarockclub.platform.navigation.trail import may_open


@never_cache
def show_everything(request: HttpRequest) -> HttpResponse:
    """Show every page that the reader may open and that needs no address of one thing, by places and names."""
    may = find_rights(request)
    listed = (page for page in load_pages().values() if page.is_listed and may_open(page, may))
    pages = sorted(listed, key=lambda page: compute_german_key(str(page.label)))
    places = [(place, [page for page in pages if page.place == place.name]) for place in PLACES]
    return render(request, "tarockclub/platform/navigation/everything.html", {"groups": places})


def explain_admin(request: HttpRequest) -> HttpResponse:
    """Say where people who know Django find what they look for under its usual address."""
    sentence = _("There is no admin of Django's: log in, and do everything on the pages themselves.")
    return render(request, "404.html", {"sentence": sentence}, status=404)
