"""The lines of the log, without the secrets in the links of tables."""

import json
import logging
import re
from datetime import UTC, datetime

# Sixteen digits, as printed cards have them, or more: the secrets of links and tokens, also UUIDs: addresses of tables,
# keys of hands. The first ones distinguish them.
_SECRET = re.compile(r"([0-9a-f]{4})(?:[0-9a-f]{12,}|[0-9a-f]{4}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})", re.IGNORECASE)
# What precedes a `<secret:…>` in an address: whatever follows there is hidden, also what is signed, or a secret copied
# without its last characters.
HIDDEN_PLACES = (
    *("t/[0-9a-f-]{36}/", "t/", "in/", "sign-up/", "come/[0-9]+/", "mine/", "seasons/link/", "hall-of-fame/"),
    *("welcome/[0-9]+/", "founding/", "messages/[0-9]+/", "setup/file/"),
)
_LINK = re.compile(
    rf"((?:/|%2F)(?:{'|'.join(HIDDEN_PLACES).replace('/', '(?:/|%2F)')})[^/\s?#\"'%]{{0,4}})[^/\s?#\"'&]*",
    re.IGNORECASE,
)


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
