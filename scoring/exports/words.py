"""Words that several sheets of the workbook share."""

from datetime import date

from django.utils import formats
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from scoring.models import Entry


def kind_word(kind: str) -> str:
    """What kind of line it is, in one or two words."""
    words = {
        Entry.Kind.HAND: pgettext("kind of a row", "hand"),
        Entry.Kind.VOID: pgettext("kind of a row", "void"),
        Entry.Kind.REDEAL: pgettext("kind of a row", "redeal"),
        Entry.Kind.CORRECTION: pgettext("kind of a row", "corrected"),
        Entry.Kind.STRIKE: pgettext("kind of a row", "struck out"),
        Entry.Kind.FOLLOW_UP: pgettext("kind of a row", "follows"),
        Entry.Kind.RADL: _("Radl"),
        Entry.Kind.LAST_ROUND: _("Schlussradl"),
        Entry.Kind.FOREHAND: _("Forehand"),
        Entry.Kind.SEATING: pgettext("kind of a row", "seats"),
        Entry.Kind.CASH: _("Pagatkassa"),
        Entry.Kind.TRANSFER: pgettext("kind of a row", "ruling"),
        Entry.Kind.END_TOTALS: pgettext("kind of a row", "end totals"),
        Entry.Kind.SWAP: pgettext("kind of a row", "seats swapped"),
        Entry.Kind.AGREED: pgettext("kind of a row", "agreed"),
        Entry.Kind.ENDED: pgettext("kind of a row", "ended"),
        Entry.Kind.REOPENED: pgettext("kind of a row", "opened again"),
    }
    return words.get(Entry.Kind(kind), kind)


def when(moment: date) -> str:
    """A day as the reader writes it."""
    return str(formats.date_format(moment, "DATE_FORMAT"))
