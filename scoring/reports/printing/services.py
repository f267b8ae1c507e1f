"""The Speiszettel and the empty written sheets of house rules or of a table as PDF, for pages and programs."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Any, NamedTuple

from django.utils.translation import gettext as _

from scoring.book.ledger.seats import build_seats, list_seated
from scoring.book.ledger.sheet_versions import parse_sheet
from scoring.engine.evening.state import FEWEST_PLAYERS, MOST_PLAYERS
from scoring.engine.house_rules.sheet import Item, Sheet
from scoring.models import GameTable, Seated
from scoring.sheets.house_rules.page import ShownSheet, build_table_zettel
from scoring.sheets.house_rules.short_names import build_short_names
from scoring.sheets.house_rules.speiszettel.play import arrange_for_paper
from scoring.sheets.house_rules.speiszettel.sections import NONE, Zettel
from scoring.table.settlement.services import load_agreed
from tarockclub.kit.amounts import format_cents
from tarockclub.kit.days import convert_to_local, format_day
from tarockclub.kit.words import get_current_language
from tarockclub.platform.club_look.services import build_look
from tarockclub.platform.privacy.readers import Reader
from tarockclub.platform.server.apart.papers import render_paper

_KONTRAS = {2: "k", 4: "r", 8: "s", 16: "h"}  # as quick entry reads them
MOST_HANDS = 64
_ROUNDS = 4  # most rounds of deals on a page: higher lines are easier to write in
_LINES = 25  # on a page with a double round: 20 hands and the double round of a table of five


class LegendSign(NamedTuple):
    """A game or premium written by its short name."""

    code: str
    name: str
    worth: str


class Legend(NamedTuple):
    """The games and the premiums of a sheet, in its order; quick entry reads the same short names."""

    games: tuple[LegendSign, ...]
    premiums: tuple[LegendSign, ...]
    kontras: tuple[str, ...] = ()  # the short names of all that occur
    premium_kontras: bool = False  # some premium can get a kontra
    concedes: bool = False  # some game may be conceded
    king_lies: bool = False  # the called king may lie in the talon
    alone: bool = False  # a declarer may call their own king
    counts_tricks: bool = False  # the tricks of some game are written down
    radl: bool = False  # something starts a Radl


def build_legend(sheet: Sheet, zettel: Zettel) -> Legend:
    """Return the legend of a sheet, in the language of its Speiszettel."""
    rows, codes = zettel.map_rows(), build_short_names(sheet)
    games = ((codes.contracts.get_short_name(contract), rows[f"contract-{contract}"]) for contract in sheet.contracts)
    premiums = ((codes.premiums.get_short_name(premium), rows[f"premium-{premium}"]) for premium in sheet.premiums)
    contracts = sheet.contracts.values()
    highest = max(
        (item.kontra for item in (*(contract.game for contract in contracts), *_list_forms(sheet))), default=1
    )
    return Legend(
        tuple(LegendSign(code, row.name, row.cells[0]) for code, row in games),
        tuple(
            LegendSign(code, row.name, " / ".join(cell for cell in row.cells if cell != NONE)) for code, row in premiums
        ),
        kontras=tuple(code for factor, code in _KONTRAS.items() if factor <= highest),
        premium_kontras=any(item.kontra > 1 for item in _list_forms(sheet)),
        concedes=any(contract.can_concede for contract in contracts),
        king_lies=any(contract.partner == "king" for contract in contracts),
        alone=any(contract.self_call for contract in contracts),
        counts_tricks=any(contract.is_trischaken or contract.is_negative for contract in contracts),
        radl=bool(sheet.radl_after),
    )


def _list_forms(sheet: Sheet) -> Iterator[Item]:
    return (item for contract in sheet.contracts.values() for item in contract.forms.values())


class BlankField(NamedTuple):
    """A field in the head of a sheet; without a value, a line to write on."""

    label: str
    value: str = ""


class BlankPlayer(NamedTuple):
    """A player, or the place of one: the number of the column in quick entry, and the name if known."""

    number: int
    name: str = ""


class BlankSheet(NamedTuple):
    """An empty written sheet of one table."""

    title: str
    table: str  # its number; "": to be written by hand
    fields: tuple[BlankField, ...]
    players: tuple[BlankPlayer, ...]  # one for each place
    hands: int
    legend: Legend
    below: tuple[str, ...] = ()  # the heads of further rows below the sums
    double_round: bool = False  # one more line for each player; these count double


def render_blank_sheets(blanks: Iterable[BlankSheet], title: str, look: Mapping[str, Any]) -> bytes:
    """Return empty sheets, one table after the other, as a PDF; `look`: of the club. Raise TooBusy and TooMuchWork."""
    words = {
        "number": _("No."),
        "table": _("Table"),
        "dealer": _("Dealer"),
        "game": _("Game"),
        "player": _("Player"),
        "result": _("Result"),
        "points": _("Points"),
        "tricks": _("or tricks"),
        "kontra": _("Kontra"),
        "radl": _("Radl"),
        "remark": _("Remark"),
        "sum": _("Sum"),
        "signature": _("Signature"),
    }
    sheets = [
        {
            **blank._asdict(),
            "pages": [
                list(lines)
                for lines in split_pages(blank.hands, len(blank.players), len(blank.players) * blank.double_round)
            ],
            "explanations": list_explanations(blank),
        }
        for blank in blanks
    ]
    return render_paper("scoring/reports/printing/blank_sheet", title, {**look, "sheets": sheets, "words": words})


def split_pages(hands: int, players: int, doubles: int = 0) -> Iterator[range]:
    """Yield the line numbers on each page: whole rounds of deals, equally many on each page.

    The numbers of a double round continue after the last hand.
    """
    rounds = -(-hands // players)
    count = -(-rounds // _ROUNDS)
    while count < rounds and rounds // count * players + doubles > _LINES:
        count += 1
    first = 0
    for page in range(count):
        last = hands + doubles if page == count - 1 else min(hands, -(-rounds * (page + 1) // count) * players)
        yield range(first + 1, last + 1)
        first = last


def list_explanations(blank: BlankSheet) -> Sequence[str]:
    """Return the explanations of the symbols for the boxes, as quick entry reads them: only those in the rules."""
    legend = blank.legend
    who = [_("13 means player 1 with player 3"), *((_("1a alone"),) if legend.alone else ())]
    who += [_("1t king in the talon")] if legend.king_lies else []
    result = [_("+ won"), _("− lost"), *((_("x conceded"),) if legend.concedes else ())]
    premiums = [_("x silent"), _("! announced"), _("!− announced and lost"), _("g before it: the opponents")]
    premiums += [_("/k with Kontra")] if legend.premium_kontras else []
    played = ". ".join((_format_explanation(_("Player"), who), _format_explanation(_("Result"), result)))
    return (
        played + ".",
        _format_explanation(_("Premiums"), premiums) + ".",
        _("A hand that counts nothing: 0. The same dealer deals again: =. Every line adds up to 0."),
        *((_("×2: the double round after the gong; each deal counts double."),) if blank.double_round else ()),
    )


def _format_explanation(head: str, signs: Sequence[str]) -> str:
    return f"{head}: {', '.join(signs)}"


ROUNDS = 4  # default number of rounds of deals on a sheet


PrintFile = tuple[bytes, str]  # a PDF, and its name without the extension


def print_table_zettel(table: GameTable) -> PrintFile:
    """Return the Speiszettel of a table."""
    return print_zettel(build_table_zettel(table, get_current_language()), build_look(table.club))


def print_zettel(zettel: Zettel, look: Mapping[str, Any] = MappingProxyType({})) -> PrintFile:
    """Return a Speiszettel as PDF; `look`: of the club whose table has it."""
    zettel = arrange_for_paper(zettel, get_current_language())
    source = ": ".join((_("Source"), ", ".join(filter(None, (zettel.source, zettel.ref)))))
    about = " – ".join(filter(None, (zettel.version, source, zettel.evidence)))
    sections = [section for section in zettel.sections if section.rows]
    data = {**look, "legend": zettel.legend, "sections": sections}
    title = " – ".join((zettel.name, _("Speiszettel")))
    content = render_paper("scoring/reports/printing/speiszettel", title, data, foot=zettel.name, about=about)
    return content, " ".join((_("Speiszettel"), zettel.name))


def print_sheet_blank(shown: ShownSheet, players: int | None, hands: int | None) -> PrintFile:
    """Return an empty written sheet; None for the usual number of players or hands."""
    players = min(max(players or FEWEST_PLAYERS, FEWEST_PLAYERS), MOST_PLAYERS)
    fields = (
        BlankField(_("Date")),
        BlankField(_("A point")),
        BlankField(_("First dealer")),
        BlankField(_("Started at")),
        BlankField(_("Ended at")),
    )
    seats = tuple(BlankPlayer(number) for number in range(1, players + 1))
    return _print_blank(
        BlankSheet(
            shown.zettel.name,
            "",
            fields,
            seats,
            _choose_hand_count(hands, players),
            build_legend(shown.sheet, shown.zettel),
        ),
        {},
    )


def print_table_blank(table: GameTable, hands: int | None, reader: Reader) -> PrintFile:
    """Return the empty written sheet of an evening's table, with the names of its players."""
    players = load_table_players([table], reader)[table.pk]
    rules = parse_sheet(table.sheet_version).names[get_current_language().startswith("en")]
    fields = build_sheet_fields(table, players, rules, load_agreed(table).rate)
    hands = _choose_hand_count(hands, len(players))
    blank = BlankSheet(table.club.name, "", fields, players, hands, build_table_legend(table))
    return _print_blank(blank, build_look(table.club))


def _choose_hand_count(hands: int | None, players: int) -> int:
    """Return the number of lines; by default sixteen for four players, twenty for five."""
    return min(max(hands or ROUNDS * players, players), MOST_HANDS)


def _print_blank(blank: BlankSheet, look: Mapping[str, Any]) -> PrintFile:
    title = " ".join((_("Empty score sheet"), blank.title))
    return render_blank_sheets([blank], title, look), title


def build_table_legend(table: GameTable) -> Legend:
    """Return the legend of a table's house rules."""
    return build_legend(parse_sheet(table.sheet_version), build_table_zettel(table, get_current_language()))


def list_sheet_players(rows: Iterable[Seated], reader: Reader) -> tuple[BlankPlayer, ...]:
    """Return the current players of a table, in the order of the places; numbered as in quick entry."""
    seats = sorted((seat for seat in build_seats(rows, reader) if seat.until is None), key=lambda seat: seat.place)
    return tuple(BlankPlayer(seat.place + 1, seat.names[-1][1]) for seat in seats)


def load_table_players(tables: Sequence[GameTable], reader: Reader) -> dict[int, tuple[BlankPlayer, ...]]:
    """Return the current players of several tables; one query."""
    rows: dict[int, list[Seated]] = {table.pk: [] for table in tables}
    for row in list_seated(tables):
        rows[row.sitting.table_id].append(row)
    return {table: list_sheet_players(seated, reader) for table, seated in rows.items()}


def find_first_dealer(table: GameTable, players: Sequence[BlankPlayer]) -> str:
    """Return the first dealer: the player before the first forehand; at an evening's table only before the first hand.

    The sheet of a tournament's table is that of the whole round, whenever it is printed.
    """
    if (table.last_sequence and not table.clock) or not players:
        return ""
    places = [player.number - 1 for player in players]
    if table.first_forehand not in places:
        return ""
    return players[places.index(table.first_forehand) - 1].name


def build_sheet_fields(
    table: GameTable, players: Sequence[BlankPlayer], rules: str, rate: int
) -> tuple[BlankField, ...]:
    """Return the head of a table's sheet; `rate`: cents per point, 0 if it is played for points."""
    return (
        BlankField(_("Date"), format_day(convert_to_local(table.started).date())),
        BlankField(_("House rules"), rules),
        *((BlankField(_("A point"), format_cents(rate)),) if rate else ()),
        BlankField(_("First dealer"), find_first_dealer(table, players)),
        BlankField(_("Started at")),
        BlankField(_("Ended at")),
    )
