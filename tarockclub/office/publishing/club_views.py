"""The director's pages of the club: where a laptop sends its pages, and what this installation receives."""

import uuid
from contextlib import closing
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache

from tarockclub.kit.text import parse_whole
from tarockclub.models import Club, PublishingKey, ReceivedSite, SentSite
from tarockclub.office.club_file.sending import NoAddress, find_sending, start_sending
from tarockclub.office.publishing import receiving
from tarockclub.office.publishing.forms import ActionForm, AddressForm, KeyForm
from tarockclub.office.publishing.process import resume_publishing
from tarockclub.office.publishing.services import format_sent, remove_address, set_address
from tarockclub.office.publishing.views import LOOK_AGAIN, ZIP, ask_for_refresh, begin_file
from tarockclub.office.static_site.files import list_site_files
from tarockclub.platform.accounts.confirmation import ask_for_password, require_password
from tarockclub.platform.accounts.devices import build_author
from tarockclub.platform.accounts.permissions import get_staff_account
from tarockclub.platform.clubs.addresses import build_address
from tarockclub.platform.jobs.services import BusyError
from tarockclub.platform.parcels import keys
from tarockclub.platform.parcels.messages import format_trouble
from tarockclub.platform.parcels.peer import PROTOCOL, HttpPeer, PeerTrouble, find_address
from tarockclub.platform.server.wsgi.turns import give_turn_back
from tournaments.around.public.inn_sites import format_stand
from tournaments.core import view_helpers
from tournaments.models import Season, Tournament

SET, REMOVE, END, TAKE_OFF, AGAIN, WHOLE = "set", "remove", "end", "off", "again", "whole"
LONGEST_NUMBER = 18


def handle_address(request: HttpRequest) -> HttpResponse:
    """Show or change where the club's pages are sent; make the site of the whole club."""
    club = get_staff_account(request).club
    if request.method != "POST":
        return _render_address(request, club, AddressForm(initial=_load_initial(club)))
    said = ActionForm(request.POST).parse()
    if said["what"] == ZIP:
        problem = begin_file(club, said["key"])
        if not problem:
            return redirect(f"{reverse('hosted_address')}#files")
        return _render_address(request, club, AddressForm(initial=_load_initial(club)), problem, 409)
    if said["what"] == WHOLE:
        return _send_whole(request, club, said["key"])
    if said["what"] == REMOVE:
        remove_address(club, build_author(request))
        return redirect(f"{reverse('hosted_address')}?saved=1")
    form = AddressForm(request.POST)
    if form.is_valid():
        name, code = _ask_there(form.cleaned_data["url"], form.cleaned_data["secret"])
        if not code:
            set_address(club, form.cleaned_data["url"], form.cleaned_data["secret"], name, build_author(request))
            return redirect(f"{reverse('hosted_address')}?saved=1")
        form.refuse(code)
    return _render_address(request, club, form, status=400)


def _send_whole(request: HttpRequest, club: Club, key: str) -> HttpResponse:
    """Begin to send the whole club, once the password is given."""
    if (asked := ask_for_password(request)) is not None:
        return asked
    try:
        start_sending(club, key, build_author(request))
    except (NoAddress, BusyError, ValueError):
        problem = _("Something was lost on the way: please try again.")
        return _render_address(request, club, AddressForm(initial=_load_initial(club)), problem, 409)
    return redirect(f"{reverse('hosted_address')}#whole")


def _ask_there(url: str, secret: str) -> tuple[str, str]:
    """Return the name of the club there, and the code of what is wrong; the site does not wait for the network."""
    try:
        with give_turn_back(), closing(HttpPeer(url, secret)) as peer:
            answer = peer.ask("")
    except PeerTrouble as trouble:
        return "", trouble.code
    return str(answer.get("club", ""))[:80], "" if answer.get("protocol") == PROTOCOL else "older_there"


def _load_initial(club: Club) -> dict[str, str]:
    known = find_address(club)
    return {"url": known.url if known else ""}


def _render_address(
    request: HttpRequest, club: Club, form: AddressForm, problem: str = "", status: int = 200
) -> HttpResponse:
    resume_publishing()
    files = list_site_files(club)
    whole = find_sending(club)
    context = {
        "whole": whole,
        "form": form,
        "address": find_address(club),
        "lines": _list_sent(club),
        "files": files,
        "problem": problem,
        "key": view_helpers.create_key(),
        "here": reverse("hosted_address"),
    }
    response = render(request, "tarockclub/office/publishing/address.html", context, status=status)
    if whole is not None and whole.is_running:
        response["Refresh"] = f"{LOOK_AGAIN}; url={request.path}"
    return ask_for_refresh(request, response, files)


def _list_sent(club: Club) -> list[dict[str, str]]:
    """Return what is sent, or still to be taken off there."""
    sites = [site for site in SentSite.objects.filter(club=club).order_by("-pk") if site.is_on or site.is_there]
    names: dict[uuid.UUID, str] = {}
    for model in (Tournament, Season):
        rows = model.objects.filter(club=club, slug__in=[site.thing for site in sites])
        names |= dict(rows.values_list("slug", "name"))
    return [_build_line(site, names.get(site.thing, "")) for site in sites]


def _build_line(site: SentSite, name: str) -> dict[str, str]:
    route = "season_internet" if site.kind == SentSite.Kind.SEASON else "tournament_internet"
    trouble = format_trouble(site.trouble) if site.trouble else ""
    return {"name": name, "href": reverse(route, args=[site.thing]), "state": format_sent(site), "trouble": trouble}


@never_cache
def handle_received(request: HttpRequest) -> HttpResponse:
    """Show what laptops send here, and their keys; end a key, take a site off."""
    club = get_staff_account(request).club
    if request.method != "POST":
        return _render_received(request, club)
    said, who = ActionForm(request.POST).parse(), build_author(request)
    if said["what"] == END:
        number = parse_whole(said["which"], LONGEST_NUMBER)
        key = PublishingKey.objects.filter(club=club, pk=number).first() if number is not None else None
        if key is None:
            raise Http404
        keys.end_key(key, who)
    elif said["what"] in {TAKE_OFF, AGAIN}:
        if not receiving.end_site(club, _parse_slug(said["which"]), who, is_ended=said["what"] == TAKE_OFF):
            raise Http404
    else:
        return _render_received(request, club, 400)
    return redirect(f"{reverse('received_sites')}?saved=1")


def _parse_slug(text: str) -> uuid.UUID:
    try:
        return uuid.UUID(text)
    except ValueError:
        raise Http404 from None


def _render_received(request: HttpRequest, club: Club, status: int = 200) -> HttpResponse:
    sites = ReceivedSite.objects.filter(club=club).order_by("-stand", "-pk")
    context: dict[str, Any] = {
        "lines": [
            (site, build_address(request, receiving.build_site_address(site.slug)), format_stand(site))
            for site in sites
            if site.stand or site.ended
        ],
        "keys": PublishingKey.objects.filter(club=club, ended=None).order_by("pk"),
        "protocol": PROTOCOL,
        "here": reverse("received_sites"),
    }
    return render(request, "tarockclub/office/publishing/received.html", context, status=status)


@never_cache
@require_password
def handle_new_key(request: HttpRequest) -> HttpResponse:
    """Make a key for a laptop; its secret is shown here and never again."""
    form = KeyForm(request.POST if request.method == "POST" else None)
    status = 200 if request.method != "POST" else 400
    if request.method == "POST" and form.is_valid():
        try:
            said, who = form.cleaned_data, build_author(request)
            key, secret = keys.create_key(get_staff_account(request), said["name"], who, may_import=said["may_import"])
        except keys.TooManyKeys:
            form.add_error(None, _("There are too many keys already: end those that nobody needs."))
        else:
            address = build_address(request, "/")
            context = {"publishing_key": key, "secret": secret, "address": address}
            return render(request, "tarockclub/office/publishing/made_key.html", context)
    return render(request, "tarockclub/office/publishing/new_key.html", {"form": form}, status=status)
