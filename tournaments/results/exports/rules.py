"""The settings and house rules of a tournament."""

from collections.abc import Iterator

from django.utils.translation import gettext as _

from scoring.reports.exports.data import convert_to_local
from scoring.reports.exports.house_rules import build_sheet_rows
from tarockclub.kit.days import format_day
from tarockclub.kit.time_source import now
from tarockclub.kit.xlsx.cells import HEAD, MOMENT, Cell, build_text_cell
from tournaments.core.sealed_rows import format_head
from tournaments.hall.setup.setting_kinds import Text
from tournaments.hall.setup.setting_table import BY_NAME
from tournaments.results.exports.data import TournamentData
from tournaments.results.exports.schema import ExportColumn, ExportTable, Row, build_export_table

# The settings in the order of the rows; others come behind those of _FIRST, and _LAST behind the house rules.
_FIRST = (
    *("rounds", "round_seconds", "hand_in_play", "double_round", "double_only_last", "hands"),
    *("start", "replacement", "forgives_debt", "replaced_last", "stake"),
    *("place_points", "kontra", "rate", "donation", "team_size", "fee", "reduced", "scope", "choosers"),
)
_LAST = ("round_criteria", "overall_criteria")


def build_rules_table(data: TournamentData) -> ExportTable:
    """Build the columns: the rule, and what was agreed."""
    columns = (ExportColumn("what", _("What"), width=34), ExportColumn("how", _("How"), width=90))
    return build_export_table(data.tournament.name, "rules", _("House rules"), columns)


def build_rule_rows(data: TournamentData) -> Iterator[Row]:
    """Yield everything that decides a result, as it was set."""
    tournament = data.tournament
    yield from _build_rows(
        (_("Club"), tournament.club.name), (_("Tournament"), tournament.name), (_("Day"), format_day(tournament.day))
    )
    names = dict.fromkeys((*_FIRST, *BY_NAME))
    yield from _build_rows(
        *(row for name in names if name not in _LAST for row in BY_NAME[name].list_pairs(data.settings))
    )
    yield from build_sheet_rows(tournament.sheet_version, data.language)
    yield from _build_rows(*(row for name in _LAST for row in BY_NAME[name].list_pairs(data.settings)))
    last = tournament.acts.order_by("sequence").last()
    yield from _build_rows((_("Head of the log"), format_head(last) if last is not None else ""))
    yield build_text_cell(_("Created on"), HEAD), Cell(convert_to_local(now()), MOMENT)


def _build_rows(*pairs: tuple[Text, Text]) -> Iterator[Row]:
    for what, how in pairs:
        yield build_text_cell(str(what), HEAD), build_text_cell(str(how))
