"""The first address, apart from all others: whoever comes first after a start waits for little else."""

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.module_loading import import_string
from django.views.decorators.cache import never_cache

from tarockclub.platform.accounts.permissions import find_account, find_rights, is_set_up
from tarockclub.platform.accounts.rights import Right
from tarockclub.platform.clubs.current_club import find_current_club


@never_cache
def show_home(request: HttpRequest) -> HttpResponse:
    """Show the first page: that of the staff to those who are logged in, that of visitors to all others."""
    account = find_account(request)
    if account is None and not is_set_up():
        return redirect("setup")
    page = settings.STAFF_PAGE if find_rights(request).has(Right.TABLES) else settings.HELPERS_PAGE
    if account is None:
        page = settings.DIRECTORY_PAGE if find_current_club(request) is None else settings.VISITORS_PAGE
    answer: HttpResponse = import_string(page)(request)
    return answer


def show_welcome(request: HttpRequest) -> HttpResponse:
    """Show a welcome to visitors, with the tables of their phone."""
    return render(request, "scoring/table/evenings/welcome.html")
