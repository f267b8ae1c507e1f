"""What a restore did, in sentences for people."""

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tarockclub.backups.restore import Restored


def told(done: Restored) -> list[str]:
    """What a restore did."""
    hands = ngettext("%(hands)s hand", "%(hands)s hands", done.about.hands) % {"hands": done.about.hands}
    lines = [_("Restored: %(hands)s. Everybody logs in again.") % {"hands": hands}]
    if done.safety:
        lines.append(_("What was there before is kept: %(file)s") % {"file": done.safety})
    if done.set_aside:
        lines.append(_("The old database was damaged and is kept as it was: %(file)s") % {"file": done.set_aside})
    if done.other_key == "restart":
        lines.append(_("If the server is running, stop it now and start it again: it needs the backup's secret key."))
    elif done.other_key == "variable":
        lines.append(
            _("The backup was made with another secret key than TAROCKCLUB_SECRET_KEY: repeated sends are refused.")
        )
    elif done.other_key == "unwritten":
        lines.append(_("The backup's secret key could not be kept here: repeated sends are refused."))
    elif done.other_key == "missing":
        lines.append(
            _(
                "The file does not hold the secret key that it was written with: repeated sends are refused. Put the"
                " file secret-key of its data folder beside it, and restore it once more."
            )
        )
    return lines
