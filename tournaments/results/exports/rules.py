"""The settings and house rules of a tournament."""

from collections.abc import Iterator
from datetime import datetime

from django.utils.translation import gettext as _

from scoring.reports.exports.house_rules import list_sheet_pairs
from tarockclub.kit.days import format_day
from tarockclub.kit.time_source import now
from tournaments.core.sealed_rows import format_head
from tournaments.hall.setup.setting_kinds import Text
from tournaments.hall.setup.setting_table import BY_NAME
from tournaments.results.exports.data import TournamentData

# The settings in the order of the rows; others come behind those of _FIRST, and _LAST behind the house rules.
_FIRST = (
    *("rounds", "round_seconds", "hand_in_play", "double_round", "double_only_last", "hands"),
    *("start", "replacement", "forgives_debt", "replaced_last", "stake"),
    *("place_points", "kontra", "rate", "donation", "team_size", "fee", "reduced", "scope", "choosers"),
)
_LAST = ("round_criteria", "overall_criteria")


def list_rule_pairs(data: TournamentData) -> Iterator[tuple[Text, Text | datetime]]:
    """Yield everything that decides a result, as it was set."""
    tournament = data.tournament
    yield _("Club"), tournament.club.name
    yield _("Tournament"), tournament.name
    yield _("Day"), format_day(tournament.day)
    names = dict.fromkeys((*_FIRST, *BY_NAME))
    yield from (row for name in names if name not in _LAST for row in BY_NAME[name].list_pairs(data.settings))
    yield from list_sheet_pairs(tournament.sheet_version, data.language)
    yield from (row for name in _LAST for row in BY_NAME[name].list_pairs(data.settings))
    last = tournament.acts.order_by("sequence").last()
    yield _("Head of the log"), format_head(last) if last is not None else ""
    yield _("Created on"), now()
