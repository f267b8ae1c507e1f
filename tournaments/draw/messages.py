"""What is said about draws that cannot be, and how a draft came about."""

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from tournaments.acts import Refused
from tournaments.draw.typed_draw import Wrong
from tournaments.messages import sentence
from tournaments.models import Draw

WAYS: dict[str, Promise] = {
    Draw.Way.DRAWN: _("drawn by the program"),
    Draw.Way.SWAPPED: _("seats changed by hand"),
    Draw.Way.TYPED: _("typed in by cards"),
    Draw.Way.STANDING: _("by the standing so far"),
}
REFUSALS: dict[str, Promise] = {
    "round_started": _("This round has started: its tables stay as they are. Late players can still be seated."),
    "cannot_seat": _("%(number)s players cannot be seated at tables of four, five or six: somebody has to wait."),
    "not_both_seated": _("Two different players of this draft are needed."),
    "not_everybody_once": _("Everybody who plays must have exactly one seat."),
    "table_size": _("At a table sit four, five or six players."),
    "cannot_mend": _("These tables cannot be mended: please draw again."),
    "no_standing": _("Nobody has played yet: there is no standing by which players could be seated."),
    "no_draft": _("This draft does not exist."),
    "no_reason": _("Tables are published already: please say why there shall be others."),
    "somebody_gone": _("In this draft sits somebody who does not play any more (start number %(numbers)s)."),
    "not_in_draft": _("In this draft there is no seat for start number %(numbers)s: draw again, or seat them later."),
    "tables_written": _(
        "Something was written down already of table %(numbers)s, such as a paper sheet: it stays where it is."
    ),
    "not_drawn_yet": _("The tables are not published yet: the draw seats everybody."),
    "seated_already": _("This player has a seat already."),
    "no_room": _("No table that still plays has room for one more player."),
}
WRONG: dict[str, Promise] = {
    "no_number": _("Line %(line)s: %(what)s is no start number."),
    "unknown": _("Line %(line)s: nobody has the start number %(what)s."),
    "not_here": _("Line %(line)s: %(what)s does not play in this round."),
    "size": _("Line %(line)s: at a table sit four, five or six, not %(what)s."),
    "twice": _("Seated twice: %(what)s."),
    "missing": _("Still without a seat: %(what)s."),
}


def told(wrong: Wrong) -> str:
    """The sentence for something that is wrong in what was typed."""
    return str(WRONG[wrong.code]) % {"line": wrong.line, "what": wrong.what}


def told_of(refused: Refused) -> str:
    """The sentence for what could not be done."""
    said = REFUSALS.get(refused.code)
    return sentence(refused) if said is None else str(said) % refused.params
