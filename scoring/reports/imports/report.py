"""The preview of an imported evening: every line in words, with its payouts and the totals after it."""

from collections import Counter
from typing import NamedTuple

from django.utils.translation import gettext as _

from scoring.book.sheet_library import find_rules
from scoring.engine.hand.explain import format_score_formula
from scoring.engine.hand.story import tell_hand
from scoring.engine.texts import pick_language
from scoring.reports.imports.chosen_rules import House
from scoring.reports.imports.messages import LineProblem, format_import_problem
from scoring.reports.imports.replay import BAD, HAND, REDEAL, VOID, ReplayedEvening, ReplayedLine

MOST_PROBLEMS = 5  # shown problems of a line


class ReportLine(NamedTuple):
    """A line as the page shows it."""

    line: int
    what: str
    name: str  # players, game and outcome
    formula: str
    dealer: str
    radl: int
    by_hand: str  # settings of its record that differ from the deals before it
    cells: tuple[tuple[int, int], ...]  # by place: the payout, and the total after it; sixths
    problems: tuple[LineProblem, ...]
    more: int  # problems that are not shown


class ImportReport(NamedTuple):
    """The content of a text to import."""

    rows: tuple[ReportLine, ...]
    hands: int
    voids: int
    redeals: int
    bad: tuple[ReportLine, ...]
    totals: tuple[int, ...]
    written: tuple[int, ...]  # empty if it is the same
    sheet: str
    switches: tuple[str, ...]  # names of the options that are on


def build_report(evening: ReplayedEvening, names: tuple[str, ...], language: str) -> ImportReport:
    """Return the whole evening in words."""
    rows = tuple(_build_report_line(line, names, language) for line in evening.said)
    counted = Counter(line.what for line in evening.said)
    after = evening.said[-1].after
    written = () if after.written == after.totals else after.written
    bad = tuple(row for row in rows if row.what == BAD)
    return ImportReport(
        rows,
        counted[HAND],
        counted[VOID],
        counted[REDEAL],
        bad,
        after.totals,
        written,
        *_format_rules(evening.house, language),
    )


def _format_rules(house: House, language: str) -> tuple[str, tuple[str, ...]]:
    """Return the name of a sheet, and of its options that are on."""
    rules = find_rules(house.sheet)
    if rules is None:
        return house.sheet, ()
    sheet = rules.build_sheet(house.options)
    on = (sheet.options[name] for name, is_on in house.options.items() if is_on)
    return pick_language((sheet.name, sheet.name_en), language), tuple(
        pick_language((option.name, option.name_en), language) for option in on
    )


def _build_report_line(line: ReplayedLine, names: tuple[str, ...], language: str) -> ReportLine:
    before, score = line.before, line.score
    problems = tuple(format_import_problem(problem, language) for problem in line.problems[:MOST_PROBLEMS])
    cells = [(now - was, now) for was, now in zip(before.totals, line.after.totals, strict=True)]
    return ReportLine(
        line.line,
        line.what,
        _format_name(line, names, language),
        format_score_formula(score) if score is not None else "",
        names[before.dealer] if line.what != BAD else "",
        (line.radl_set or before.radl) if line.what == HAND else 1,
        _format_by_hand(line, names),
        tuple(cells),
        problems,
        len(line.problems) - len(problems),
    )


def _format_name(line: ReplayedLine, names: tuple[str, ...], language: str) -> str:
    if line.score is not None and line.record is not None:
        at_table = tuple(names[place] for place in line.before.active)
        return tell_hand(line.record, line.score.sheet, at_table, language, line.score)
    return {VOID: _("Void: everybody gets 0"), REDEAL: _("Redeal: the same dealer again")}.get(line.what, "")


def _format_by_hand(line: ReplayedLine, names: tuple[str, ...]) -> str:
    """Return the settings made by hand in a line."""
    said = [_("forehand set by hand: %(name)s") % {"name": names[line.before.forehand]}] if line.forehand_set else []
    if line.radl_set is not None:
        said.append(_("counts ×%(times)s, set by hand") % {"times": line.radl_set})
    return "; ".join(said)
