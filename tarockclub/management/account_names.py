"""The account named in a command."""

from django.core.management.base import CommandError
from django.utils.translation import gettext as _

from tarockclub.models import Account


def find_named_account(login: str) -> Account:
    """Return the account with this log-in name; else raise a CommandError with all existing names."""
    try:
        return Account.objects.get_by_natural_key(login)
    except Account.DoesNotExist:
        names = ", ".join(Account.objects.order_by("login").values_list("login", flat=True)) or "–"
        raise CommandError(_("Nobody has this log-in name. Existing names: %(names)s") % {"names": names}) from None
