"""The lines of the log: whoever reads them must not get hold of the secret in a table's link."""

import logging
import re

# The secret of a table's link, its address, the keys of hands: 32 digits. The first still tell one from another.
_SECRET = re.compile(r"([0-9a-f]{4})[0-9a-f]{4}-?[0-9a-f]{4}-?[0-9a-f]{4}-?[0-9a-f]{4}-?[0-9a-f]{12}", re.IGNORECASE)
# Whatever else somebody has opened as a link, say a secret that was copied without its last sign.
_LINK = re.compile(r"(/t/[^/\s?#\"']{0,4})[^/\s?#\"']*")


class DiscreetFormatter(logging.Formatter):
    """Shortens whatever looks like a secret, a slug or a key, in messages and in tracebacks."""

    def format(self, record: logging.LogRecord) -> str:
        """The line as it is printed."""
        return _SECRET.sub(r"\1…", _LINK.sub(_shorten_secret, super().format(record)))


def _shorten_secret(found: re.Match[str]) -> str:
    return found[1] if found[0] == found[1] else f"{found[1]}…"
