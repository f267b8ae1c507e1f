"""The data of the rules pages: a Speiszettel, two compared, printed, by chosen options, as a menu; the words."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, NamedTuple

from django.http import QueryDict
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from scoring.book.ledger.sheet_versions import parse_sheet
from scoring.book.sheet_library import (
    VERSION_SIGN,
    build_version,
    find_readable_version,
    list_readable_sheets,
)
from scoring.engine.house_rules.library import BUILT_IN, load_built_in
from scoring.engine.house_rules.loader import Rules, is_same_in_meaning, is_same_with_options
from scoring.engine.house_rules.paper_facts import Fact, PaperPlace, SheetPaper, format_states
from scoring.engine.house_rules.sheet import Sheet, TrischakenRow
from scoring.engine.texts import pick_language
from scoring.engine.texts.rules import EVIDENCE
from scoring.engine.texts.words import KONTRAS
from scoring.models import GameTable, OwnSheetVersion
from scoring.sheets.house_rules.speiszettel.build import build_pinned_zettel, build_rules_zettel
from scoring.sheets.house_rules.speiszettel.contracts import FOREHAND
from scoring.sheets.house_rules.speiszettel.sections import OPEN_MARK, RuleRow, Zettel, compare_zettels
from scoring.table.entry.script_data import NEGATIVE, PREMIUMS, find_group, find_motif
from tarockclub.kit.amounts import format_signed_points
from tarockclub.kit.days import format_day

HAND_COUNTS = (12, 16, 20, 24, 30, 32, 40)  # of an empty written sheet
MOST_WORDS = 40  # more switches than all sheets together have
ROWS = {"contracts": "contract", "premiums": "premium", "groups": "group", "options": "option"}  # called by their names
ASIDES = {
    "reminders": ("reminder", gettext_lazy("Reminder")),
    "readings": ("reading", gettext_lazy("Our reading")),
    "gaps": ("gap", gettext_lazy("No entry for it")),
}
EVERY = "*"
# The sheets of cups, and those that only tournaments play by; the others are played in rounds.
_CUPS = frozenset(
    (
        *("oberoesterreich_2023", "oesterreich_finale_2021", "sauwald_2019", "wien_2020"),
        *("kaernten_2023", "steiermark_2017", "tirol_2020"),
    )
)
_TOURNAMENTS = frozenset(("zwanzigerrufen", "zwanzigerrufen_hksw", "skoty-trophy"))
PaperLink = tuple[str, str]  # the name of a rule, and its address; "": it has no place on a page


class RulesSummary(NamedTuple):
    """A sheet in the list."""

    id: str
    name: str
    games: int
    premiums: int
    bare_name: str = ""  # without how its rules are known
    seal: str = ""  # how its rules are known; "": from the printed sheet itself


class RuleSwitch(NamedTuple):
    """An option of a sheet as a checkbox."""

    value: str  # in the address
    name: str
    on: bool


class ShownSheet(NamedTuple):
    """House rules on a page: their word in addresses ("": none), in words, as they are played, with their options."""

    word: str
    zettel: Zettel
    sheet: Sheet
    rules: Rules | None = None  # None: the options are decided for good
    chosen: dict[str, bool] = {}  # noqa: RUF012 -- never written; what the address says of the options


def list_summaries(language: str, club: int | None) -> list[RulesSummary]:
    """Return the sheets that are offered to people of a club (None: of no club)."""
    sheets = list_readable_sheets(club)
    return [_summarize(sheet, english=language.startswith("en")) for sheet in sheets]


def _summarize(sheet: Sheet, *, english: bool) -> RulesSummary:
    name, seal = sheet.names[english], EVIDENCE[sheet.evidence][english] if sheet.evidence else ""
    bare = name.removesuffix(f" ({seal})")
    return RulesSummary(sheet.id, name, len(sheet.contracts), len(sheet.premiums), bare, seal if bare != name else "")


def group_summaries(summaries: Sequence[RulesSummary]) -> list[tuple[str, list[RulesSummary]]]:
    """Return the sheets under a heading each: a club's own, rounds, cups, tournaments."""
    groups = {
        _("Own house rules"): [summary for summary in summaries if summary.id not in BUILT_IN],
        _("Rounds"): [summary for summary in summaries if summary.id in {*BUILT_IN} - _CUPS - _TOURNAMENTS],
        _("Cups"): [summary for summary in summaries if summary.id in _CUPS],
        _("Tournaments"): [summary for summary in summaries if summary.id in _TOURNAMENTS],
    }
    return [(heading, group) for heading, group in groups.items() if group]


def parse_rule_switches(query: QueryDict, rules: Rules) -> dict[str, bool]:
    """Return the settings of these rules' options from an address; empty if the address does not set them.

    `set=standard&on=standard.zwiccolo_bei`: this option of the sheet `standard` is on, all others are off.
    """
    sheet_id = rules.table["id"]
    if sheet_id not in query.getlist("set")[:MOST_WORDS]:
        return {}
    on = query.getlist("on")[:MOST_WORDS]
    chosen = {name: f"{sheet_id}.{name}" in on for name in rules.defaults}
    while (
        clash := rules.build_sheet().find_clash(chosen)
    ) is not None:  # an address may contain both: the second counts
        chosen[clash[0].id] = False
    return chosen


def list_sheet_switches(sheet: Sheet, chosen: dict[str, bool], language: str) -> list[RuleSwitch]:
    """Return the options of a sheet in one of its versions."""
    return [
        RuleSwitch(
            f"{sheet.id}.{option.id}",
            option.name_en if language.startswith("en") else option.name,
            chosen.get(option.id, option.default),
        )
        for option in sheet.options.values()
    ]


def load_shown(query: QueryDict, word: str, club: int | None, language: str) -> ShownSheet | None:
    """Return the house rules that a word names, with the options as the address sets them; None: not to be read."""
    version = None if word in BUILT_IN else find_readable_version(word, club)
    rules = load_built_in(word) if version is None else build_version(version.table)
    if rules is None:
        return None
    chosen = parse_rule_switches(query, rules)
    zettel = build_rules_zettel(rules, chosen, language)
    if version is not None:
        zettel = zettel._replace(version=_format_version(version))
    if VERSION_SIGN in word:
        number = _("Version %(number)s") % {"number": word.partition(VERSION_SIGN)[2]}
        zettel = zettel._replace(name=f"{zettel.name} ({number})")
    return ShownSheet(word, zettel, rules.build_sheet(chosen), rules, chosen)


def _format_version(version: OwnSheetVersion) -> str:
    day = format_day(version.at)
    return _("Version %(number)s of %(day)s") % {"number": version.number, "day": day}


def load_table_shown(table: GameTable, language: str) -> ShownSheet:
    """Return the house rules that a table plays by."""
    return ShownSheet("", build_table_zettel(table, language), parse_sheet(table.sheet_version))


def build_table_zettel(table: GameTable, language: str) -> Zettel:
    """Return the Speiszettel of a table's pinned rules."""
    return build_pinned_zettel(table.sheet_version.text, language)


def build_zettel_context(zettel: Zettel) -> dict[str, Any]:
    """Return the template context of a Speiszettel, without empty sections."""
    sections = [section for section in zettel.sections if section.rows]
    return {"zettel": zettel, "sections": sections, "hand_counts": HAND_COUNTS}


def build_comparison_context(left: ShownSheet, right: ShownSheet, *, only: bool) -> dict[str, Any]:
    """Return the template context of two compared sheets; `only`: just the differences."""
    both = compare_zettels(left.zettel, right.zettel)
    pairs = [(section, section.differing if only else section.pairs) for section in both]
    legends = (left.zettel.legend, right.zettel.legend)
    return {
        "left": left,
        "right": right,
        "only": only,
        "open": next((sign for legend in legends for sign in legend if sign[0] == OPEN_MARK), None),
        "compared": [(section, rows) for section, rows in pairs if rows],
        "count": sum(len(section.differing) for section in both),
        "is_same": _is_same(left, right),
    }


def _is_same(left: ShownSheet, right: ShownSheet) -> bool:
    """Say whether two sheets mean the same: whole, or as the address sets their options."""
    if left.rules is None or right.rules is None or left.chosen or right.chosen:
        return is_same_in_meaning(left.sheet, right.sheet)
    return is_same_with_options(left.rules, right.rules)


class ShownFact(NamedTuple):
    """A fact in one language; `rules`: on pages, `sources`: in the source of the program."""

    id: str
    states: str
    text: str
    rules: tuple[PaperLink, ...]
    sources: tuple[str, ...]


class Reader:
    """The rules on the pages of a printed sheet's sheets, by the keys of the sheet files."""

    def __init__(self, paper: SheetPaper, language: str) -> None:
        self._first = paper.sheets[0]
        self.zettels = {sheet: _build_zettel(sheet, language) for sheet in paper.sheets}
        self._rows = {sheet: zettel.map_rows() for sheet, zettel in self.zettels.items()}

    def find_link(self, place: PaperPlace) -> PaperLink:
        """Return the link to the rule that a key of a sheet file means."""
        section, _dot, rest = place.key.partition(".")
        entry = rest.partition(".")[0]
        name, anchor = self._name_rule(place.sheet, section, entry)
        if place.sheet != self._first:
            name = f"{name} ({self.zettels[place.sheet].name})"
        return name, f"{reverse('sheet', args=[place.sheet])}#{anchor}" if anchor else ""

    def _name_rule(self, sheet: str, section: str, entry: str) -> tuple[str, str]:
        if entry == EVERY:
            return next(part.title for part in self.zettels[sheet].sections if part.id == section), section
        if section in ASIDES:
            prefix, label = ASIDES[section]
            return str(label), f"{prefix}-{entry}"
        row = self._rows[sheet].get(f"{ROWS[section]}-{entry}" if section in ROWS else section)
        return (section, "") if row is None else (row.name, row.anchor)


def _build_zettel(sheet: str, language: str) -> Zettel:
    rules = load_built_in(sheet)
    if rules is None:
        raise LookupError(sheet)
    return build_rules_zettel(rules, {}, language)


def build_paper_context(paper: SheetPaper, language: str) -> dict[str, Any]:
    """Return the template context of the page."""
    reader = Reader(paper, language)
    paragraphs = [(row, [_build_fact(fact, reader, language) for fact in row.facts]) for row in paper.paragraphs]
    return {
        "title": pick_language(paper.titles, language),
        "paragraphs": paragraphs,
        "sheets": [(sheet, zettel.name) for sheet, zettel in reader.zettels.items()],
    }


def _build_fact(fact: Fact, reader: Reader, language: str) -> ShownFact:
    sources = tuple(f"{place.file}: {place.name}" if place.name else place.file for place in fact.where if place.file)
    texts = format_states(fact, language), pick_language(fact.texts, language)
    return ShownFact(fact.id, *texts, tuple(_list_links(fact.where, reader)), sources)


def _list_links(places: tuple[PaperPlace, ...], reader: Reader) -> Iterator[PaperLink]:
    """Yield the rules of a fact that have a place on a page, each once."""
    links = dict.fromkeys(reader.find_link(place) for place in places if place.key)
    yield from ((name, href) for name, href in links if href)


SMALL = ("deal", "auction", "trick", "points", "settle", "concede", "bei", "renonce", "hoch", "point", "pagatkassa")


class Dish(NamedTuple):
    """One line of a menu."""

    name: str
    amounts: tuple[str, ...]
    sign: str = ""
    aside: str = ""
    is_open: bool = False  # the printed sheet leaves it open


def build_menu(zettel: Zettel, sheet: Sheet, language: str) -> dict[str, Any]:
    """Return what stands on the menu of a Speiszettel, as the context of its template."""
    rows, asides = zettel.map_rows(), Counter[str]()
    positive, negative = list[Dish](), list[Dish]()
    for contract in sheet.contracts.values():
        row = rows[f"contract-{contract.id}"]
        asides[row.aside] += 1
        words = [_("forehand only")] if FOREHAND in row.marks else []
        words += [row.aside] if asides[row.aside] == 1 else []  # what several games ask for is said once
        dishes = negative if find_group(contract) == NEGATIVE else positive
        dishes.append(_build_dish(row, find_motif(contract), " · ".join(words)))
    most = max((contract.game.kontra for contract in sheet.contracts.values() if not sheet.coins), default=1)
    return {
        "positive": positive,
        "negative": negative,
        "premiums": [_build_dish(rows[f"premium-{name}"], PREMIUMS.get(name, "star")) for name in sheet.premiums],
        "cases": list(_build_cases(zettel, (*sheet.trischaken.rows, *sheet.trischaken.renonce))),
        "kontras": [(factor, pick_language(names, language)) for factor, names in KONTRAS.items() if factor <= most],
        "kontra": rows.get("kontra"),
        "radl": rows.get("radl"),
        "small": [(rows[rule].name, rows[rule].notes[0]) for rule in SMALL if rule in rows],  # the rest stands below
    }


def _build_dish(row: RuleRow, sign: str, aside: str = "") -> Dish:
    return Dish(row.name, row.cells, sign, aside, OPEN_MARK in row.marks)


def _build_cases(zettel: Zettel, cases: Iterable[TrischakenRow]) -> Iterator[Dish]:
    """Yield the cases of Trischaken with what the first pays in all, or place by place what each pays and gets."""
    section = next(section for section in zettel.sections if section.id == "trischaken-cases")
    rows = (row for row in section.rows if row.cells)
    for row, case in zip(rows, cases, strict=False):  # some follow that cannot be
        first, second, third, fourth = case.places
        if second == third == fourth:
            yield Dish(row.name, (format_signed_points(first),))
        elif first == second and third == fourth:
            yield Dish(row.name, (_("%(points)s each") % {"points": format_signed_points(first)},))
        else:
            yield Dish(row.name, (" / ".join(map(format_signed_points, case.places)),))
