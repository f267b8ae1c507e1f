"""Refusals about rules on their way, in words."""

from django.utils.translation import gettext_lazy as _

from tarockclub.models import SharedRules
from tournaments.core.messages import register_sentences

register_sentences(
    {
        "rules_too_large": _("This file is too large: at most %(most)s kB."),
        "no_rules_file": _("This is no file of rules, or it is incomplete."),
        "newer_rules_file": _("This file was made by a newer program: update this one first."),
        "changed_rules_file": _("This file was changed on its way: ask for it again."),
        "unknown_rules_link": _(
            "Nothing is found here by this link: open it in your browser, keep the file that is offered there, and "
            "choose it here."
        ),
        "nothing_sent": _("Choose the file first."),
        "own_rules": _("These rules come from your own club."),
        "older_rules": _("You have taken over version %(version)s already: this one is not newer."),
        "draft_there": _("The own sheet that came of it has changes that are not saved: save or discard them first."),
        "sheet_not_saved": _("Save the sheet first: what is passed on is its newest version."),
    }
)

# The page of what rules are of, and the name of its word in addresses.
SUBJECT_PAGES: dict[str, tuple[str, str]] = {
    SharedRules.Kind.SHEET: ("own_sheet", "sheet_id"),
    SharedRules.Kind.FORMAT: ("tournament", "slug"),
    SharedRules.Kind.SEASON: ("season", "slug"),
}
