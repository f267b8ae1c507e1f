"""Cards for the members with the codes of their own pages, as PDF, to be cut apart."""

from collections.abc import Sequence

from django.utils.translation import gettext as _

from tarockclub.kit.typesetting import draw_code
from tarockclub.models import Club, Person
from tarockclub.platform.club_look.services import build_look
from tarockclub.platform.privacy.public_names import get_called_name
from tarockclub.platform.server.apart.papers import render_paper


def render_member_cards(club: Club, cards: Sequence[tuple[Person, str]]) -> bytes:
    """Render the cards of these persons with these addresses, eight on a page."""
    data = {
        **build_look(club),
        "cards": [
            {
                "name": get_called_name(person),
                "number": _("Player number %(number)s") % {"number": person.player_number}
                if person.player_number
                else "",
                "code": draw_code(address),
            }
            for person, address in cards
        ],
        "words": {
            "about": _("My own page: results and statistics. Whoever has the code can open it."),
            "alt": _("QR code"),
        },
    }
    title = " · ".join((_("Cards for the members"), club.name))
    return render_paper("tournaments/around/own_page/member_cards", title, data)
