"""The lines of the log, without the secrets in the links of tables."""

import logging
import re

# The secret of a table's link, its address, the keys of hands: 32 digits. The first ones distinguish them.
_SECRET = re.compile(r"([0-9a-f]{4})[0-9a-f]{4}-?[0-9a-f]{4}-?[0-9a-f]{4}-?[0-9a-f]{4}-?[0-9a-f]{12}", re.IGNORECASE)
# Other texts opened as a link, say a secret copied without its last character.
_LINK = re.compile(r"(/t/[^/\s?#\"']{0,4})[^/\s?#\"']*")


class DiscreetFormatter(logging.Formatter):
    """A formatter that shortens everything like a secret, a slug or a key, in messages and tracebacks."""

    def format(self, record: logging.LogRecord) -> str:
        """Return the line as it is printed."""
        return _SECRET.sub(r"\1…", _LINK.sub(_shorten_secret, super().format(record)))


def _shorten_secret(found: re.Match[str]) -> str:
    return found[1] if found[0] == found[1] else f"{found[1]}…"
