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
        "no_season_link": _(
            "This is no link of a season: open the season’s page at the federation and copy its address."
        ),
        "no_access_key": _("The access key is missing or wrong: the federation’s installation gave it to your club."),
        "no_result_file": _("This is no file with a result for the federation, or one of a newer program."),
        "wrong_seal": _(
            "This file was changed, is for another season, or its key is that of no club of the federation (any more)."
        ),
        "older_result": _("A newer edition of this result is here already."),
        "offer_decided": _("This offer has been decided or taken back in the meantime."),
    }
)
# What has become of a result that was sent to another installation.
SENT_STATES = {
    "offered": _("It is there: the federation decides about it."),
    "accepted": _("The federation has accepted it."),
    "declined": _("The federation has declined it."),
    "withdrawn": _("It was taken back there, or a newer result has replaced it."),
}
TROUBLES_THERE = {
    "too_much": _("The federation does not take it: the club is no member there, or the season has ended."),
    "no_program": _("There is no such season for your club: is the link right, and is the club a member there?"),
}
