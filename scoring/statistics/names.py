"""The names of games, premiums and house rules, also of sheets that do not come with the program."""

from functools import cache

from scoring.engine.house_rules.library import BUILT_IN, load_built_in
from scoring.engine.house_rules.sheet import Sheet
from scoring.ledger.sheet_versions import parse_sheet
from scoring.models import SheetVersion


@cache
def _load_sheet(sheet: str) -> Sheet | None:
    rules = load_built_in(sheet)
    return rules.build_sheet() if rules is not None else None


class Names:
    """The names in one language. Games of several sheets have the name of the first sheet with them."""

    def __init__(self, language: str) -> None:
        self._at = int(language.startswith("en"))
        self._own: dict[str, Sheet | None] = {}

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
        own = self._find_sheet(sheet) if sheet else None
        return [known_sheet for known_sheet in (own, *map(_load_sheet, BUILT_IN)) if known_sheet is not None]

    def _find_sheet(self, sheet: str) -> Sheet | None:
        if sheet not in BUILT_IN and sheet not in self._own:
            version = SheetVersion.objects.filter(sheet=sheet).order_by("-pk").first()
            self._own[sheet] = parse_sheet(version) if version else None
        return _load_sheet(sheet) or self._own.get(sheet)
