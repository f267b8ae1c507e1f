"""The first page of those who are logged in."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from tarockclub.office.first_page.going_on import load_going_on
from tarockclub.office.first_page.selectors import load_first_page
from tarockclub.platform.accounts.permissions import get_staff_account


def show_first_page(request: HttpRequest) -> HttpResponse:
    """Show what is likely now, what goes on, what is next and who has won."""
    account = get_staff_account(request)
    going_on = load_going_on(account.club_id)
    page = load_first_page(account, has_round=bool(going_on.rounds))
    context = {"page": page, "now": going_on, "year": f"{page.year}"}
    return render(request, "tarockclub/office/first_page/first_page.html", context)
