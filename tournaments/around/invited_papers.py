"""Papers and texts for those whom a tournament invites: a list, letters with codes, words for their group."""

from collections.abc import Sequence
from datetime import date
from typing import NamedTuple

from django.urls import reverse
from django.utils.translation import gettext, ngettext

from tarockclub.kit.days import convert_to_local, format_day
from tarockclub.kit.text import split_surname
from tarockclub.kit.typesetting import draw_code
from tarockclub.kit.xlsx.cells import Value
from tarockclub.kit.xlsx.csv_text import render_csv
from tarockclub.platform.accounts.persons import get_details
from tarockclub.platform.club_look.services import build_look
from tarockclub.platform.privacy.readers import EVERYBODY
from tarockclub.platform.server import downloads
from tarockclub.platform.server.apart.papers import render_paper
from tournaments.models import Application, Season, SeasonEvent, Tournament
from tournaments.people.invitations.page import (
    find_invitation,
    format_invitation_place,
    format_when,
    list_invitation_facts,
)
from tournaments.people.registration.actions import find_own_secret
from tournaments.people.registration.inviting import find_latest_choice
from tournaments.people.registration.staff_views import format_application_state, list_registration_rows
from tournaments.seasons.season.data import SeasonProgress, load_season_progress


class Invited(NamedTuple):
    """Somebody who was invited, with the answer."""

    application: Application
    state: str
    path: str  # of the own link; "" where there is an answer
    is_there: bool


def list_invited(tournament: Tournament) -> list[Invited]:
    """Return everybody who was invited, those without an answer first."""
    rows = list_registration_rows(tournament).exclude(invited=None).select_related("invited").order_by("pk")
    people_invited = []
    for row in rows:
        secret = find_own_secret(tournament, row.key) if not row.decided_as else ""
        path = reverse("own_place", args=[tournament.slug, secret]) if secret else ""
        is_there = row.entrant is not None and row.entrant.arrived is not None
        people_invited.append(Invited(row, format_application_state(row), path, is_there))
    return sorted(people_invited, key=lambda invited: bool(invited.application.decided_as))


CSV, PDF = "csv", "pdf"
FORMS = {CSV: downloads.CSV, PDF: downloads.PDF}
MOST_LETTERS = 200  # at once


def render_invited(invited: Sequence[Invited], site: str, language: str) -> str:
    """Render everybody who was invited as CSV, with the answer or, while there is none, the address of the own link."""
    heads = [
        gettext("Surname"),
        gettext("First name"),
        gettext("Town"),
        gettext("Contact"),
        gettext("Answer"),
        gettext("Own link"),
    ]
    lines: list[Sequence[Value]] = [heads]
    for guest in invited:
        first, surname = split_surname(guest.application.name.text)
        contact = get_details(guest.application.invited).contact if guest.application.invited is not None else ""
        lines.append(
            (
                surname,
                first,
                guest.application.town,
                " / ".join(contact.splitlines()),
                guest.state,
                guest.path and site + guest.path,
            )
        )
    return render_csv(lines, language)


def render_letters(
    tournament: Tournament, invited: Sequence[Invited], site: str, answer_by: date | None = None
) -> bytes | None:
    """Render a letter for each who has not answered yet, with the code of the own link; None if everybody has.

    `answer_by`: the day for the answer where entries do not close at a time that was set.
    """
    waiting = [guest for guest in invited if guest.path][:MOST_LETTERS]
    if not waiting:
        return None
    invitation = find_invitation(tournament)
    choice = find_latest_choice(tournament)
    season = Season.objects.get(slug=choice["season"]) if "season" in choice else None
    places: dict[int, tuple[int, str]] = {}
    if season is not None:
        stand = load_season_progress(season)
        places = {line.who: (line.rank, season.name) for line in stand.standing.lines if line.rank}
        places |= _find_cup_places(stand)
    answer = gettext("Do you come? Please answer with this code, or at this address:")
    if invitation is not None and invitation.closes is not None:
        answer_by = convert_to_local(invitation.closes).date()
    if answer_by is not None:
        answer = gettext("Do you come? Please answer by %(day)s with this code, or at this address:")
        answer %= {"day": format_day(answer_by)}
    data = build_look(tournament.club) | {
        "heading": tournament.name,
        "when": format_when(tournament, invitation),
        "facts": list_invitation_facts(tournament, invitation) if invitation is not None else [],
        "letters": [
            {
                "name": guest.application.name.text,
                "town": guest.application.town,
                "because": _format_reason(season, places.get(guest.application.invited_id or 0)),
                "code": draw_code(site + guest.path),
                "address": site + guest.path,
            }
            for guest in waiting
        ],
        "words": {
            "answer": answer,
            "code": gettext("QR code"),
        },
    }
    title = " · ".join((gettext("Invitations"), tournament.name))
    return render_paper("tournaments/around/invitees/letters", title, data)


def _find_cup_places(stand: SeasonProgress) -> dict[int, tuple[int, str]]:
    """Return the best place that people have in a cup that carries points into a season, and the cup, by their ids."""
    places: dict[int, tuple[int, str]] = {}
    for cup in stand.events:
        for row in cup.rows if cup.event.kind == SeasonEvent.Kind.CARRIED else ():
            if row.rank:
                places[row.who] = min(places.get(row.who, (row.rank, cup.name)), (row.rank, cup.name))
    return places


def _format_reason(season: Season | None, place: tuple[int, str] | None) -> str:
    """Return by which standing somebody is invited, and by which place in it, or in a cup, where there is one."""
    if season is None:
        return gettext("You are invited.")
    if place is None:
        return gettext("You are invited by the standings of %(season)s.") % {"season": season.name}
    words = {"rank": place[0], "season": place[1]}
    return gettext("You are invited. In %(season)s you are in place %(rank)s.") % words


def format_for_group(tournament: Tournament, invited: Sequence[Invited]) -> str:
    """Return a text for the group of the players: when and where, who is asked, who comes; names as on public pages."""
    invitation = find_invitation(tournament)
    place = format_invitation_place(invitation) if invitation is not None else ""
    waiting = [guest for guest in invited if guest.path]
    coming = [guest for guest in invited if guest.application.decided_as == Application.As.TAKEN]
    parts = [
        ", ".join(filter(None, (tournament.name, format_when(tournament, invitation), place))),
        _format_people(ngettext("%(count)s comes", "%(count)s come", len(coming)), coming),
        _format_people(ngettext("%(count)s is asked", "%(count)s are asked", len(waiting)), waiting),
        gettext("Please answer with your own link, or tell us.") if waiting else "",
    ]
    return "\n".join(filter(None, parts))


def _format_people(heading: str, people: Sequence[Invited]) -> str:
    names = ", ".join(
        EVERYBODY.name_person(guest.application.invited) for guest in people if guest.application.invited is not None
    )
    return f"{heading % {'count': len(people)}}: {names}" if names else ""
