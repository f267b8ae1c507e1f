"""The invitations of a tournament to take along: a list, letters with codes, and a text for the group."""

from collections.abc import Sequence

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tarockclub.kit.text import split_surname
from tarockclub.kit.typesetting import draw_code
from tarockclub.kit.xlsx.cells import Value
from tarockclub.kit.xlsx.csv_text import render_csv
from tarockclub.platform.accounts.person_details import get_details
from tarockclub.platform.club_look.services import build_look
from tarockclub.platform.privacy.public_names import get_public_name
from tarockclub.platform.server import downloads
from tarockclub.platform.server.apart.papers import render_paper
from tournaments.models import Application, Tournament
from tournaments.people.invitations.page import (
    find_invitation,
    format_invitation_place,
    format_when,
    list_invitation_facts,
)
from tournaments.seasons.season.invitees.selection import Invited

CSV, PDF = "csv", "pdf"
FORMS = {CSV: downloads.CSV, PDF: downloads.PDF}
MOST_LETTERS = 200  # at once


def render_invited(invited: Sequence[Invited], site: str, language: str) -> str:
    """Render everybody who was invited as CSV, with the answer or, while there is none, the address of the own link."""
    heads = [_("Surname"), _("First name"), _("Town"), _("Contact"), _("Answer"), _("Own link")]
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


def render_letters(tournament: Tournament, invited: Sequence[Invited], site: str) -> bytes | None:
    """Render a letter for each who has not answered yet, with the code of the own link; None if everybody has."""
    waiting = [guest for guest in invited if guest.path][:MOST_LETTERS]
    if not waiting:
        return None
    invitation = find_invitation(tournament)
    data = build_look(tournament.club) | {
        "heading": tournament.name,
        "when": format_when(tournament, invitation),
        "facts": list_invitation_facts(tournament, invitation) if invitation is not None else [],
        "letters": [
            {
                "name": guest.application.name.text,
                "town": guest.application.town,
                "code": draw_code(site + guest.path),
                "address": site + guest.path,
            }
            for guest in waiting
        ],
        "words": {
            "invited": _("You are invited."),
            "answer": _("Do you come? Please answer with this code, or at this address:"),
            "code": _("QR code"),
        },
    }
    title = " · ".join((_("Invitations"), tournament.name))
    return render_paper("tournaments/seasons/season/invitees/letters", title, data)


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
        _("Please answer with your own link, or tell us.") if waiting else "",
    ]
    return "\n".join(filter(None, parts))


def _format_people(heading: str, people: Sequence[Invited]) -> str:
    names = ", ".join(
        get_public_name(guest.application.invited) for guest in people if guest.application.invited is not None
    )
    return f"{heading % {'count': len(people)}}: {names}" if names else ""
