"""Copies that leave this computer, encrypted as age does it, and the keys that read them.

The book and its own backups are plain on this computer: the system encrypts its disk. The keys are beside them, so only
whoever finds a stick or a download needs the printed sheet. Files and keys are age's own: its program reads them, too.
"""

import contextlib
import json
import re
import shutil
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import IO, NamedTuple

from django.conf import settings

from tarockclub.office.backups.errors import Trouble, convert_os_error
from tarockclub.platform.server import secret_key
from tarockclub.platform.server.wsgi.uploads import open_uploads_folder

FILE = "backup-keys.json"
MAGIC = b"age-encryption.org/"
PREFIX = "AGE-SECRET-KEY-1"
GROUP, END = 4, 6  # characters of a group, and of the last two together


class Keys(NamedTuple):
    """The keys of this computer."""

    known: tuple[str, ...] = ()  # the first encrypts; older ones read older copies
    is_on: bool = False
    drawn: str = ""  # a new one, of which nobody has shown yet that its sheet is at hand
    is_own: bool = False  # the first was drawn here, not typed to read copies


def load_keys() -> Keys:
    """Return the keys; Trouble if they cannot be read: nothing may leave as plain text because of that."""
    file = Path(settings.DATA_DIR) / FILE
    try:
        raw = json.loads(file.read_text(encoding="ascii"))
        return Keys(tuple(map(str, raw["known"])), bool(raw["is_on"]), str(raw["drawn"]), bool(raw["is_own"]))
    except FileNotFoundError:
        return Keys()
    except OSError as error:
        raise convert_os_error(error, file, reading=True) from error
    except (ValueError, TypeError, KeyError) as error:
        raise Trouble("not_readable", where=str(file), reason=type(error).__name__) from error


def draw_backup_key() -> None:
    """Draw a new key, which encrypts nothing before somebody has its sheet."""
    from pyrage import x25519  # only where something is encrypted

    _save_keys(load_keys()._replace(drawn=str(x25519.Identity.generate())))


def begin_encryption(typed: str) -> None:
    """Encrypt with the drawn key from now on; the end of its sheet was typed."""
    keys = load_keys()
    if not keys.drawn or _clean(typed) != keys.drawn[-END:]:
        raise Trouble("other_end")
    _save_keys(Keys((keys.drawn, *keys.known), is_on=True, is_own=True))


def end_encryption() -> None:
    """Encrypt no more; the keys stay, for the copies that there are."""
    _save_keys(load_keys()._replace(is_on=False, drawn=""))


def add_key(typed: str) -> None:
    """Learn the key of a sheet, to read its copies, and to go on with it where nothing is encrypted so far."""
    from pyrage import IdentityError, x25519

    keys, key = load_keys(), PREFIX + _clean(typed).removeprefix(_clean(PREFIX))
    try:
        x25519.Identity.from_str(key)
    except IdentityError as error:
        raise Trouble("no_key") from error
    first = keys.known[:1] if keys.is_on and keys.is_own else ()  # stays the one that encrypts
    all_keys = tuple(dict.fromkeys((*first, key, *keys.known)))
    _save_keys(keys._replace(known=all_keys, is_on=True, is_own=bool(first)))


def split_key(key: str) -> list[str]:
    """Return a key in groups that can be copied by hand.

    >>> split_key("AGE-SECRET-KEY-1JZ99M58F")
    ['AGE-SECRET-KEY-1', 'JZ99', 'M58F']
    """
    rest = key.removeprefix(PREFIX)
    return [PREFIX, *(rest[start : start + GROUP] for start in range(0, len(rest), GROUP))]


def seal_file(file: Path) -> None:
    """Encrypt a finished file in its place, if that is wanted."""
    part = file.with_name(f"{file.name}-sealed")
    try:
        with file.open("rb") as source, part.open("wb") as target:
            seal_stream(source, target)
        part.replace(file)
    finally:
        part.unlink(missing_ok=True)


def seal_stream(source: IO[bytes], target: IO[bytes]) -> None:
    """Copy a file, encrypted if that is wanted and it is not yet."""
    keys, begin = load_keys(), source.read(len(MAGIC))
    source.seek(0)
    if not keys.is_on or begin == MAGIC:
        shutil.copyfileobj(source, target, 1 << 20)
        return
    import pyrage

    pyrage.encrypt_io(source, target, [pyrage.x25519.Identity.from_str(keys.known[0]).to_public()])


def seal(content: bytes) -> bytes:
    """Return some bytes encrypted, if that is wanted and they are not yet."""
    keys = load_keys()
    if not keys.is_on or content.startswith(MAGIC):
        return content
    import pyrage

    sealed: bytes = pyrage.encrypt(content, [pyrage.x25519.Identity.from_str(keys.known[0]).to_public()])
    return sealed


def open_sealed(content: bytes, keys: Sequence[str]) -> bytes:
    """Return what `seal` was given; raise Trouble."""
    if not content.startswith(MAGIC):
        return content
    import pyrage

    with _explain_refusal(keys):
        plain: bytes = pyrage.decrypt(content, [pyrage.x25519.Identity.from_str(key) for key in keys])
        return plain


@contextlib.contextmanager
def open_plain(file: Path) -> Iterator[Path]:
    """Yield a file that can be read, decrypted beside the uploads if necessary; raise Trouble."""
    with file.open("rb") as source:
        begin = source.read(len(MAGIC))
        source.seek(0)
        if begin != MAGIC:
            yield file
            return
        import pyrage

        keys = load_keys().known
        with tempfile.NamedTemporaryFile(dir=open_uploads_folder(), delete=False) as plain:
            target = Path(plain.name)
            try:
                with _explain_refusal(keys):
                    pyrage.decrypt_io(source, plain, [pyrage.x25519.Identity.from_str(key) for key in keys])
                plain.close()
                yield target
            finally:
                plain.close()
                target.unlink(missing_ok=True)


@contextlib.contextmanager
def _explain_refusal(keys: Sequence[str]) -> Iterator[None]:
    """Say whether there is no key, another one, or a damaged file."""
    from pyrage import DecryptError

    if not keys:
        raise Trouble("sealed")
    try:
        yield
    except DecryptError as error:
        raise Trouble("sealed_otherwise" if "No matching keys" in str(error) else "damaged", reason="age") from error
    except OSError as error:
        if error.errno is not None:  # of the disk
            raise
        raise Trouble("damaged", reason="age") from error


def _save_keys(keys: Keys) -> None:
    file = Path(settings.DATA_DIR) / FILE
    try:
        secret_key.replace_key(file, json.dumps(keys._asdict()))
    except OSError as error:
        raise convert_os_error(error, file) from error


def _clean(typed: str) -> str:
    return re.sub("[^A-Z0-9]", "", typed.upper())
