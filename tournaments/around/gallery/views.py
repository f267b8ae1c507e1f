"""The gallery with which a new tournament begins, and the example of each format."""

from django.http import Http404, HttpRequest, HttpResponse

from tarockclub.kit.words import get_current_language
from tarockclub.platform.accounts.permissions import get_staff_account
from tournaments.around.gallery.page import build_example_page, list_cards
from tournaments.core import view_helpers
from tournaments.core.formats.library import find_format
from tournaments.people.invitations.page import list_templates


def show_gallery(request: HttpRequest) -> HttpResponse:
    """Show the formats as cards, the one that was used last first."""
    club = get_staff_account(request).club_id
    context = {
        "cards": list_cards(club, get_current_language()),
        "templates": list_templates(club),
    }
    return view_helpers.render_page(request, "tournaments/around/gallery/gallery.html", context)


def show_example(request: HttpRequest, format_id: str) -> HttpResponse:
    """Show the example of a format, worked out."""
    tournament_format = find_format(format_id)
    if tournament_format is None:
        raise Http404
    page = build_example_page(tournament_format, get_current_language())
    return view_helpers.render_page(request, "tournaments/around/gallery/example.html", {"seen": page})
