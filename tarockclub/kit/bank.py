"""Money from account to account: IBANs, kept encrypted, and the codes that banking apps read (EPC069-12, version 2)."""

import base64
import hmac
import re
from decimal import Decimal
from functools import lru_cache
from typing import Any, NamedTuple

from django.conf import settings
from django.db import models

from tarockclub.kit.typesetting import BORDER

# The lengths of IBANs where euros are sent by SEPA. With the check digits that is the whole check of ISO 13616.
_SEPA = (
    "AD24 AL28 AT20 BE16 BG22 CH21 CY28 CZ24 DE22 DK18 EE20 ES24 FI18 FR27 GB22 GI23 GR27 HR21 HU28 IE22 IS26 IT27 "
    "LI21 LT20 LU20 LV21 MC27 MD24 ME22 MK19 MT31 NL18 NO15 PL28 PT25 RO24 RS22 SE24 SI19 SK24 SM27 VA22"
)
_LENGTHS = {word[:2]: int(word[2:]) for word in _SEPA.split()}
_IBAN = re.compile(r"[A-Z]{2}(?!00|01|99)[0-9]{2}[A-Z0-9]+")
IBAN_LENGTH = 60  # characters of one as it is typed
_SEALED_LENGTH = 200  # of the longest one, encrypted
_UTF_8 = 1  # the encoding, as the standard counts
MOST_CENTS = 99_999_999_999
_NAME_LENGTH, _TEXT_LENGTH = 70, 140  # of the standard
_NAME_BYTES, _TEXT_BYTES = 90, 140  # all together fit into the largest code that it allows
_PIXELS = 6  # a module


def clean_iban(typed: str) -> str:
    """Return an IBAN without spaces; "" for what is none, or where no euros are sent.

    >>> [clean_iban(text) for text in ("at61 1904 3002 3457 3201", "AT611904300234573210", "TR33 0006 1005 19")]
    ['AT611904300234573201', '', '']
    """
    iban = "".join(typed[:IBAN_LENGTH].split()).upper()
    if not _IBAN.fullmatch(iban) or not iban.isascii() or _LENGTHS.get(iban[:2]) != len(iban):
        return ""
    return iban if int("".join(str(int(char, 36)) for char in iban[4:] + iban[:4])) % 97 == 1 else ""


def format_iban(iban: str) -> str:
    """Return an IBAN in groups of four.

    >>> format_iban("AT611904300234573201")
    'AT61 1904 3002 3457 3201'
    """
    return " ".join(iban[place : place + 4] for place in range(0, len(iban), 4))


class SealedField(models.CharField):  # type: ignore[type-arg]
    """A text that the database has encrypted: with the key of the book, which every backup of it has, and no copy else.

    What the key does not open (it was lost, and another one accepted) is "".
    """

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(
            *args, **{"max_length": _SEALED_LENGTH, "blank": True, "default": "", "db_default": "", **options}
        )

    def deconstruct(self) -> Any:
        """Return what migrations say: for the database it is a text."""
        name, _path, args, options = super().deconstruct()
        return name, "django.db.models.CharField", args, options

    def get_prep_value(self, value: Any) -> Any:
        """Encrypt a text; nothing stays nothing, so that it can be asked for."""
        return _build_box(settings.BOOK_KEY).encrypt(value.encode()).decode() if value else value

    def from_db_value(self, value: Any, *_args: Any) -> Any:
        """Decrypt what is stored."""
        from cryptography.fernet import InvalidToken

        if not value:
            return value
        try:
            return _build_box(settings.BOOK_KEY).decrypt(value).decode()
        except InvalidToken:
            return ""


@lru_cache(maxsize=2)
def _build_box(key: str) -> Any:
    from cryptography.fernet import Fernet

    return Fernet(base64.urlsafe_b64encode(hmac.digest(key.encode(), b"tarockclub.sealed_texts", "sha256")))


class Transfer(NamedTuple):
    """A payment in euros to an account."""

    name: str  # whose account it is
    iban: str
    cents: int
    text: str  # what it is for

    @property
    def code(self) -> str:
        """The code for banking apps as a picture (SVG)."""
        from segno.helpers import make_epc_qr

        name, text = _cut(self.name, _NAME_LENGTH, _NAME_BYTES), _cut(self.text, _TEXT_LENGTH, _TEXT_BYTES)
        picture = make_epc_qr(name, self.iban, Decimal(self.cents) / 100, text=text, encoding=_UTF_8)
        return str(picture.svg_data_uri(scale=_PIXELS, border=BORDER, light="#fff"))


def build_transfer(name: str, iban: str, cents: int, text: str) -> Transfer | None:
    """Build a payment; None where nothing can be sent: no IBAN, no amount. Each text is one line of the code."""
    name, text = " ".join(name.split()), " ".join(text.split())
    can_be_sent = name and text and 0 < cents <= MOST_CENTS and iban == clean_iban(iban) != ""
    return Transfer(name, iban, cents, text) if can_be_sent else None


def _cut(text: str, letters: int, size: int) -> str:
    return text[:letters].encode()[:size].decode(errors="ignore").strip()
