"""Messages on a phone, by web push: the service of its browser passes them on and cannot read them.

The address of a phone is what its browser says of itself. It is a stranger's: nothing is asked but the few services of
browsers, so nobody makes the server call another machine.
"""

import base64
import hashlib
import hmac
import json
import re
from functools import cache
from importlib.util import find_spec
from typing import Any

from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from django.conf import settings
from django.core.exceptions import ValidationError
from django.utils import translation
from django.utils.translation import gettext as _

from tarockclub.models import Message
from tarockclub.platform.clubs.current_club import find_public_origin
from tarockclub.platform.messages.sending import Outcome
from tarockclub.platform.messages.services import build_choice_path
from tarockclub.platform.sharing.icons import build_icon_address

_ENDPOINT = re.compile(r"https://([a-z0-9.-]+)(?::\d+)?/[\w/.:~=%&?+-]*", re.ASCII)
_KEYS = {"p256dh": 65, "auth": 16}  # bytes of each
_ORDER = 0xFFFFFFFF00000000FFFFFFFFFFFFFFFFBCE6FAADA7179E84F3B9CAC2FC632551  # of the curve P-256
_SECONDS = 10
_DAY = 86400  # so long a service keeps what it cannot deliver
State = Message.State
_GONE, _LATER = (404, 410), (429, 500, 502, 503, 504)


class PushSender:
    """The session with the services in a run."""

    def __init__(self) -> None:
        import requests

        self._session = requests.Session()
        self._session.max_redirects = 0  # a service leads nobody elsewhere

    @classmethod
    def find_problem(cls) -> str:
        """Return why nothing is sent to phones."""
        if settings.INN_MODE:
            return _("Messages to phones need a server with https.")
        return (
            ""
            if find_spec("pywebpush")
            else _("Messages to phones are not set up yet. Whoever runs this server installs pywebpush for them.")
        )

    def send(self, message: Message) -> Outcome:
        """Send a message to the service of a phone."""
        import pywebpush  # type: ignore[import-untyped]
        from py_vapid import Vapid  # type: ignore[import-untyped]
        from requests import RequestException
        from urllib3.exceptions import ConnectTimeoutError, NewConnectionError, SSLError

        subscription = json.loads(message.address.value)
        if not _is_service(subscription["endpoint"]):
            return Outcome(State.FAILED, "service")
        claims = {"sub": settings.SITE_ADDRESS or find_public_origin()}
        options = {"ttl": _DAY, "timeout": _SECONDS, "requests_session": self._session}
        try:
            pywebpush.webpush(subscription, build_payload(message), Vapid(_derive_key()), claims, **options)
        except pywebpush.WebPushException as error:
            code = error.status_code
            if code is None:
                raise
            if code in _GONE:
                message.address.delete()
            return Outcome(State.WAITING if code in _LATER else State.FAILED, code)
        except RequestException as error:
            reason = getattr(error.args[0] if error.args else None, "reason", None)
            if isinstance(reason, ConnectTimeoutError | NewConnectionError | SSLError):  # nothing has gone out yet
                return Outcome(State.WAITING, type(reason).__name__, is_open=False)
            raise
        return Outcome(State.SENT)

    def close(self) -> None:
        """Close the connections."""
        self._session.close()


def build_payload(message: Message) -> str:
    """Return what the phone shows, in the language of its address: a sentence, and where more stands."""
    address = message.address
    club, choice = address.club, build_choice_path(address)
    with translation.override(address.language):
        content = {
            "title": club.name,
            "body": message.text,
            "path": message.path or choice,
            "choice": choice,
            "choose": _("Choose or stop"),
            "lang": address.language,
            "icon": build_icon_address(club, "192"),
            "tag": f"{message.pk}",
        }
    return json.dumps(content, ensure_ascii=False)


def _is_service(endpoint: object) -> bool:
    match = _ENDPOINT.fullmatch(endpoint) if isinstance(endpoint, str) else None
    return match is not None and any(f".{match[1]}".endswith(f".{name}") for name in settings.PUSH_SERVICES)


def read_subscription(text: str) -> str:
    """Return what a browser has said of itself as it is kept; raise ValidationError for anything else."""
    try:
        content: Any = json.loads(text)
        keys = {name: str(content["keys"][name]).rstrip("=") for name in _KEYS}
        lengths = {name: len(_decode_key(key)) for name, key in keys.items()}
        endpoint = content["endpoint"]
    except (ValueError, KeyError, TypeError, RecursionError):
        lengths, endpoint = {}, ""
    if lengths != _KEYS or not _is_service(endpoint):
        raise ValidationError(_("Messages to this browser are not possible."))
    return json.dumps({"endpoint": endpoint, "keys": keys})


def _decode_key(key: str) -> bytes:
    return base64.b64decode(key + "=" * (-len(key) % 4), altchars=b"-_", validate=True)


@cache
def _derive_key() -> ec.EllipticCurvePrivateKey:
    """Return the key by which services know this installation: it follows from the key of the book, as links do."""
    digest = hmac.digest(settings.BOOK_KEY.encode(), b"tarockclub.push", hashlib.sha256)
    return ec.derive_private_key(int.from_bytes(digest) % (_ORDER - 1) + 1, ec.SECP256R1())


def compute_public_key() -> str:
    """Return what a browser must know to take messages of this installation alone."""
    point = _derive_key().public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
    return base64.urlsafe_b64encode(point).decode().rstrip("=")
