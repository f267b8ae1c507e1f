"""The data of a request as WSGI variables."""

import sys
from functools import lru_cache
from typing import Any

from granian.rsgi import Scope

from tarockclub.server.web.site import Environ

_CONSTANT_VARIABLES: Environ = {
    "SCRIPT_NAME": "",
    "HTTP_HOST": "",
    "wsgi.version": (1, 0),
    "wsgi.errors": sys.stderr,
    "wsgi.multithread": False,
    "wsgi.multiprocess": False,
    "wsgi.run_once": False,
}
_OF_THE_BODY = {"content-type": "CONTENT_TYPE", "content-length": "CONTENT_LENGTH"}


def build_environ(scope: Scope) -> Environ:
    """Return the variables of a request."""
    name, _, port = scope.server.rpartition(":")
    environ = {
        **_CONSTANT_VARIABLES,
        "REQUEST_METHOD": scope.method,
        "PATH_INFO": _encode_header(scope.path),
        "QUERY_STRING": _encode_header(scope.query_string),
        "SERVER_PROTOCOL": f"HTTP/{scope.http_version}",
        "SERVER_NAME": name.strip("[]"),
        "SERVER_PORT": port,
        "REMOTE_ADDR": scope.client.rpartition(":")[0].strip("[]"),
        "wsgi.url_scheme": scope.scheme,
    }
    seen: dict[str, Any] = {}
    for header, value in scope.headers.items():
        if "_" in header:  # could pass for one with a hyphen, which a proxy sets or removes
            continue
        variable = _name_variable(header)
        if variable in seen:
            value = f"{seen[variable]}{';' if header == 'cookie' else ','}{value}"
        seen[variable] = value
    return environ | seen


@lru_cache(maxsize=200)
def _name_variable(header: str) -> str:
    """Return WSGI's name of a header."""
    return _OF_THE_BODY.get(header) or f"HTTP_{header.upper().replace('-', '_')}"


def parse_length(environ: Environ) -> int:
    """Return the length of the body; 0 if the header is not a number, as in Django."""
    given = str(environ.get("CONTENT_LENGTH") or "")
    return int(given) if given.isascii() and given.isdigit() and len(given) < 19 else 0


def _encode_header(text: str) -> str:
    """Encode bytes as WSGI requires: one letter for each."""
    return text if text.isascii() else text.encode("utf-8", "surrogateescape").decode("latin-1")
