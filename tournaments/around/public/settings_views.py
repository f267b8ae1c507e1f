"""The page on which a director decides what everybody may see, who may embed it, and which program is notified."""

from typing import Any

from django import forms
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from tarockclub.kit.form_fields import PostedForm, TextField
from tarockclub.models import Club, Delivery, Publication
from tarockclub.platform.accounts.devices import build_author
from tarockclub.platform.accounts.permissions import get_staff_account
from tarockclub.platform.clubs.addresses import build_address
from tarockclub.platform.publication import HookForm, OriginsForm, PartsForm, change_publication, load_publication
from tarockclub.platform.webhooks.services import list_deliveries, load_events, resume_sending, send_probe
from tournaments.models import Season, Tournament

PARTS, ORIGINS, HOOK, SECRET, PROBE = "parts", "origins", "hook", "secret", "probe"
MOST_TOURNAMENTS, MOST_SEASONS = 3, 2
STATES = {
    Delivery.State.WAITING: _("on its way"),
    Delivery.State.DONE: _("arrived"),
    Delivery.State.FAILED: _("given up"),
}
ANSWERS = {
    "timeout": _("no answer in time"),
    "certificate": _("its certificate is not valid"),
    "no_answer": _("no answer"),
    "unknown_host": _("there is no such server"),
    "forbidden_host": _("messages may not go there"),
    "insecure": _("only https:// is safe"),
    "malformed": _("this is no address"),
    "removed": _("the address was removed"),
}


class ActionForm(PostedForm):
    """The button that was tapped."""

    what = TextField(20)


def handle_publication(request: HttpRequest) -> HttpResponse:
    """Show or change what the club publishes."""
    club = get_staff_account(request).club
    publication = load_publication(club)
    posted = request.POST if request.method == "POST" else None
    what = str(ActionForm(posted).parse()["what"]) if posted is not None else ""
    parts = {part: getattr(publication, part) for part in Publication.PARTS}
    kept = {"origins": "\n".join(publication.origins.split()), "hook_url": publication.hook_url}
    shown: dict[str, forms.Form] = {
        PARTS: PartsForm(posted if what == PARTS else None, initial=parts),
        ORIGINS: OriginsForm(posted if what == ORIGINS else None, initial=kept),
        HOOK: HookForm(posted if what == HOOK else None, initial=kept),
    }
    is_accepted = False
    if what in shown and shown[what].is_valid():
        changes = {name: shown[what].cleaned_data[name] for name in shown[what].fields}
        change_publication(club, changes, build_author(request))
        is_accepted = True
    elif what == SECRET:
        change_publication(club, {}, build_author(request), new_secret=True)
        is_accepted = True
    elif what == PROBE:
        is_accepted = send_probe(club) is not None
    if is_accepted:
        return redirect(f"{reverse('publication')}?saved=1#{what}")
    context = {f"{name}_form": form for name, form in shown.items()} | _build_context(request, club)
    return render(request, "tournaments/around/public/publication.html", context, status=200 if posted is None else 400)


def _build_context(request: HttpRequest, club: Club) -> dict[str, Any]:
    resume_sending()
    publication, deliveries = load_publication(club), list_deliveries(club)
    titles = {name: event.title for name, event in load_events().items()}
    return {
        "publication": publication,
        "here": request.path,
        "codes": list_codes(request, club, publication),
        "deliveries": [
            (
                delivery,
                titles.get(delivery.event, delivery.event),
                STATES[Delivery.State(delivery.state)],
                ANSWERS.get(delivery.answer, delivery.answer),
            )
            for delivery in deliveries
        ],
        "is_sending": any(delivery.state == Delivery.State.WAITING for delivery in deliveries),
        "feed": build_address(request, reverse("feed")),
    }


def list_codes(request: HttpRequest, club: Club, publication: Publication) -> list[tuple[str, str]]:
    """Return the names and codes that embed the newest tournaments and seasons; none as long as no site may do that."""
    if not publication.origins:
        return []
    tournaments = Tournament.objects.filter(club=club, archived=None, frozen__isnull=False).order_by("-day", "-pk")
    seasons = Season.objects.filter(club=club).order_by("-made", "-pk")
    found = [(row.name, reverse("embed_standings", args=[row.slug])) for row in tournaments[:MOST_TOURNAMENTS]]
    found += [(row.name, reverse("embed_season", args=[row.slug])) for row in seasons[:MOST_SEASONS]]
    return [(name, _write_code(build_address(request, path))) for name, path in found]


def _write_code(address: str) -> str:
    return f'<iframe src="{address}" title="Tarock" width="100%" height="640" loading="lazy"></iframe>'
