"""By which settings and house rules a tournament was played."""

from collections.abc import Iterator
from decimal import Decimal

from django.utils import formats
from django.utils.translation import gettext as _

from scoring.exports.data import local
from scoring.exports.house_rules import sheet_rows
from scoring.xlsx.cells import HEAD, MOMENT, Cell, text
from tarockclub.time_source import now
from tournaments.exports.data import Gathered
from tournaments.exports.schema import Column, Row, Table
from tournaments.sealed_rows import head_of
from tournaments.settings import TABLE
from tournaments.setup.messages import CRITERIA_WORDS, KONTRA


def rules_table(told: Gathered) -> Table:
    """Its columns: what it is, and how it was agreed."""
    columns = (Column("what", _("What"), width=34), Column("how", _("How"), width=90))
    title = _("House rules")
    return Table("rules", title, f"{told.tournament.name} – {title}", columns)


def rule_rows(told: Gathered) -> Iterator[Row]:
    """Everything that decides a result, as it was set."""
    tournament, settings = told.tournament, told.settings
    for what, how in _set(told):
        yield text(what, HEAD), text(how)
    yield from sheet_rows(tournament.sheet_version, told.language)
    for what, criteria in (
        (_("Ranking of a round"), settings.round_criteria),
        (_("Overall ranking"), settings.overall_criteria),
    ):
        yield text(what, HEAD), text("; ".join(str(CRITERIA_WORDS.get(name, name)) for name in criteria))
    last = tournament.acts.order_by("sequence").last()
    yield text(_("Head of the log"), HEAD), text(head_of(last) if last is not None else "")
    yield text(_("Created on"), HEAD), Cell(local(now()), MOMENT)


def _set(told: Gathered) -> Iterator[tuple[str, str]]:
    tournament, settings = told.tournament, told.settings
    minutes, seconds = divmod(settings.round_seconds, 60)
    yield _("Club"), tournament.club.name
    yield _("Tournament"), tournament.name
    yield _("Day"), str(formats.date_format(tournament.day, "DATE_FORMAT"))
    yield _("Rounds"), str(settings.rounds or _("any number"))
    if settings.round_seconds:
        yield _("Length of a round"), f"{minutes}:{seconds:02} min"
        yield _("A hand in play may be finished after the gong"), _yes(settings.hand_in_play)
        yield _("Double round after the gong"), _yes(settings.double_round)
    if settings.hands:
        yield _("Hands per round, at tables of four, five and six"), ", ".join(map(str, settings.hands))
    if settings.start:
        yield _("Starting capital"), _money(settings.start)
        yield _("Stake for a point"), _money(settings.stake)
    for row in settings.place_points:
        yield _("Place points at a table of %(players)s") % {"players": len(row)}, "/".join(map(str, row))
    if settings.kontra is not None:
        yield _("Kontra on the written score"), str(dict(KONTRA).get(str(settings.kontra), settings.kontra))
    if settings.rate:
        yield _("Money per point"), f"€ {_money(settings.rate)}"
        yield _("Donation box for what kontra costs beyond that"), _yes(settings.donation)
    if settings.team_size:
        yield _("Players per team"), str(settings.team_size)
    yield _("Entry fee for each round"), f"€ {_money(settings.fee)}"
    yield _("A round is ranked"), _("table by table") if settings.scope == TABLE else _("across all tables")
    yield _("Players who choose a prize"), str(settings.choosers)


def _yes(on: bool) -> str:
    return _("yes") if on else _("no")


def _money(cents: int) -> str:
    return str(formats.number_format(Decimal(cents) / 100, 2))
