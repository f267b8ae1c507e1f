"""The page of a club's look, and what pages take from it: the rules of its colour, its logo."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_safe

from tarockclub.models import ClubLogo
from tarockclub.platform.accounts.devices import build_author
from tarockclub.platform.accounts.permissions import get_staff_account
from tarockclub.platform.club_look import colours, forms, services
from tarockclub.platform.server.wsgi.uploads import take_small_file

for_good = cache_control(max_age=365 * 24 * 3600, public=True, immutable=True)  # the address has what is in it


@take_small_file
def handle_look(request: HttpRequest) -> HttpResponse:
    """Show and change the club's name, colour and logo."""
    club = get_staff_account(request).club
    is_of_palette = club.colour in dict(forms.PALETTE)
    initial = {
        "name": club.name,
        "colour": club.colour if is_of_palette else forms.OWN,
        "own": "" if is_of_palette else club.colour,
    }
    is_sent = request.method == "POST"
    form = forms.LookForm(request.POST if is_sent else None, request.FILES if is_sent else None, initial=initial)
    if is_sent and form.is_valid():
        data = form.cleaned_data
        without_logo, who = data["without_logo"], build_author(request)
        services.change_look(club, data["name"], data["colour"], data["logo"], without_logo=without_logo, who=who)
        return redirect(f"{reverse('club_look')}?saved=1")
    shown = {
        "form": form,
        "club": club,
        "accepted": forms.ACCEPTED,
        "cloth": colours.find_cloth(club.colour) if club.colour else "",
    }
    status = 400 if is_sent else 200
    return render(request, "tarockclub/platform/club_look/look.html", shown, status=status)


@require_safe
@for_good
def serve_colours(_request: HttpRequest, colour: str) -> HttpResponse:
    """Serve the rules of a colour; no database query."""
    return HttpResponse(colours.write_rules(f"#{colour}"), content_type="text/css")


@require_safe
def serve_logo(request: HttpRequest, digest: str) -> HttpResponse:
    """Serve a club's logo."""
    logo = ClubLogo.objects.filter(club__logo=digest).first() if digest else None
    if logo is None:
        raise Http404
    return for_good(lambda _request: HttpResponse(bytes(logo.png), content_type="image/png"))(request)
