"""The lines of the log: whoever reads them must not get hold of a table's secret link."""

import logging
import re

# A table's link is its slug. The first digits still tell one table from another.
_SECRET = re.compile(r"([0-9a-f]{4})[0-9a-f]{4}-?[0-9a-f]{4}-?[0-9a-f]{4}-?[0-9a-f]{4}-?[0-9a-f]{12}", re.IGNORECASE)


class Discreet(logging.Formatter):
    """Shortens whatever looks like a slug or a key, in messages and in tracebacks."""

    def format(self, record: logging.LogRecord) -> str:
        """The line as it is printed."""
        return _SECRET.sub(r"\1…", super().format(record))
