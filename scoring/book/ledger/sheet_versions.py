"""Pinned sheets: the version of the rules that a table plays by, stored as text, and the sheet parsed from it."""

import hashlib
import json
from functools import lru_cache

from scoring.book.sheet_library import find_rules
from scoring.engine.house_rules.library import load_vocabulary
from scoring.engine.house_rules.loader import parse_canonical
from scoring.engine.house_rules.sheet import Sheet
from scoring.models import OwnSheet, SheetVersion
from tarockclub.kit.hash_chain import encode_compact
from tarockclub.models import Club
from tarockclub.platform.clubs.federations import show_federations

NO_LIMIT = 0  # kontra counts on the written score as much as in money


class UnknownSheetError(ValueError):
    """Raised if there is no such sheet, or none that may be read any more."""


def pin_sheet(
    sheet_id: str, options: dict[str, bool], written: int | None = None, *, club: int | None = None
) -> SheetVersion:
    """Return the current version of a sheet with these options; UnknownSheetError for an unknown id.

    `club`: the one that plays by it; it keeps the version of a sheet that belongs to its federation, or is public.

    `written`: how much of a kontra counts on the written score at most (1: none of it; NO_LIMIT: all of it); None: as
    the sheet says. It is part of the version's text and so of its hash, like an option.
    """
    rules = find_rules(sheet_id)
    if rules is None:
        raise UnknownSheetError(sheet_id)
    text = rules.format_canonical({name: on for name, on in options.items() if name in rules.defaults})
    text = text if written is None else limit_written_kontra(text, written)
    digest = hashlib.sha256(text.encode()).hexdigest()
    with show_federations():
        owner = OwnSheet.objects.filter(sheet=sheet_id).values_list("club", flat=True).first()
    keeper = Club.objects.get(pk=club or owner) if owner is not None else None
    version, _ = SheetVersion.objects.get_or_create(
        club=keeper, digest=digest, defaults={"sheet": sheet_id, "text": text}
    )
    return version


def limit_written_kontra(text: str, written: int) -> str:
    """Return a sheet's canonical text with another limit of kontra on the written score.

    The text is the same if that changes nothing: no kontra is possible, or none above the limit.

    >>> (
    ...     limit_written_kontra('{"kontra":{"game":16}}', 2),
    ...     limit_written_kontra('{"kontra":{"game":16,"written":2}}', NO_LIMIT),
    ... )
    ('{"kontra":{"game":16,"written":2}}', '{"kontra":{"game":16}}')
    """
    table = json.loads(text)
    kontra = {name: value for name, value in table["kontra"].items() if name != "written"}
    if NO_LIMIT < written < max(kontra.get("game", 1), kontra.get("premium", 1)):
        kontra["written"] = written
    return encode_compact({**table, "kontra": kontra})


def get_written_limit(sheet_id: str, options: dict[str, bool]) -> int | None:
    """Return how much of a kontra counts on the written score of a sheet by default; None: all of it."""
    rules = find_rules(sheet_id)
    if rules is None:  # of a federation that was left: as it was pinned
        pinned = SheetVersion.objects.filter(sheet=sheet_id).order_by("-pk").first()
        return None if pinned is None else parse_sheet(pinned).written
    return rules.build_sheet({name: on for name, on in options.items() if name in rules.defaults}).written


def parse_sheet(version: SheetVersion) -> Sheet:
    """Return the parsed sheet of a version."""
    return _parse_text(version.digest, version.text)


@lru_cache(maxsize=64)
def load_sheet(digest: str, version: int) -> Sheet:
    """Return the parsed sheet of the version with this digest and id; its text is read once."""
    return parse_sheet(SheetVersion.objects.get(pk=version))


@lru_cache(maxsize=64)
def _parse_text(digest: str, text: str) -> Sheet:
    return parse_text(text)


def parse_text(text: str) -> Sheet:
    """Return the sheet of a canonical text, also of one that was pinned before there was a Pagatkassa."""
    return parse_canonical(text, {"pagatkassa": load_vocabulary()["pagatkassa"]})
