"""What somebody is told who has to wait because too many attempts have failed."""

from django.utils.translation import ngettext

from tarockclub.accounts.rate_limits import TooMany


def format_wait(refused: TooMany) -> str:
    """How long to wait."""
    text = ngettext(
        "Too many attempts have failed. Please wait for %(minutes)s minute.",
        "Too many attempts have failed. Please wait for %(minutes)s minutes.",
        refused.minutes,
    )
    return text % {"minutes": refused.minutes}
