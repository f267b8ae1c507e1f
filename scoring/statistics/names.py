"""The names of games, premiums and house rules, also of sheets that this installation no longer has."""

from scoring.engine.house_rules.sheet import Sheet
from scoring.ledger.sheet_versions import parse_sheet
from scoring.models import SheetVersion
from scoring.sheet_library import find_rules, list_sheets


class Names:
    """The names in one language. Games of several sheets have the name of the first sheet with them."""

    def __init__(self, language: str) -> None:
        self._at = int(language.startswith("en"))
        self._found: dict[str, Sheet | None] = {}
        self._offered: list[Sheet] | None = None

    def name_sheet(self, sheet: str) -> str:
        """Return the name of house rules."""
        found = self._find_sheet(sheet)
        return found.names[self._at] if found else sheet

    def name_contract(self, contract: str, sheet: str = "") -> str:
        """Return the name of a game, on a sheet or on all of them."""
        for known_sheet in self._list_sheets(sheet):
            if contract in known_sheet.contracts:
                return known_sheet.contracts[contract].names[self._at]
        return contract

    def name_premium(self, premium: str, sheet: str = "") -> str:
        """Return the name of a premium."""
        for known_sheet in self._list_sheets(sheet):
            if premium in known_sheet.premiums:
                return known_sheet.premiums[premium].names[self._at]
        return premium

    def _list_sheets(self, sheet: str) -> list[Sheet]:
        if self._offered is None:
            self._offered = list_sheets()
        named = self._find_sheet(sheet) if sheet else None
        return [*([named] if named is not None else []), *self._offered]

    def _find_sheet(self, sheet: str) -> Sheet | None:
        if sheet not in self._found:
            self._found[sheet] = _load_sheet(sheet)
        return self._found[sheet]


def _load_sheet(sheet: str) -> Sheet | None:
    """Return a sheet that this installation has, or else one that hands were played by."""
    if (rules := find_rules(sheet)) is not None:
        return rules.build_sheet()
    version = SheetVersion.objects.filter(sheet=sheet).order_by("-pk").first()
    return parse_sheet(version) if version else None
