"""What a restore did, in sentences for people."""

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tarockclub.backups.restoring import Restored


def told(done: Restored) -> list[str]:
    """What a restore did."""
    hands = ngettext("%(hands)s hand", "%(hands)s hands", done.about.hands) % {"hands": done.about.hands}
    lines = [_("Restored: %(hands)s. Everybody has to log in again.") % {"hands": hands}]
    if done.safety:
        lines.append(_("What was there before has been kept: %(file)s") % {"file": done.safety})
    if done.set_aside:
        lines.append(_("The old database was damaged and has been kept as it was: %(file)s") % {"file": done.set_aside})
    if done.other_key == "restart":
        lines.append(
            _("If the server is running, stop it now and start it again: it needs the secret key of the backup.")
        )
    elif done.other_key == "variable":
        lines.append(
            _("The backup belongs to a secret key other than TAROCKCLUB_SECRET_KEY: resubmissions are refused.")
        )
    elif done.other_key == "unwritten":
        lines.append(_("The secret key of the backup could not be stored here: resubmissions are refused."))
    elif done.other_key == "missing":
        lines.append(
            _(
                "The file does not contain the secret key it was written with: resubmissions are refused. Put the "
                "file secret-key of its data folder beside it and restore it again."
            )
        )
    return lines
