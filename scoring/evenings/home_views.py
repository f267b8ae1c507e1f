"""The first page, apart from all others: whoever comes first after a start waits for little else."""

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.module_loading import import_string
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from tarockclub.accounts.permissions import find_account, is_set_up


@require_safe
@never_cache
def show_home(request: HttpRequest) -> HttpResponse:
    """Show the first page: the club's evenings to staff who are logged in, a welcome to all others."""
    account = find_account(request)
    if account is None:
        return _show_visitors_page(request)
    from scoring.evenings.selectors import load_evenings

    evenings = load_evenings(account.club_id)
    return render(request, "scoring/evenings/home.html", {"tables": evenings.open, "ended": evenings.ended})


def _show_visitors_page(request: HttpRequest) -> HttpResponse:
    """Show the club's front page, if it has one; else a welcome, or the set-up."""
    if not is_set_up():
        return redirect("setup")
    front: HttpResponse | None = import_string(settings.VISITORS_PAGE)(request) if settings.VISITORS_PAGE else None
    return front or render(request, "scoring/evenings/welcome.html")
