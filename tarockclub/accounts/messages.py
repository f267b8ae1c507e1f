"""The message for users who have to wait after too many failed attempts."""

from django.utils.translation import ngettext

from tarockclub.accounts.rate_limits import TooMany


def format_wait(refused: TooMany) -> str:
    """Return the message with the waiting time."""
    text = ngettext(
        "Too many attempts have failed. Please wait for %(minutes)s minute.",
        "Too many attempts have failed. Please wait for %(minutes)s minutes.",
        refused.minutes,
    )
    return text % {"minutes": refused.minutes}
