"""The settings and house rules of a tournament."""

from collections.abc import Iterator

from django.utils.translation import gettext as _

from scoring.reports.exports.data import convert_to_local
from scoring.reports.exports.house_rules import build_sheet_rows
from tarockclub.kit.amounts import format_bare_cents
from tarockclub.kit.days import format_day
from tarockclub.kit.time_source import now
from tarockclub.kit.xlsx.cells import HEAD, MOMENT, Cell, build_text_cell
from tournaments.core.sealed_rows import format_head
from tournaments.core.settings import TABLE, TOURNAMENT
from tournaments.hall.setup.messages import CRITERIA_WORDS, KONTRA
from tournaments.results.exports.data import TournamentData
from tournaments.results.exports.schema import ExportColumn, ExportTable, Row, build_export_table


def build_rules_table(data: TournamentData) -> ExportTable:
    """Build the columns: the rule, and what was agreed."""
    columns = (ExportColumn("what", _("What"), width=34), ExportColumn("how", _("How"), width=90))
    return build_export_table(data.tournament.name, "rules", _("House rules"), columns)


def build_rule_rows(data: TournamentData) -> Iterator[Row]:
    """Yield everything that decides a result, as it was set."""
    tournament, settings = data.tournament, data.settings
    for what, how in _format_settings(data):
        yield build_text_cell(what, HEAD), build_text_cell(how)
    yield from build_sheet_rows(tournament.sheet_version, data.language)
    for what, criteria in (
        (_("Ranking of a round"), settings.round_criteria),
        (_("Overall ranking"), settings.overall_criteria),
    ):
        yield (
            build_text_cell(what, HEAD),
            build_text_cell("; ".join(str(CRITERIA_WORDS.get(name, name)) for name in criteria)),
        )
    last = tournament.acts.order_by("sequence").last()
    yield build_text_cell(_("Head of the log"), HEAD), build_text_cell(format_head(last) if last is not None else "")
    yield build_text_cell(_("Created on"), HEAD), Cell(convert_to_local(now()), MOMENT)


def _format_settings(data: TournamentData) -> Iterator[tuple[str, str]]:
    tournament, settings = data.tournament, data.settings
    minutes, seconds = divmod(settings.round_seconds, 60)
    yield _("Club"), tournament.club.name
    yield _("Tournament"), tournament.name
    yield _("Day"), format_day(tournament.day)
    yield _("Rounds"), str(settings.rounds or _("any number"))
    if settings.round_seconds:
        yield _("Length of a round"), f"{minutes}:{seconds:02} min"
        yield _("A hand in play may be finished after the gong"), _format_yes(settings.hand_in_play)
        yield _("Double round after the gong"), _format_yes(settings.double_round)
    if settings.double_round and settings.double_only_last:
        yield _("The double round is played only in the last round (§6)"), _format_yes(on=True)
    if settings.hands:
        yield _("Hands per round, at tables of four, five and six"), ", ".join(map(str, settings.hands))
    if settings.start:
        yield _("Starting capital"), format_bare_cents(settings.start)
        yield _("Replacement capital (§4)"), format_bare_cents(settings.replacement or settings.start)
        yield _("What was lost beyond the capital is forgiven (§4)"), _format_yes(settings.forgives_debt)
        yield _("Replaced players share the last rank and choose no prize (§4)"), _format_yes(settings.replaced_last)
        yield _("Stake for a point"), format_bare_cents(settings.stake)
    for row in settings.place_points:
        yield _("Place points at a table of %(players)s") % {"players": len(row)}, "/".join(map(str, row))
    if settings.kontra is not None:
        yield _("Kontra on the written score"), str(dict(KONTRA).get(str(settings.kontra), settings.kontra))
    if settings.rate:
        yield _("Money per point"), f"€ {format_bare_cents(settings.rate)}"
        yield _("Donation box for what kontra costs beyond that"), _format_yes(settings.donation)
    if settings.team_size:
        yield _("Players per team"), str(settings.team_size)
    once = settings.fee_per == TOURNAMENT
    yield (
        _("Entry fee for the tournament") if once else _("Entry fee for each round"),
        f"€ {format_bare_cents(settings.fee)}",
    )
    for category, cents in settings.reduced:
        yield _("Entry fee: %(category)s") % {"category": category}, f"€ {format_bare_cents(cents)}"
    yield _("A round is ranked"), _("table by table") if settings.scope == TABLE else _("across all tables")
    yield _("Players who choose a prize"), str(settings.choosers)


def _format_yes(on: bool) -> str:
    return _("yes") if on else _("no")
