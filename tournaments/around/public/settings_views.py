"""The page on which a director decides what everybody may see."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse

from tarockclub.models import Publication
from tarockclub.platform.accounts.devices import build_author
from tarockclub.platform.accounts.permissions import get_staff_account
from tarockclub.platform.clubs.addresses import build_address
from tarockclub.platform.publication import PartsForm, change_publication, load_publication


def handle_publication(request: HttpRequest) -> HttpResponse:
    """Show or change what the club publishes."""
    club = get_staff_account(request).club
    publication = load_publication(club)
    parts = {part: getattr(publication, part) for part in Publication.PARTS}
    form = PartsForm(request.POST if request.method == "POST" else None, initial=parts)
    if form.is_valid():
        change_publication(club, form.cleaned_data, build_author(request))
        return redirect(f"{reverse('publication')}?saved=1")
    context = {"parts_form": form, "publication": publication, "here": request.path}
    context["feed"] = build_address(request, reverse("feed"))
    return render(request, "tournaments/around/public/publication.html", context)
