"""Sentences about refused rulings or calls of the referee; and the effects of rulings in a few words."""

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from scoring.book.table_clock.clock import DOUBLE, IN_PLAY, IN_TIME
from tournaments.core.messages import RULING, register_sentences
from tournaments.hall.rulings.actions import NOTHING, REDEAL, RENONCE, STRIKE, TRANSFER, VOID

register_sentences(
    {
        "stale": _("The score sheet has changed in the meantime: look at what would follow now, and confirm again."),
        "must_be_sure": _("Please confirm that you know what else changes."),
        "not_begun": _("The round has not started yet: no clock is running that could be stopped."),
        "table_done": _("This table is already done: please ask the tournament director."),
        "closed": _("This round is over: please ask the tournament director."),
        "lapse": _("This tournament runs on a different time than the program: it is a demonstration."),
    },
    area=RULING,
)
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
