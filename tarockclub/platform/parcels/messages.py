"""Sentences about what keeps something from being sent."""

from django.utils.translation import gettext_lazy as _

TROUBLES = {
    "malformed": _("This is no address of a program: it begins with https:// and has no blanks."),
    "insecure": _("Only an address with https:// is safe on the way."),
    "forbidden_host": _("Pages may not be sent to this address."),
    "unknown_host": _("Nobody is found at this address: is it right, and is there a network?"),
    "timeout": _("No answer came in time."),
    "no_answer": _("Nobody answers at this address: is it right, and is there a network?"),
    "certificate": _("The certificate there is not valid: perhaps somebody else answers."),
    "unknown_token": _("The access key is not valid there (any more)."),
    "not_allowed": _(
        "The access key may only show pages there: a director there makes one that may also send the whole club."
    ),
    "no_program": _("There is no Tarockclub at this address."),
    "older_here": _("The program there is newer than this one: update the program on this laptop, then send again."),
    "older_there": _("The program there is older than this one: it has to be updated there first."),
    "too_fast": _("Too much was sent within a minute; it goes on by itself."),
    "too_much": _("There is no more room there."),
    "trouble_there": _("The program there is in trouble; it is tried again."),
    "ended_there": _("A director has taken these pages off there: nothing more is sent."),
    "given_up": _("It was tried in vain for hours: it goes on when something changes, or at once if you wish."),
    "broken": _("This could not be read here; the program's log says why. It is tried again."),
    "stopped": _("The program that was sending has stopped: please send it again."),
}


def format_trouble(code: str) -> str:
    """Return the sentence for a trouble."""
    return str(TROUBLES.get(code, TROUBLES["trouble_there"]))
