"""An evening under other rules of this installation: everybody's points and money, ranks, the hands that differ."""

import json
from collections.abc import Sequence
from typing import Any, NamedTuple

from django.http import HttpRequest, QueryDict
from django.utils.translation import gettext as _

from scoring.book.sheet_library import VERSION_SIGN, build_version, find_readable_rules, find_rules_by_word
from scoring.engine.agreement import Stakes
from scoring.engine.house_rules.loader import Rules
from scoring.engine.house_rules.sheet import Sheet
from scoring.models import GameTable, OwnSheetVersion, SheetVersion
from scoring.reports.rescoring.replay import HandRow, RescoredBook, build_hand_rows, rescore_book
from scoring.sheets.house_rules.page import parse_rule_switches
from scoring.table.settlement.services import Account, compute_settlement, load_agreed
from scoring.table.written_sheet.selectors import load_book_and_seats
from tarockclub.platform.accounts.permissions import find_club_id
from tarockclub.platform.clubs.federations import show_federations
from tarockclub.platform.privacy.readers import INSIDE

FIELD = "under"  # of the address: the id of a sheet, or of an own one with the number of a version


class OtherRules(NamedTuple):
    """House rules with their options decided."""

    sheet: Sheet
    chosen: dict[str, bool]
    version: int | None = None  # of an own sheet; None: the newest, or one that has no versions

    @property
    def word(self) -> str:
        """The word by which an address names them."""
        return self.sheet.id if self.version is None else f"{self.sheet.id}{VERSION_SIGN}{self.version}"

    def format_name(self, language: str) -> str:
        """Return the name among players, with the number of an older version."""
        return format_version_name(self.sheet, self.version, language)


def format_version_name(sheet: Sheet, version: int | None, language: str) -> str:
    """Return the name of a sheet among players, with the number of a version."""
    name = sheet.names[language.startswith("en")]
    if version is None:
        return name
    number = _("Version %(number)s") % {"number": version}
    return f"{name} ({number})"


def build_other_rules(rules: Rules, chosen: dict[str, bool], version: int | None = None) -> OtherRules:
    """Decide the options of rules."""
    return OtherRules(rules.build_sheet(chosen), chosen, version)


def find_other_rules(word: str, query: QueryDict | None = None) -> OtherRules | None:
    """Return the rules that a word names, with the options that an address sets; None if there are none."""
    rules = find_rules_by_word(word)
    if rules is None:
        return None
    number = word.partition(VERSION_SIGN)[2]
    chosen = {} if query is None else parse_rule_switches(query, rules)
    return build_other_rules(rules, chosen, int(number) if number else None)


def parse_other_rules(request: HttpRequest, played: SheetVersion) -> OtherRules | None:
    """Return the house rules that an address names; None for none that the visitor may read.

    `played`: the sheet that was played by, which everybody may read who sees the hands.
    """
    word = request.GET.get(FIELD, "")
    is_played = word.partition(VERSION_SIGN)[0] == played.sheet
    if not is_played and find_readable_rules(word, find_club_id(request)) is None:
        return None
    return find_other_rules(word, request.GET)


@show_federations()
def list_version_choices(sheet_id: str) -> list[tuple[str, OwnSheetVersion]]:
    """Return the versions of an own sheet with their words, newest first; none of a sheet that has only one."""
    rows = OwnSheetVersion.objects.filter(own_sheet__sheet=sheet_id).order_by("-number")
    choices = [(f"{sheet_id}{VERSION_SIGN}{row.number}", row) for row in rows]
    return choices if len(choices) > 1 else []


@show_federations()
def find_played_word(pinned: SheetVersion) -> str:
    """Return the word for the rules of a pinned sheet: its id, with a number if they are older; "": nobody knows."""
    rows = list(OwnSheetVersion.objects.filter(own_sheet__sheet=pinned.sheet).order_by("-number"))
    if not rows:
        return pinned.sheet
    table = _remove_limit(json.loads(pinned.text))
    row = next((row for row in rows if _is_saying(build_version(row.table), table)), None)
    if row is None:
        return ""
    return pinned.sheet if row == rows[0] else f"{pinned.sheet}{VERSION_SIGN}{row.number}"


def _is_saying(rules: Rules, content: dict[str, Any]) -> bool:
    chosen = {name: on for name, on in content["chosen"].items() if name in rules.defaults}
    return _remove_limit(json.loads(rules.format_canonical(chosen))) == content


def _remove_limit(table: dict[str, Any]) -> dict[str, Any]:
    """Leave out how much of a kontra counts on the written score: an evening may decide that itself."""
    return {**table, "kontra": {name: value for name, value in table["kontra"].items() if name != "written"}}


class Ranks(NamedTuple):
    """The rank of somebody under their own house rules and under others; players with the same total share it."""

    own: int
    other: int


def compute_ranks(here: Sequence[int], there: Sequence[int]) -> list[Ranks]:
    """Return everybody's ranks by their totals, the highest first.

    >>> compute_ranks([6, 6, -12], [0, 6, -6])
    [Ranks(own=1, other=2), Ranks(own=1, other=1), Ranks(own=3, other=3)]
    """
    return [Ranks(*pair) for pair in zip(_rank(here), _rank(there), strict=True)]


def _rank(totals: Sequence[int]) -> list[int]:
    first: dict[int, int] = {}
    for rank, total in enumerate(sorted(totals, reverse=True), 1):
        first.setdefault(total, rank)
    return [first[total] for total in totals]


class AccountRow(NamedTuple):
    """A player of the evening (with their substitutes) under both sheets."""

    name: str
    own: Account
    other: Account
    ranks: Ranks

    @property
    def difference(self) -> int:
        """The difference in the written score, in sixths."""
        return self.other.owed.written - self.own.owed.written


class RescoredEvening(NamedTuple):
    """An evening under its own sheet and under another one."""

    table: GameTable
    agreed: Stakes
    rescored: RescoredBook
    accounts: tuple[AccountRow, ...]  # by their rank there
    rows: tuple[HandRow, ...]

    @property
    def hands(self) -> int:
        """The number of hands."""
        return sum(hand is not None for hand in self.rescored.hands)

    @property
    def differing(self) -> int:
        """The number of hands that pay something else there, or do not exist."""
        return sum(hand.differs for hand in self.rescored.changed)

    @property
    def missing(self) -> int:
        """The number of hands that do not exist there."""
        return sum(not hand.exists for hand in self.rescored.changed)

    @property
    def radl(self) -> int:
        """The number of hands with another Radl there."""
        return sum(hand.radl_differs for hand in self.rescored.changed)

    @property
    def translated(self) -> int:
        """The number of hands that are entered otherwise there."""
        return sum(bool(hand.remarks) for hand in self.rescored.changed)

    @property
    def tells_apart(self) -> bool:
        """True if money and written score differ somewhere."""
        owed = [account.owed for row in self.accounts for account in (row.own, row.other)]
        return any(balance.money != balance.written for balance in owed)

    @property
    def in_euros(self) -> bool:
        """True if the points were played for money."""
        return self.agreed.rate > 0


def rescore_evening(table: GameTable, rules: OtherRules, language: str) -> RescoredEvening:
    """Score an evening under other house rules.

    The Pagatkassa is left out: what was put into it and taken from it was agreed apart from the sheet.
    """
    book, seats = load_book_and_seats(table, INSIDE)
    agreed = load_agreed(table)._replace(pagatkassa=None)
    rescored, head = rescore_book(book, seats, rules.sheet), bytes(table.head)
    own = compute_settlement(book, seats, agreed, head).accounts
    other = compute_settlement(rescored.there, seats, agreed, head).accounts
    ranks = compute_ranks(*([account.owed.written for account in accounts] for accounts in (own, other)))
    rows = [AccountRow(old.name, old, new, ranked) for old, new, ranked in zip(own, other, ranks, strict=True)]
    return RescoredEvening(
        table,
        agreed,
        rescored,
        tuple(sorted(rows, key=lambda row: (row.ranks.other, row.ranks.own))),
        tuple(build_hand_rows(rescored, language)),
    )
