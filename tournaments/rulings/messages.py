"""Sentences about refused rulings or calls of the referee; and the effects of rulings in a few words."""

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from scoring.table_clock.clock import DOUBLE, IN_PLAY, IN_TIME
from tournaments.acts import ActionRefused
from tournaments.messages import format_refusal
from tournaments.rulings.effects import NOTHING, REDEAL, RENONCE, STRIKE, TRANSFER, VOID

SENTENCES: dict[str, Promise] = {
    "stale": _("The score sheet has changed in the meantime: look at what would follow now, and confirm again."),
    "no_text": _("Please enter what was decided."),
    "no_names": _("Please enter who decided."),
    "line_unknown": _("This hand is no longer on the sheet."),
    "ruling_unknown": _("There is no ruling %(number)s."),
    "not_written": _("This cannot be entered like this:"),
    "must_be_sure": _("Please confirm that you know what else changes."),
    "not_begun": _("The round has not started yet: no clock is running that could be stopped."),
    "table_done": _("This table is already done: please ask the tournament director."),
    "closed": _("This round is over: please ask the tournament director."),
    "lapse": _("This tournament runs on a different time than the program: it is a demonstration."),
}
DEEDS: dict[str, Promise] = {
    NOTHING: _("The sheet stays as it is"),
    REDEAL: _("The same dealer deals again"),
    VOID: _("The deal counts nothing"),
    STRIKE: _("The hand is struck out and can be entered again correctly"),
    RENONCE: _("Renonce"),
    TRANSFER: _("Points move between the players"),
}

PHASES: dict[str, Promise] = {
    IN_TIME: _("in time"),
    IN_PLAY: _("the hand at the gong"),
    DOUBLE: _("in the double round"),
}


def format_ruling_refusal(refused: ActionRefused) -> str:
    """Return the sentence about a refused ruling."""
    said = SENTENCES.get(refused.code)
    return format_refusal(refused) if said is None else str(said) % refused.params
