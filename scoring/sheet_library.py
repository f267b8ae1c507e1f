"""The sheets of this installation: the built-in ones, and the clubs' own in their newest version."""

import json
from functools import lru_cache

from scoring.engine.house_rules.library import BUILT_IN, load_built_in, load_vocabulary
from scoring.engine.house_rules.loader import Rules
from scoring.engine.house_rules.schema import IDENT
from scoring.engine.house_rules.sheet import Sheet
from scoring.models import OwnSheetVersion
from tarockclub.text import parse_whole

VERSION_SIGN = "@"  # between the id of an own sheet and the number of its version
MOST_DIGITS = 9  # of a version


def find_rules(sheet_id: str) -> Rules | None:
    """Return the rules of this id: built in, or the newest version of an own sheet, also of a retired one."""
    built_in = load_built_in(sheet_id)
    if built_in is not None or not IDENT.fits(sheet_id):
        return built_in
    versions = OwnSheetVersion.objects.filter(own_sheet__sheet=sheet_id).order_by("-number")
    text = versions.values_list("table", flat=True).first()
    return None if text is None else build_version(text)


def find_rules_by_word(word: str) -> Rules | None:
    """Return the rules that a word names: the id of a sheet, or `id@number` for a version of an own sheet."""
    sheet_id, sign, digits = word.partition(VERSION_SIGN)
    number = parse_whole(digits, MOST_DIGITS)
    if not sign:
        return find_rules(sheet_id)
    if number is None or not IDENT.fits(sheet_id):
        return None
    versions = OwnSheetVersion.objects.filter(own_sheet__sheet=sheet_id, number=number)
    text = versions.values_list("table", flat=True).first()
    return None if text is None else build_version(text)


@lru_cache(maxsize=64)
def build_version(text: str) -> Rules:
    """Return the rules of an own sheet's version from its table as JSON; each text is built once."""
    return Rules(load_vocabulary(), json.loads(text))


def list_sheet_ids() -> list[str]:
    """Return the ids of the sheets that are offered: the built-in ones, then those of the clubs."""
    versions = OwnSheetVersion.objects.filter(own_sheet__retired=None).order_by("own_sheet_id")
    return [*BUILT_IN, *dict.fromkeys(versions.values_list("own_sheet__sheet", flat=True))]


def list_sheets(*chosen: str) -> list[Sheet]:
    """Return the sheets that are offered, each with its default options; and those `chosen` before, if retired."""
    found = map(find_rules, dict.fromkeys((*list_sheet_ids(), *chosen)))
    return [rules.build_sheet() for rules in found if rules is not None]
