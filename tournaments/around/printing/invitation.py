"""The announcement of a tournament to hang up: name, day, inn, what matters, and the code of the invitation."""

from django.urls import reverse
from django.utils.translation import gettext as _

from tarockclub.kit.typesetting import draw_code
from tournaments.around.printing.context import PrintContext
from tournaments.models import InvitationPicture
from tournaments.people.invitations.page import (
    find_invitation,
    format_invitation_place,
    format_when,
    list_invitation_facts,
)
from tournaments.people.registration.services import is_open


def render_invitation(context: PrintContext) -> bytes | None:
    """Render the announcement, long remarks on pages of their own; None as long as nobody is invited."""
    tournament, invitation = context.tournament, find_invitation(context.tournament)
    if invitation is None:
        return None
    picture = InvitationPicture.objects.filter(invitation=invitation).first()
    facts = list_invitation_facts(tournament, invitation)
    route = "sign_up" if is_open(tournament, invitation) else "invitation"
    address = context.site + reverse(route, args=[tournament.slug])
    data = {
        "heading": tournament.name,
        "when": format_when(tournament, invitation),
        "place": format_invitation_place(invitation),
        "picture": bytes(picture.png) if picture is not None else b"",
        "facts": [(label, text) for label, text in facts if label != _("Inn")],  # it stands above
        "remarks": [line for line in invitation.remarks.split("\n") if line.strip()],
        "code": draw_code(address),
        "address": address,
        "words": {
            "code": _("Register with your phone") if route == "sign_up" else _("More about it"),
            "remarks": _("Remarks"),
        },
    }
    return context.render("tournaments/around/printing/invitation", _("Announcement"), data)
