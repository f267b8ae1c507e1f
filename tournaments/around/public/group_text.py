"""The text for the group, ready to copy, at the moments at which a secretary writes to it before a tournament is over.

What is said is what everybody may see anyway: of those who have registered only how many they are.
"""

import uuid
from collections.abc import Iterator
from typing import NamedTuple

from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tarockclub.platform.sharing.picture import Card, CardRow
from tarockclub.platform.sharing.responses import render_share_page
from tournaments.core import view_helpers
from tournaments.core.selectors import find_date_news
from tournaments.core.settings import parse_settings
from tournaments.models import Round, Tournament
from tournaments.people.entrants.applications import filter_waiting, load_waiting_places
from tournaments.people.invitations.page import find_invitation, format_fee, format_when, list_invitation_facts


class Moment(NamedTuple):
    """Something that the group is told: a card, and the address of what it is about."""

    name: str
    label: str
    card: Card
    path: str


def show_group_text(request: HttpRequest, slug: uuid.UUID) -> HttpResponse:
    """Show the text for the group at one of the moments (`about`; else the first of them), and lead to the others."""
    tournament = view_helpers.find_own_tournament(request, slug)
    moments = list(_list_moments(tournament))
    chosen = next((moment for moment in moments if moment.name == request.GET.get("about")), moments[0])
    tabs = [(moment.label, f"?about={moment.name}", moment is chosen) for moment in moments]
    kind = _("Text for the group")
    return render_share_page(
        request, chosen.card, chosen.path, no_picture=True, kind=kind, tabs=tabs, tournament=tournament
    )


def _list_moments(tournament: Tournament) -> Iterator[Moment]:
    """Yield what can be told now: the tables of the last draw, the date and what is new about it, how many come."""
    invitation, news = find_invitation(tournament), find_date_news(tournament)
    path = reverse("invitation", args=[tournament.slug]) if invitation is not None else ""
    card = Card(tournament.name, format_when(tournament, invitation), (), tournament.club.name)
    rounds = Round.objects.filter(tournament=tournament, closed=None).exclude(draw=None)
    drawn = rounds.order_by("-number").first() if not (tournament.ended or tournament.cancelled) else None
    if drawn is not None:
        sentence = _("Round %(number)s is drawn. Who sits where:") % {"number": drawn.number}
        yield Moment(
            "draw", _("Draw"), card._replace(story=sentence), reverse("seats", args=[tournament.slug, drawn.number])
        )
    facts = [(_("Entry fee"), format_fee(parse_settings(tournament.settings)))]
    facts = facts if invitation is None else list_invitation_facts(tournament, invitation)
    rows = tuple(CardRow(f"{label}:", text) for label, text in facts if text)
    story = ": ".join(filter(None, (news.text, news.reason)))
    dated = card._replace(story=story, rows=() if news.is_cancelled else rows)
    yield Moment("date", _("When and where"), dated, path)
    if tournament.frozen is None and not news.is_cancelled:
        yield Moment("places", _("Who comes"), card._replace(rows=tuple(_list_places(tournament))), path)


def _list_places(tournament: Tournament) -> Iterator[CardRow]:
    yield CardRow(load_waiting_places(tournament).sentence)
    waiting = filter_waiting(tournament).count()
    if waiting:
        yield CardRow(
            ngettext("One person waits for a place", "%(count)s people wait for a place", waiting) % {"count": waiting}
        )
