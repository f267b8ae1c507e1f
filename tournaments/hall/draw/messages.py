"""The sentences for draws that cannot be made, and for the origin of a draft."""

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from tournaments.core.messages import DRAW, register_sentences
from tournaments.hall.draw.typed_draw import CardProblem
from tournaments.models import Draw

WAYS: dict[str, Promise] = {
    Draw.Way.DRAWN: _("drawn by the program"),
    Draw.Way.SWAPPED: _("seats swapped by hand"),
    Draw.Way.TYPED: _("drawn by cards, entered by hand"),
    Draw.Way.STANDING: _("by the standings so far"),
}
register_sentences(
    {"no_reason": _("Tables have already been published: please say why there should be different ones.")}, DRAW
)
CARD_PROBLEMS: dict[str, Promise] = {
    "no_number": _("Line %(line)s: %(what)s is not a start number."),
    "unknown": _("Line %(line)s: nobody has start number %(what)s."),
    "not_here": _("Line %(line)s: %(what)s does not play in this round."),
    "size": _("Line %(line)s: a table seats four, five or six, not %(what)s."),
    "twice": _("Seated twice: %(what)s."),
    "missing": _("Still without a seat: %(what)s."),
}


def format_card_problem(wrong: CardProblem) -> str:
    """Return the sentence for an error in the typed cards."""
    return str(CARD_PROBLEMS[wrong.code]) % {"line": wrong.line, "what": wrong.what}
