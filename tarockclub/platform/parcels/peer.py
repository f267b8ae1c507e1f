"""The installation on the internet, as the laptop asks it: to its checked number alone, without redirects."""

import http.client
import json
import ssl
from collections.abc import Callable, Mapping
from typing import Any, Protocol
from urllib.parse import urlsplit, urlunsplit

from tarockclub.kit.json_text import encode_compact
from tarockclub.models import Club, HostedAddress
from tarockclub.platform.webhooks.address import AddressRefused, parse_address, resolve_host
from tarockclub.platform.webhooks.sending import NumberedConnection, limit_time

SECONDS = 20.0  # for each step; a whole message has twice as many
MOST_ANSWER = 1_000_000  # bytes
HIGHEST_SEQUENCE = 1 << 53
PROTOCOL, PROTOCOL_HEADER = 2, "Tarockclub-Protocol"
_API = "/api/v1/publishing"
_FITTING: dict[str, Callable[[Any], bool]] = {
    "state": lambda value: isinstance(value, str),
    "sequence": lambda value: isinstance(value, int) and 0 <= value < HIGHEST_SEQUENCE,
    "missing": lambda value: isinstance(value, list) and all(isinstance(digest, str) for digest in value),
    "address": lambda value: isinstance(value, str),
    "club": lambda value: isinstance(value, str),
    "parcel": lambda value: isinstance(value, str),
    "numbers": lambda value: isinstance(value, list) and all(isinstance(number, int) for number in value),
    "code": lambda value: isinstance(value, str),
    "facts": lambda value: isinstance(value, dict) and all(isinstance(fact, str) for fact in value.values()),
}
_OK, _UPGRADE, _FAILURES = 200, 426, 500
# A program that knew no protocol yet finds a body wrong that this one sends.
_REFUSED = {
    400: "older_there",
    401: "unknown_token",
    403: "not_allowed",
    404: "no_program",
    409: "too_much",
    _UPGRADE: "older_here",
    429: "too_fast",
}


class PeerTrouble(Exception):  # noqa: N818 -- no error of the program, but an answer
    """The installation did not do what was asked; `code` says why."""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


class Peer(Protocol):
    """Whatever answers messages."""

    def ask(self, path: str, body: Mapping[str, Any] | None = None) -> dict[str, Any]:
        """Return the answer to a message, or raise PeerTrouble: then it may have arrived or not."""


def find_address(club: Club) -> HostedAddress | None:
    """Return the installation to which a club sends; None if it sends nothing."""
    return HostedAddress.objects.filter(club=club).first()


def find_origin(url: str) -> str:
    """Return the beginning of an address, in which the program is found; raise AddressRefused for what is none.

    >>> find_origin("https://tarock.example/c/linde/")
    'https://tarock.example'
    """
    word = url.strip()
    parse_address(word)
    parts = urlsplit(word)
    return urlunsplit((parts.scheme.lower(), parts.netloc.lower(), "", "", ""))


class HttpPeer:
    """An installation at an address; its connection stays open from one message to the next, until it is closed."""

    def __init__(self, origin: str, secret: str) -> None:
        self._origin, self._secret = origin, secret
        self._connection: NumberedConnection | None = None

    def ask(self, path: str, body: Mapping[str, Any] | None = None) -> dict[str, Any]:
        """Send a message and return its answer."""
        try:
            status, said = self._exchange(path, body)
        except AddressRefused as refused:
            raise PeerTrouble(refused.code) from None
        except TimeoutError:
            raise PeerTrouble("timeout") from None
        except ssl.SSLError:
            raise PeerTrouble("certificate") from None
        except (OSError, http.client.HTTPException, ValueError):
            raise PeerTrouble("no_answer") from None
        if status == _OK:
            return _read_answer(said)
        if status == _UPGRADE and _read_answer(said).get("code") == "older_host":
            raise PeerTrouble("older_there")
        raise PeerTrouble(_REFUSED.get(status, "trouble_there" if status >= _FAILURES else "no_program"))

    def close(self) -> None:
        """Close the connection; the next message opens another one."""
        if self._connection is not None:
            self._connection.close()
            self._connection = None

    def _exchange(self, path: str, body: Mapping[str, Any] | None) -> tuple[int, bytes]:
        """Send a message over the open connection; if the other side has closed it meanwhile, over a new one."""
        address = parse_address(f"{self._origin}{_API}{path}")
        if self._connection is not None:
            try:
                return self._send(self._connection, address.path, body)
            except (http.client.RemoteDisconnected, ConnectionError):
                pass  # every message may be repeated
        self._connection = NumberedConnection(address, resolve_host(address), SECONDS)
        return self._send(self._connection, address.path, body)

    def _send(self, connection: NumberedConnection, path: str, body: Mapping[str, Any] | None) -> tuple[int, bytes]:
        headers = {
            "Authorization": f"Bearer {self._secret}",
            "User-Agent": "Tarockclub",
            "Accept": "application/json",
            PROTOCOL_HEADER: str(PROTOCOL),
        }
        self._connection = None  # unless all goes well
        with limit_time(connection, 2 * SECONDS, keep=True):
            if body is None:
                connection.request("GET", path, headers=headers)
            else:
                text = encode_compact(body).encode()
                connection.request("POST", path, text, {**headers, "Content-Type": "application/json"})
            answer = connection.getresponse()
            said = answer.read(MOST_ANSWER + 1)
            if answer.length and len(said) <= MOST_ANSWER:  # the time was over before all had come
                raise TimeoutError
        if len(said) > MOST_ANSWER:
            connection.close()
        else:
            self._connection = connection
        return answer.status, said


def _read_answer(body: bytes) -> dict[str, Any]:
    """Return an answer in JSON; of another program's page there is nothing to be learnt.

    >>> _read_answer(b'{"state": "shown", "sequence": 3, "more": null}')
    {'state': 'shown', 'sequence': 3, 'more': None}
    """
    try:
        found = json.loads(body[:MOST_ANSWER])
    except (ValueError, RecursionError):
        raise PeerTrouble("no_program") from None
    if not isinstance(found, dict) or not all(fits(found[name]) for name, fits in _FITTING.items() if name in found):
        raise PeerTrouble("no_program")
    return found
