"""Sentences about accounts: the names of roles, a missing right, the wait after too many failed attempts."""

from django.utils.text import get_text_list
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext, pgettext_lazy

from tarockclub.models import Account
from tarockclub.platform.accounts.rate_limits import TooMany
from tarockclub.platform.accounts.rights import Right, list_roles

ROLE_NAMES = {
    Account.Role.DIRECTOR: gettext_lazy("Director"),
    Account.Role.SECRETARY: gettext_lazy("Secretary"),
    Account.Role.REFEREE: gettext_lazy("Referee"),
    Account.Role.TREASURER: gettext_lazy("Treasurer"),
    Account.Role.CASHIER: pgettext_lazy("role", "Cash boxes only"),
    Account.Role.WATCHER: gettext_lazy("Watcher"),
}
NO_ROLE = pgettext_lazy("role", "only for single tournaments")
ROLE_SENTENCES = {
    Account.Role.DIRECTOR: gettext_lazy("may do everything: draw, publish, settings, accounts."),
    Account.Role.SECRETARY: gettext_lazy("enters evenings, hands, people and lists, and handles the money."),
    Account.Role.REFEREE: gettext_lazy("runs the clocks, rules, and decides about late hands; only reads all else."),
    Account.Role.TREASURER: gettext_lazy("handles fees, the cash box, receipts and settlements; only reads all else."),
    Account.Role.CASHIER: gettext_lazy("keeps the cash boxes with their receipts, and sees nothing else."),
    Account.Role.WATCHER: gettext_lazy("reads what the staff sees, and changes nothing."),
}
NO_ROLE_SENTENCE = gettext_lazy("sees nothing of the club, except the tournaments where a director gives it a role.")


def format_role(role: str) -> str:
    """Return the name of a role; that of "" says that it is none for the club."""
    return str(ROLE_NAMES[Account.Role(role)] if role else NO_ROLE)


def format_missing_right(*rights: Right) -> str:
    """Return the sentence that says which roles may do what was refused."""
    roles = [format_role(role) for role in list_roles(*rights)] or [_("those who look after the installation")]
    return _("Needed for this: %(roles)s. Nothing was changed.") % {"roles": get_text_list(roles, _("or"))}


def format_wait(refused: TooMany) -> str:
    """Return the message with the waiting time."""
    text = ngettext(
        "Too many attempts have failed. Please wait for %(minutes)s minute.",
        "Too many attempts have failed. Please wait for %(minutes)s minutes.",
        refused.minutes,
    )
    return text % {"minutes": refused.minutes}
