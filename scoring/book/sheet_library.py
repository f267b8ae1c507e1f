"""The sheets of this installation (built in, or a club's own in their newest version) and the names on sheets.

A sheet that a club shows to everybody is read by people of other clubs too: here alone all clubs are entered for that.
"""

import json
from collections.abc import Collection, Iterable
from dataclasses import replace
from functools import lru_cache
from typing import NamedTuple

from django.db.models import Q, QuerySet

from scoring.engine.house_rules.library import BUILT_IN, load_built_in, load_vocabulary
from scoring.engine.house_rules.loader import Rules, name_items
from scoring.engine.house_rules.schema import IDENT
from scoring.engine.house_rules.sheet import Sheet
from scoring.engine.problems import Names as Pair
from scoring.engine.texts import pick_language
from scoring.models import GameTable, OwnSheet, OwnSheetVersion, SheetVersion
from tarockclub.kit.text import parse_whole
from tarockclub.platform.clubs.federations import list_federation_ids, show_federations
from tarockclub.platform.clubs.ownership import build_counting_filter
from tarockclub.platform.clubs.scope import enter_all_clubs, show_all_clubs

VERSION_SIGN = "@"  # between the id of an own sheet and the number of its version
MOST_DIGITS = 9  # of a version
MOST_RECENT = 100  # tables that say what was used last


def find_rules(sheet_id: str) -> Rules | None:
    """Return the rules of this id: built in, or the newest version of an own sheet, also of a retired one."""
    built_in = load_built_in(sheet_id)
    if built_in is not None or not IDENT.fits(sheet_id):
        return built_in
    return _build_newest(OwnSheetVersion.objects.filter(own_sheet__sheet=sheet_id))


def name_sheet(sheet_id: str, language: str) -> str:
    """Return the name of the sheet of this id, or the id where there is none."""
    rules = find_rules(sheet_id)
    return sheet_id if rules is None else pick_language(rules.build_sheet().names, language)


def find_rules_by_word(word: str) -> Rules | None:
    """Return the rules that a word names: the id of a sheet, or `id@number` for a version of an own sheet."""
    sheet_id, sign, digits = word.partition(VERSION_SIGN)
    number = parse_whole(digits, MOST_DIGITS)
    if not sign:
        return find_rules(sheet_id)
    if number is None or not IDENT.fits(sheet_id):
        return None
    return _build_newest(OwnSheetVersion.objects.filter(own_sheet__sheet=sheet_id, number=number))


def _build_newest(versions: QuerySet[OwnSheetVersion]) -> Rules | None:
    """Return the newest of these versions: of those of the clubs in scope, their federations', else a public one."""
    tables = versions.order_by("-number").values_list("table", flat=True)
    with show_federations():
        text = tables.first()
    if text is None:
        with enter_all_clubs():
            text = tables.filter(own_sheet__public=True).first()
    return None if text is None else build_version(text)


def find_readable_rules(word: str, club: int | None) -> Rules | None:
    """Return the rules that a word names, if people of this club may read them (None: people of no club)."""
    if word in BUILT_IN:
        return load_built_in(word)
    version = find_readable_version(word, club)
    return None if version is None else build_version(version.table)


@show_all_clubs()
def find_readable_version(word: str, club: int | None) -> OwnSheetVersion | None:
    """Return the version of an own sheet that a word names, if people of this club may read it."""
    sheet_id, sign, digits = word.partition(VERSION_SIGN)
    number = parse_whole(digits, MOST_DIGITS)
    if not IDENT.fits(sheet_id) or (sign and number is None):
        return None
    versions = OwnSheetVersion.objects.filter(_is_readable(club), own_sheet__sheet=sheet_id)
    candidates = versions if number is None else versions.filter(number=number)
    return candidates.select_related("own_sheet").order_by("-number").first()


def _is_readable(club: int | None) -> Q:
    """Return the condition for versions that people of a club may read: its own, its federations', what is public."""
    return Q(own_sheet__public=True) | _is_offered(club)


def _is_offered(club: int | None) -> Q:
    """Return the condition for versions that are offered to people of a club: its own, its federations'.

    What another club shows to everybody can be read, and taken as a draft of one's own, by whoever knows its word; it
    stands in no list of others. Who belongs to no club sees what is public.
    """
    if club is None:
        return Q(own_sheet__public=True)
    return Q(own_sheet__club=club) | Q(own_sheet__club__in=list_federation_ids(club))


@lru_cache(maxsize=64)
def build_version(text: str) -> Rules:
    """Return the rules of an own sheet's version from its table as JSON; each text is built once."""
    return Rules(load_vocabulary(), json.loads(text), is_sound=True)


@show_federations()
def list_sheet_ids() -> list[str]:
    """Return the ids of the sheets that are offered: the built-in ones, then those of the clubs."""
    return _list_ids(Q())


@show_all_clubs()
def list_readable_ids(club: int | None) -> list[str]:
    """Return the ids of the sheets that are offered to people of a club (None: of no club)."""
    return _list_ids(_is_offered(club))


def _list_ids(condition: Q) -> list[str]:
    versions = OwnSheetVersion.objects.filter(condition, own_sheet__retired=None).order_by("own_sheet_id")
    return [*BUILT_IN, *dict.fromkeys(versions.values_list("own_sheet__sheet", flat=True))]


def list_sheets() -> list[Sheet]:
    """Return all sheets that are offered, each with its default options."""
    return _build_sheets(list_sheet_ids())


@show_federations()
def list_readable_sheets(club: int | None, *chosen: str) -> list[Sheet]:
    """Return the sheets that are offered to people of a club, and those `chosen` before, if retired."""
    return _mark_common(_build_sheets((*list_readable_ids(club), *chosen)), club)


def find_last_sheet(club: int) -> str:
    """Return the id of the sheet of the club's last evening, if it is still offered; "" otherwise."""
    evenings = GameTable.objects.filter(club=club, archived=None, clock="").order_by("-started", "-pk")
    last = evenings.values_list("sheet_version__sheet", flat=True).first()
    return last if last in list_readable_ids(club) else ""


def find_usual_sheet(club: int, readable: Collection[str]) -> str:
    """Return the readable sheet by which a club plays: of those that it used last its own one, else the last; or ""."""
    evenings = GameTable.objects.filter(club=club, archived=None, clock="").order_by("-started", "-pk")
    used = dict.fromkeys(evenings.values_list("sheet_version__sheet", flat=True)[:MOST_RECENT])
    usable = [sheet for sheet in used if sheet in readable]
    return next(iter([*(sheet for sheet in usable if sheet not in BUILT_IN), *usable]), "")


@show_federations()
def list_offered_sheets(club: int, *chosen: str) -> list[Sheet]:
    """Return the sheets to choose from where something begins: those that the club used last first."""
    real = GameTable.objects.filter(build_counting_filter(GameTable), club=club, archived=None)
    recent = real.order_by("-started", "-pk")
    used = dict.fromkeys(recent.values_list("sheet_version__sheet", flat=True)[:MOST_RECENT])
    readable = (*list_readable_ids(club), *chosen)
    return _mark_common(_build_sheets((*(sheet for sheet in used if sheet in readable), *readable)), club)


def _mark_common(sheets: list[Sheet], club: int | None) -> list[Sheet]:
    """Return sheets, those of the club's federations with the federation in their names."""
    strange = [sheet.id for sheet in sheets if sheet.id not in BUILT_IN]
    if club is None or not strange:
        return sheets
    common = OwnSheet.objects.filter(sheet__in=strange, club__in=list_federation_ids(club))
    lenders = dict(common.values_list("sheet", "club__name"))
    return [_add_lender(sheet, lenders[sheet.id]) if sheet.id in lenders else sheet for sheet in sheets]


def _add_lender(sheet: Sheet, lender: str) -> Sheet:
    return replace(sheet, name=f"{sheet.name} ({lender})", name_en=f"{sheet.name_en} ({lender})")


def _build_sheets(sheet_ids: Iterable[str]) -> list[Sheet]:
    all_rules = map(find_rules, dict.fromkeys(sheet_ids))
    return [_label_sheet(rules.build_sheet()) for rules in all_rules if rules is not None]


def _label_sheet(sheet: Sheet) -> Sheet:
    name, name_en = sheet.labels
    return replace(sheet, name=name, name_en=name_en)


Items = dict[str, Pair]


class PlayerNames:
    """The names in one language. Games of several sheets have the name of the first sheet that says one."""

    def __init__(self, language: str) -> None:
        self._at = int(language.startswith("en"))
        self._found: dict[str, tuple[Pair, Items]] = {}
        self._items: Items | None = None

    def name_sheet(self, sheet: str) -> str:
        """Return the name of house rules."""
        return self._load(sheet)[0][self._at]

    def name_item(self, item: str, sheet: str = "") -> str:
        """Return the name of a game or premium, on a sheet or on all of them; also if only an option brings it."""
        if sheet and item in (names := self._load(sheet)[1]):
            return names[item][self._at]
        return self._load_all().get(item, (item, item))[self._at]

    def _load_all(self) -> Items:
        if self._items is None:
            every = [self._load(sheet)[1] for sheet in reversed(list_sheet_ids())]
            self._items = {item: names for items in every for item, names in items.items()}
        return self._items

    def _load(self, sheet: str) -> tuple[Pair, Items]:
        if sheet not in self._found:
            self._found[sheet] = _load_names(sheet)
        return self._found[sheet]


def _load_names(sheet: str) -> tuple[Pair, Items]:
    """Return the names of a sheet that this installation has, or else of one that hands were played by."""
    if (rules := find_rules(sheet)) is not None:
        return rules.build_sheet().names, rules.item_names
    version = SheetVersion.objects.filter(sheet=sheet).order_by("-pk").first()
    if version is None:
        return (sheet, sheet), {}
    table = json.loads(version.text)
    german = str(table.get("name", sheet))
    return (german, str(table.get("name_en", german))), name_items(load_vocabulary(), table)


SHORT = 8  # letters


class DoublingWords(NamedTuple):
    """The words of a sheet; `title` is for the beginning of a line."""

    name: str
    within: str
    last: str

    @property
    def title(self) -> str:
        """The name at the beginning of a line.

        >>> DoublingWords("doppelter Einsatz", "mit doppeltem Einsatz", "Runde mit doppeltem Einsatz").title
        'Doppelter Einsatz'
        """
        return capitalize_first(self.name)

    @property
    def short(self) -> str:
        """The title where a line has little room; "": it has none for a long one.

        >>> DoublingWords("Radl", "im Radl", "Schlussradl").short
        'Radl'
        """
        return self.title if len(self.title) <= SHORT else ""


def get_doubling_words(sheet: Sheet, language: str) -> DoublingWords:
    """Return the words of a sheet in a language."""
    doubling = sheet.doubling
    return DoublingWords(*(pick_language(words, language) for words in (doubling.name, doubling.within, doubling.last)))


def capitalize_first(words: str) -> str:
    """Capitalize the first letter only; all others stay.

    >>> capitalize_first("doppelter Einsatz"), capitalize_first("")
    ('Doppelter Einsatz', '')
    """
    return words[:1].upper() + words[1:]
