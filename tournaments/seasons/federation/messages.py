"""Refusals of a federation and its clubs in words."""

from django.utils.translation import gettext_lazy as _

from tournaments.core.messages import register_sentences

register_sentences(
    {
        "no_such_club": _("There is no club with this word in its address."),
        "no_such_federation": _("There is no federation with this word in its address."),
        "not_federation": _("Only clubs can belong to a federation."),
        "member_already": _("You belong together already."),
        "not_asked": _("This has been decided or taken back in the meantime."),
        "not_member": _("The club does not belong to this federation."),
        "nothing_published": _("The final result of this tournament has not been published."),
        "nobody_has_number": _("Nobody in this result has a number of the federation: enter the numbers first."),
        "offer_decided": _("This offer has been decided or taken back in the meantime."),
    }
)
