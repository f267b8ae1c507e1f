"""The list of erased persons outside of the database, so that an older backup does not bring them back.

It has no names: a number in the register, a keyed hash of the name, and hashes of the addresses of tables and
tournaments at which the person was. It lies in the data folder and, if there is one, in the second folder of the
backups.
"""

import hashlib
import hmac
import json
import logging
from collections.abc import Collection, Iterable
from pathlib import Path
from typing import Any, NamedTuple

from django.conf import settings
from django.utils.crypto import constant_time_compare

from tarockclub.platform.server.second_folder import find_second_folder

NAME = "erased.jsonl"
_DIGITS = 16
logger = logging.getLogger(__name__)


class Erasure(NamedTuple):
    """One erasure: by what the person is known again, and the texts out of which the name was taken."""

    club: int
    number: int
    name: str  # keyed hash
    seen: tuple[str, ...]  # hashes of addresses
    places: tuple[str, ...] = ()
    at: str = ""

    def is_of(self, name: str, keys: Iterable[str]) -> bool:
        """Return whether it means the person with this name."""
        return any(constant_time_compare(self.name, hash_name(self.club, self.number, name, key)) for key in keys)

    def may_be_of(self, seen: Collection[str]) -> bool:
        """Return whether it may mean the person seen at these addresses (hashes): others were there too."""
        return not set(self.seen).isdisjoint(seen)


def hash_name(club: int, number: int, name: str, key: str = "") -> str:
    """Return the keyed hash of a name."""
    content = f"erased:{club}:{number}:{name.casefold()}".encode()
    return hmac.new((key or settings.BOOK_KEY).encode(), content, hashlib.sha256).hexdigest()[:_DIGITS]


def hash_address(address: str) -> str:
    """Return the hash of the address of a table or tournament, which nobody can guess."""
    return hashlib.sha256(f"erased:{address}".encode()).hexdigest()[:_DIGITS]


def parse_erasure(content: dict[str, Any]) -> Erasure:
    """Return an erasure from its JSON values."""
    return Erasure(**{**content, "seen": tuple(content["seen"]), "places": tuple(content["places"])})


def load_list() -> list[Erasure]:
    """Return the erasures of the list; lines that cannot be read are ignored."""
    erasures: dict[Erasure, None] = {}
    for file in _list_files():
        try:
            lines = file.read_text(encoding="utf-8").splitlines()
        except (OSError, ValueError):
            continue
        for line in lines:
            try:
                erasures[parse_erasure(json.loads(line))] = None
            except (ValueError, TypeError, KeyError):
                logger.warning("A line of the list of erased persons is unreadable: %s", file)
    return list(erasures)


def add_to_list(erasures: Iterable[Erasure]) -> None:
    """Add erasures to the list wherever it can be written; those that are there are not added twice."""
    merged = dict.fromkeys([*load_list(), *erasures])
    if not merged:
        return
    text = "".join(f"{json.dumps(erasure._asdict(), sort_keys=True)}\n" for erasure in merged)
    for file in _list_files():
        try:
            if not file.exists() or file.read_text(encoding="utf-8") != text:
                part = file.with_name(f".{file.name}.part")
                part.touch(mode=0o600)
                part.write_text(text, encoding="utf-8")
                part.replace(file)
        except (OSError, ValueError):
            logger.warning("The list of erased persons could not be written: %s", file)


def _list_files() -> list[Path]:
    second = find_second_folder()
    folders = [Path(settings.DATA_DIR), *([second.path] if second and second.is_there() else [])]
    return [folder / NAME for folder in folders if folder.is_dir()]
