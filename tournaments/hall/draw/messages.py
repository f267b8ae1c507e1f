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
    {
        "round_started": _("This round has started: its tables stay as they are. Late players can still be seated."),
        "cannot_seat": _(
            "%(number)s players cannot be seated at tables of four, five or six: somebody has to sit out."
        ),
        "not_both_seated": _("Choose two different players of this draft."),
        "not_everybody_once": _("Everybody who plays must have exactly one seat."),
        "table_size": _("Four, five or six players sit at a table."),
        "cannot_mend": _("These tables cannot be fixed: please draw again."),
        "no_standing": _("Nobody has played yet: there are no standings by which to seat players."),
        "no_draft": _("This draft does not exist."),
        "somebody_gone": _("This draft seats somebody who is no longer playing (start number %(numbers)s)."),
        "not_in_draft": _("This draft has no seat for start number %(numbers)s: draw again, or seat them later."),
        "tables_written": _(
            "Something has already been recorded for table %(numbers)s, such as a paper sheet: it stays where it is."
        ),
        "not_drawn_yet": _("The tables have not been published yet: the draw seats everybody."),
        "seated_already": _("This player already has a seat."),
        "no_room": _("No table still playing has room for another player."),
    }
)
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
