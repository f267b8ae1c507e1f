"""The addresses at which browsers use passkeys."""

import re
from urllib.parse import urlsplit

from django.http import HttpRequest

_NUMBER = re.compile(r"[0-9.]+|.*:.*")  # of a network, in place of a name


def may_use_passkeys(request: HttpRequest) -> bool:
    """Return whether browsers use passkeys at this address: over HTTPS or on the same computer, and with a name."""
    host = urlsplit(f"//{request.get_host()}").hostname or ""
    return host == "localhost" or (request.is_secure() and not _NUMBER.fullmatch(host))
