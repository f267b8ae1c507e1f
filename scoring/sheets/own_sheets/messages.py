"""The sentences of refused actions on own sheets."""

from django.utils.translation import gettext_lazy as _

SENTENCES = {
    "no_name": _("The sheet needs a name."),
    "no_key": _("Something was lost on the way: please try again."),
    "unknown_sheet": _("This sheet does not exist (any more)."),
    "unknown_version": _("This version does not exist."),
    "changed_meanwhile": _(
        "Somebody else changed this sheet meanwhile. Nothing was lost: look at it again, then repeat."
    ),
    "not_sound": _("The sheet contradicts itself; see below. It can be saved once that is mended."),
    "nothing_changed": _("Nothing differs from the last version."),
    "no_id": _("It needs a name."),
    "no_file": _("Choose the file first."),
    "no_example": _("This hand cannot be kept: it does not exist on this sheet."),
    "wrong_amounts": _("What the four players get must be amounts that add up to 0."),
}
