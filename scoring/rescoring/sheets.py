"""The house rules that hands can be scored under: those of this installation, with any choice of their options."""

import hashlib
from typing import NamedTuple

from django.http import QueryDict

from scoring.engine.house_rules.loader import Rules
from scoring.engine.house_rules.sheet import Sheet
from scoring.house_rules.page import parse_switches
from scoring.ledger.sheet_versions import parse_sheet
from scoring.models import SheetVersion
from scoring.sheet_library import find_rules

FIELD = "under"  # of the address: the id of a sheet
SHORTEST_DIGEST = 8


class OtherRules(NamedTuple):
    """House rules with their options decided."""

    sheet: Sheet
    text: str  # canonical, from which other processes build the sheet
    chosen: dict[str, bool]

    @property
    def digest(self) -> str:
        """The SHA-256 of the text, as of a pinned version."""
        return hashlib.sha256(self.text.encode()).hexdigest()


def build_other_rules(rules: Rules, chosen: dict[str, bool]) -> OtherRules:
    """Decide the options of rules."""
    return OtherRules(rules.build_sheet(chosen), rules.format_canonical(chosen), chosen)


def parse_other_rules(query: QueryDict) -> OtherRules | None:
    """Return the house rules that an address names; None if it names none."""
    sheet_id = query.get(FIELD, "")
    rules = find_rules(sheet_id)
    return None if rules is None else build_other_rules(rules, parse_switches(query, sheet_id))


def find_pinned_rules(digest: str, club: int | None = None) -> OtherRules | None:
    """Return a pinned version by the first digits of its hash, at least eight; None unless there is exactly one."""
    if len(digest) < SHORTEST_DIGEST:
        return None
    versions = SheetVersion.objects.filter(digest__startswith=digest.lower())
    found = list((versions if club is None else versions.filter(club=None) | versions.filter(club=club))[:2])
    return OtherRules(parse_sheet(found[0]), found[0].text, {}) if len(found) == 1 else None
