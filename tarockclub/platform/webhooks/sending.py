"""One attempt to deliver a message: signed, to the checked number alone, without redirects, within seconds."""

import base64
import hashlib
import hmac
import http.client
import secrets
import socket
import ssl
import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from typing import NamedTuple

from tarockclub.models import Delivery
from tarockclub.platform.webhooks.address import HTTPS, AddressRefused, HookAddress, parse_address, resolve_host

PREFIX = "whsec_"
SECRET_BYTES = 32
SECONDS = 10.0  # for each step; the whole attempt has twice as many
SUCCESS = range(200, 300)
GONE = 410  # the receiver wants no more of it


class Answer(NamedTuple):
    """The outcome of an attempt."""

    word: str  # a status, or the code of a trouble
    arrived: bool
    is_final: bool = False  # another attempt makes no sense


def create_secret() -> str:
    """Return a new secret, in the form that libraries for Standard Webhooks read."""
    return PREFIX + base64.b64encode(secrets.token_bytes(SECRET_BYTES)).decode()


def compute_signature(secret: str, identity: str, timestamp: int, body: str) -> str:
    """Return the signature of a message at a moment, as Standard Webhooks define it.

    >>> compute_signature("whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw", "msg_p5jXN8AQM9LWM0D4loKWxJek", 1614265330, '{"test": 2432232314}')
    'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE='
    """  # noqa: E501 -- the example of the standard
    key = base64.b64decode(secret.removeprefix(PREFIX))
    signed = hmac.new(key, f"{identity}.{timestamp}.{body}".encode(), hashlib.sha256).digest()
    return f"v1,{base64.b64encode(signed).decode()}"


def build_headers(message: Delivery, secret: str, timestamp: int) -> dict[str, str]:
    """Return the headers of a message; its identity is the same with each attempt."""
    identity = str(message.identity)
    return {
        "Content-Type": "application/json; charset=utf-8",
        "User-Agent": "Tarockclub",
        "webhook-id": identity,
        "webhook-timestamp": str(timestamp),
        "webhook-signature": compute_signature(secret, identity, timestamp, message.body),
        "tarockclub-attempt": str(message.attempts),
    }


def send(url: str, secret: str, message: Delivery, timestamp: int) -> Answer:
    """Try to deliver a message."""
    try:
        address = parse_address(url)
        number = resolve_host(address)
    except AddressRefused as refused:
        return Answer(refused.code, arrived=False)
    try:
        status = _post(address, number, message.body.encode(), build_headers(message, secret, timestamp))
    except TimeoutError:
        return Answer("timeout", arrived=False)
    except ssl.SSLError:
        return Answer("certificate", arrived=False)
    except (OSError, http.client.HTTPException, ValueError):
        return Answer("no_answer", arrived=False)
    return Answer(str(status), arrived=status in SUCCESS, is_final=status == GONE)


class NumberedConnection(http.client.HTTPConnection):
    """A connection to a number, whatever its name stands for by now; with TLS for the name."""

    def __init__(self, address: HookAddress, number: str, seconds: float = SECONDS) -> None:
        super().__init__(address.host, address.port, timeout=seconds)
        self._number, self._is_secret = number, address.scheme == HTTPS

    def connect(self) -> None:
        """Connect, and prove who answers."""
        self.sock = socket.create_connection((self._number, self.port), self.timeout)
        if self._is_secret:
            self.sock = ssl.create_default_context().wrap_socket(self.sock, server_hostname=self.host)


def _post(address: HookAddress, number: str, body: bytes, headers: Mapping[str, str]) -> int:
    """Post a body and return the status of the answer, whose content nobody reads."""
    connection = NumberedConnection(address, number)
    with limit_time(connection, 2 * SECONDS):
        connection.request("POST", address.path, body, dict(headers))
        return connection.getresponse().status


@contextmanager
def limit_time(connection: NumberedConnection, seconds: float, *, keep: bool = False) -> Iterator[None]:
    """Raise TimeoutError if an exchange takes longer as a whole, byte after byte.

    The connection is closed after it; kept, only if something went wrong.
    """
    late = threading.Event()

    def end_late_answer() -> None:
        late.set()
        if connection.sock is not None:
            with suppress(OSError):
                connection.sock.shutdown(socket.SHUT_RDWR)

    watch = threading.Timer(seconds, end_late_answer)
    watch.daemon = True
    watch.start()
    try:
        yield
    except (OSError, http.client.HTTPException):
        keep = False
        if late.is_set():
            raise TimeoutError from None
        raise
    finally:
        watch.cancel()
        if not keep:
            connection.close()
