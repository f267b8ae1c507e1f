"""The pages to archive or delete a tournament, and to bring one back."""

import uuid

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.views.decorators.http import require_http_methods, require_safe

from tarockclub.platform.accounts.permissions import get_staff_account, require_right
from tarockclub.platform.accounts.rights import Right
from tournaments.core import view_helpers
from tournaments.core.actions.pages import perform_posted
from tournaments.core.acts import ActionRefused, parse_content
from tournaments.core.selectors import has_been_played
from tournaments.hall.setup.actions import ArchiveTournament
from tournaments.hall.setup.overview import TOURNAMENTS, search_tournaments


@require_safe
@require_right(Right.TABLES)
def show_archive(request: HttpRequest) -> HttpResponse:
    """Show the archived tournaments."""
    rows = search_tournaments(get_staff_account(request).club_id, TOURNAMENTS.read_search(request), archived=True)
    return view_helpers.render_page(
        request, "tournaments/hall/setup/archived.html", {"list": TOURNAMENTS.build_page(request, rows)}
    )


@require_http_methods(["GET", "HEAD", "POST"])
@require_right(Right.ENTER)
def handle_archive(request: HttpRequest, slug: uuid.UUID) -> HttpResponse:
    """Ask before a tournament is archived, deleted or brought back; POST does it."""
    tournament = view_helpers.find_own_tournament(request, slug, deleted=request.method == "POST")
    played = has_been_played(tournament)
    if request.method != "POST":
        return view_helpers.render_page(
            request, "tournaments/hall/setup/archive.html", {"tournament": tournament, "played": played}
        )
    try:
        act = perform_posted(request, tournament, ArchiveTournament)
    except ActionRefused as refused:
        context = {"tournament": tournament, "played": played, **view_helpers.format_problem(refused)}
        return view_helpers.render_page(request, "tournaments/hall/setup/archive.html", context, 409)
    return redirect("tournaments") if parse_content(act)["archived"] else redirect("tournament", slug=slug)
