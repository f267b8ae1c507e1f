"""Words that several sheets of the workbook share."""

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from scoring.book.doubling_names import DoublingWords, capitalize_first
from scoring.models import Entry

_KINDS: dict[str, Promise] = {
    Entry.Kind.HAND: pgettext_lazy("kind of a row", "hand"),
    Entry.Kind.VOID: pgettext_lazy("kind of a row", "void"),
    Entry.Kind.REDEAL: pgettext_lazy("kind of a row", "redeal"),
    Entry.Kind.CORRECTION: pgettext_lazy("kind of a row", "corrected"),
    Entry.Kind.STRIKE: pgettext_lazy("kind of a row", "struck out"),
    Entry.Kind.FOLLOW_UP: pgettext_lazy("kind of a row", "follows"),
    Entry.Kind.RADL: _("Radl"),
    Entry.Kind.LAST_ROUND: _("Schlussradl"),
    Entry.Kind.FOREHAND: _("Forehand"),
    Entry.Kind.SEATING: pgettext_lazy("kind of a row", "seats"),
    Entry.Kind.CASH: _("Pagatkassa"),
    Entry.Kind.TRANSFER: pgettext_lazy("kind of a row", "ruling"),
    Entry.Kind.END_TOTALS: pgettext_lazy("kind of a row", "final totals"),
    Entry.Kind.SWAP: pgettext_lazy("kind of a row", "seats swapped"),
    Entry.Kind.AGREED: pgettext_lazy("kind of a row", "agreed"),
    Entry.Kind.ENDED: pgettext_lazy("kind of a row", "ended"),
    Entry.Kind.REOPENED: pgettext_lazy("kind of a row", "opened again"),
}


def format_entry_kind(kind: str, doubling: DoublingWords | None = None, *, by_gong: bool = False) -> str:
    """Return the kind of a line in one or two words; lines about double deals use the sheet's words.

    A double round that begins with the gong is no Schlussradl, whatever the sheet.
    """
    if by_gong and kind == Entry.Kind.LAST_ROUND:
        return str(_("Double round"))
    if doubling is not None and kind in (Entry.Kind.RADL, Entry.Kind.LAST_ROUND):
        return doubling.title if kind == Entry.Kind.RADL else capitalize_first(doubling.last)
    return str(_KINDS.get(kind, kind))
