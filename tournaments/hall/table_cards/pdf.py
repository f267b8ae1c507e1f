"""Table cards with their links as PDF, four or six on a page, to be cut apart."""

from collections.abc import Sequence

from django.utils.translation import gettext as _

from tarockclub.kit.typesetting import draw_code
from tarockclub.platform.club_look.services import build_look
from tarockclub.platform.server.apart.papers import render_paper
from tournaments.core.table_names import name_table
from tournaments.hall.table_cards.services import TableCard
from tournaments.models import Round, Tournament


def render_cards(tournament: Tournament, round_: Round, cards: Sequence[TableCard], size: int) -> bytes:
    """Render all cards; `size`: number of cards on a page."""
    data = {
        **build_look(tournament.club),
        "size": size,
        "cards": [
            {
                "head": name_table(card.number, begins=True),
                "players": card.players,
                "dealer": card.dealer,
                "address": card.to_write.address,
                "write": draw_code(card.to_write.address),
                "write_alt": _("Code for entering hands at %(table)s") % {"table": name_table(card.number)},
                "watch": draw_code(card.to_watch.address),
                "watch_alt": _("Code for watching %(table)s") % {"table": name_table(card.number)},
            }
            for card in cards
        ],
        "words": {
            "deals": _("deals first"),
            "write": _("To enter hands"),
            "watch": _("Watch only"),
            "steps": (
                _("Point the camera at the code and open the address: no log-in is needed."),
                _("Enter every hand; one phone at the table is enough, and the others see it at once."),
                _("No network? Keep entering: the phone sends the hands later."),
                _("Made a mistake? Tap the number of the hand to correct it."),
            ),
        },
    }
    about = " · ".join((tournament.name, _("Round %(number)s") % {"number": round_.number}))
    title = " · ".join((_("Table cards"), tournament.name))
    return render_paper("tournaments/hall/table_cards/cards", title, data, about=about)
