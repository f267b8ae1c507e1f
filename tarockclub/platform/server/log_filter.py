"""The lines of the log, without the secrets in the links of tables."""

import json
import logging
import re
from datetime import UTC, datetime

# The secret of a table's link, its address, the keys of hands: 32 digits. The first ones distinguish them.
_SECRET = re.compile(r"([0-9a-f]{4})[0-9a-f]{4}-?[0-9a-f]{4}-?[0-9a-f]{4}-?[0-9a-f]{4}-?[0-9a-f]{12}", re.IGNORECASE)
# Other texts opened as a link, say a secret copied without its last character.
_LINK = re.compile(r"(/t/[^/\s?#\"']{0,4})[^/\s?#\"']*")


class DiscreetFormatter(logging.Formatter):
    """A formatter that shortens everything like a secret, a slug or a key, in messages and tracebacks."""

    def format(self, record: logging.LogRecord) -> str:
        """Return the line as it is printed."""
        return _shorten_secrets(super().format(record))


class JsonFormatter(logging.Formatter):
    """A formatter that makes each record one line of JSON, without secrets either."""

    def format(self, record: logging.LogRecord) -> str:
        """Return the line as it is printed."""
        content = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname,
            "logger": record.name,
            "message": _shorten_secrets(record.getMessage()),
            "process": record.process,
        }
        if record.exc_info:
            content["exception"] = _shorten_secrets(self.formatException(record.exc_info))
        return json.dumps(content, ensure_ascii=False)


def _shorten_secrets(text: str) -> str:
    return _SECRET.sub(r"\1…", _LINK.sub(_shorten_secret, text))


def _shorten_secret(match: re.Match[str]) -> str:
    return match[1] if match[0] == match[1] else f"{match[1]}…"
