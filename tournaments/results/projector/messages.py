"""The sentences of what is refused on the page of the walls."""

from django.utils.translation import gettext_lazy as _

from tournaments.core.messages import register_sentences

register_sentences(
    {
        "no_wall": _("This wall is no longer there, or there are six already."),
        "no_part": _("A wall cannot show this."),
    }
)
