"""An evening that is looked at before it is brought in: every line in words, with what it pays and where all stand."""

from collections import Counter
from typing import NamedTuple

from django.utils.translation import gettext as _

from scoring.engine.hand.explain import formula
from scoring.engine.hand.story import hand_story
from scoring.engine.house_rules.library import built_in
from scoring.engine.texts import pick_language
from scoring.imports.chosen_rules import House
from scoring.imports.messages import LineProblem, format_problem
from scoring.imports.replay import BAD, HAND, REDEAL, VOID, ReplayedEvening, ReplayedLine

MOST_PROBLEMS = 5  # problems of a line


class PlayerCell(NamedTuple):
    """What a player got in a hand, and where he stands then; sixths."""

    paid: int
    total: int


class ReportLine(NamedTuple):
    """A line as the page shows it."""

    line: int
    what: str
    name: str  # who played what and how it went
    formula: str
    dealer: str
    radl: int
    by_hand: str  # what its record says otherwise than the deals before it
    cells: tuple[PlayerCell, ...]  # by place
    problems: tuple[LineProblem, ...]
    more: int  # problems that are not told


class ImportReport(NamedTuple):
    """What a text would bring in."""

    rows: tuple[ReportLine, ...]
    hands: int
    voids: int
    redeals: int
    bad: tuple[ReportLine, ...]
    totals: tuple[int, ...]
    written: tuple[int, ...]  # empty where it is the same
    sheet: str
    switches: tuple[str, ...]  # of the house rules, that are on


def build_report(evening: ReplayedEvening, names: tuple[str, ...], language: str) -> ImportReport:
    """The whole evening in words."""
    rows = tuple(_build_report_line(one, names, language) for one in evening.said)
    counted = Counter(one.what for one in evening.said)
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
    """The name of a sheet, and of its switches that are on."""
    rules = built_in(house.sheet)
    if rules is None:
        return house.sheet, ()
    sheet = rules.sheet(house.options)
    on = (sheet.options[name] for name, is_on in house.options.items() if is_on)
    return pick_language((sheet.name, sheet.name_en), language), tuple(
        pick_language((one.name, one.name_en), language) for one in on
    )


def _build_report_line(one: ReplayedLine, names: tuple[str, ...], language: str) -> ReportLine:
    before, score = one.before, one.score
    problems = tuple(format_problem(problem, language) for problem in one.problems[:MOST_PROBLEMS])
    cells = [PlayerCell(now - was, now) for was, now in zip(before.totals, one.after.totals, strict=True)]
    return ReportLine(
        one.line,
        one.what,
        _format_name(one, names, language),
        formula(score) if score is not None else "",
        names[before.dealer] if one.what != BAD else "",
        (one.radl_set or before.radl) if one.what == HAND else 1,
        _format_by_hand(one, names),
        tuple(cells),
        problems,
        len(one.problems) - len(problems),
    )


def _format_name(one: ReplayedLine, names: tuple[str, ...], language: str) -> str:
    if one.score is not None and one.record is not None:
        at_table = tuple(names[place] for place in one.before.active)
        return hand_story(one.record, one.score.sheet, at_table, language, one.score)
    return {VOID: _("Void: everybody gets 0"), REDEAL: _("Redeal: the same dealer again")}.get(one.what, "")


def _format_by_hand(one: ReplayedLine, names: tuple[str, ...]) -> str:
    """What is set by hand in a line."""
    said = [_("forehand set by hand: %(name)s") % {"name": names[one.before.forehand]}] if one.forehand_set else []
    if one.radl_set is not None:
        said.append(_("counts ×%(times)s, set by hand") % {"times": one.radl_set})
    return "; ".join(said)
