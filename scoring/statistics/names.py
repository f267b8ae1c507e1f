"""What games, premiums and house rules are called, also of sheets that the program does not bring along."""

from functools import cache

from scoring.engine.house_rules.library import BUILT_IN, built_in
from scoring.engine.house_rules.sheet import Sheet
from scoring.ledger.sheet_versions import parse_sheet
from scoring.models import SheetVersion


@cache
def _load_sheet(sheet: str) -> Sheet | None:
    rules = built_in(sheet)
    return rules.sheet() if rules is not None else None


class Names:
    """The words of one language. Games of several sheets are called as the first sheet that has them calls them."""

    def __init__(self, language: str) -> None:
        self._at = int(language.startswith("en"))
        self._own: dict[str, Sheet | None] = {}

    def sheet(self, sheet: str) -> str:
        """What house rules are called."""
        found = self._sheet(sheet)
        return found.names[self._at] if found else sheet

    def contract(self, contract: str, sheet: str = "") -> str:
        """What a game is called, on a sheet or on all of them."""
        for one in self._where(sheet):
            if contract in one.contracts:
                return one.contracts[contract].names[self._at]
        return contract

    def premium(self, premium: str, sheet: str = "") -> str:
        """What a premium is called."""
        for one in self._where(sheet):
            if premium in one.premiums:
                return one.premiums[premium].names[self._at]
        return premium

    def _where(self, sheet: str) -> list[Sheet]:
        own = self._sheet(sheet) if sheet else None
        return [one for one in (own, *map(_load_sheet, BUILT_IN)) if one is not None]

    def _sheet(self, sheet: str) -> Sheet | None:
        if sheet not in BUILT_IN and sheet not in self._own:
            version = SheetVersion.objects.filter(sheet=sheet).order_by("-pk").first()
            self._own[sheet] = parse_sheet(version) if version else None
        return _load_sheet(sheet) or self._own.get(sheet)
