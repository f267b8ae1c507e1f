"""Kinds of acts in words; those that concern a table apart from all others."""

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from tournaments.acts import Kind
from tournaments.lookup import unknown_entry

AT_TABLES: dict[str, Promise] = {
    Kind.SEATED_LATE: _("seated late"),
    Kind.SUBSTITUTE: _("a substitute took over a seat"),
    Kind.START: _("the round was started"),
    Kind.PAUSE: _("pause"),
    Kind.RESUME: _("goes on after the pause"),
    Kind.EXTEND: _("time was given or taken"),
    Kind.HALT: _("the clock of the table was halted"),
    Kind.GO_ON: _("the clock of the table went on"),
    Kind.TIME_UP: _("the time was ended"),
    Kind.CLOCK_SET: _("the new time of the computer was taken over"),
    Kind.HANDS: _("so many hands are played"),
    Kind.CALLED: _("the referee was called"),
    Kind.COUNTED: _("chips were counted"),
    Kind.DONE: _("the table was done"),
    Kind.REOPENED: _("the table was opened again"),
    Kind.BROKEN_UP: _("the table was ended early"),
    Kind.LATE_HAND: _("it was decided about a late hand"),
    Kind.TURN: _("who dealt was put right"),
    Kind.END_TOTALS: _("end totals were entered"),
    Kind.CORRECTED: _("a correction was begun after the table was done"),
    Kind.RULING: _("ruling"),
    Kind.UNDONE: _("taken back"),
}

WORDS: dict[str, Promise] = AT_TABLES | {
    Kind.MADE: _("the tournament was made"),
    Kind.SETTINGS: _("settings were changed"),
    Kind.ENTERED: _("people were entered"),
    Kind.RENAMED: _("a name was changed"),
    Kind.MERGED: _("two entries became one person"),
    Kind.WITHDRAWN: _("somebody withdrew, or came back"),
    Kind.PRESENCE: _("who is there was changed"),
    Kind.PAID: _("fees were paid or given back"),
    Kind.DEBT: _("it was decided about a fee that is not paid"),
    Kind.APPLIED: _("it was decided about somebody who entered himself"),
    Kind.REGISTRATION: _("the link to enter oneself was opened or closed"),
    Kind.ROUND: _("a round was opened"),
    Kind.APART: _("who shall not sit together was changed"),
    Kind.DRAFT: _("seats were drawn"),
    Kind.PUBLISHED_DRAW: _("the draw was published"),
    Kind.PAPER: _("a paper sheet was typed in"),
    Kind.LOT: _("lots were drawn"),
    Kind.PRIZE: _("prizes were changed"),
    Kind.CHOICE: _("a prize was chosen"),
    Kind.RESULT: _("a result was published"),
    Kind.CASH: _("something was put into the cash box, or taken out"),
    Kind.TEAM: _("teams were changed"),
    Kind.ARCHIVED: _("the tournament was put into the archive, or brought back"),
}


def words_of(kind: str) -> str:
    """The words of a kind of act, also of one that this version of the program does not know."""
    return str(WORDS.get(kind) or unknown_entry())
