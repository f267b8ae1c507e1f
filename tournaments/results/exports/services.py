"""The export of a tournament: each book is read once, and all tables follow from it; jobs write it.

Memory use is small for any number of hands: a few books at a time, and a line for each player and round.
"""

from collections.abc import Callable, Iterator
from datetime import datetime
from pathlib import Path
from typing import NamedTuple

from django.utils import translation
from django.utils.translation import gettext as _

from scoring.reports.exports.evening_workbook import RULES, list_sheet_pairs
from tarockclub.kit.days import format_day
from tarockclub.kit.tables.table import OpenTable, TableWriter
from tarockclub.kit.time_source import now
from tarockclub.kit.words import get_current_language
from tarockclub.models import Job
from tarockclub.platform.jobs.runner import Beat, MadeFile, build_made_file, list_jobs, start_job
from tarockclub.platform.jobs.services import JobRequest
from tarockclub.platform.server import downloads
from tournaments.core.sealed_rows import format_head
from tournaments.hall.rounds.table_capital import Holder, build_rule, compute_capital_holders
from tournaments.hall.rulings.selectors import RULING_FILE, load_register
from tournaments.hall.setup.form_fields import Text
from tournaments.hall.setup.setting_table import BY_NAME
from tournaments.hall.standing.players import RoundProgress
from tournaments.hall.standing.standing import RoundStanding, Standings, compute_round
from tournaments.models import RoundTable, Tournament
from tournaments.people.registration.staff_views import REGISTRATION_FILE, list_registration_rows
from tournaments.results.cash.payment_views import PAYMENT_FILE, list_payments
from tournaments.results.exports.cash import (
    CASH,
    DONATIONS,
    ENTRIES,
    PRIZES,
    EntryPlace,
    list_entry_rows,
    list_prize_rows,
    list_table_places,
    write_cash,
    write_donations,
)
from tournaments.results.exports.data import TournamentData, load_exported_tables, load_tournament_data
from tournaments.results.exports.formats import FORMS, Frame
from tournaments.results.exports.rank_formulas import POINTS_TABLE, list_points_rows
from tournaments.results.exports.standing import (
    Round,
    build_overall_table,
    build_standing_table,
    build_teams_table,
    list_standing_rows,
    list_team_rows,
    list_total_rows,
)
from tournaments.results.exports.written_sheets import (
    SheetStay,
    build_hands_table,
    build_sheet_form,
    build_table_sheet,
    list_export_hands,
    list_stays,
)
from tournaments.results.team_standings.standing import load_team_standings

# The settings in the order of the rows; others come behind those of _FIRST, and _LAST behind the house rules.
_FIRST = (
    *("rounds", "round_seconds", "hand_in_play", "double_round", "double_only_last", "hands"),
    *("start", "replacement", "forgives_debt", "replaced_last", "stake"),
    *("place_points", "kontra", "rate", "donation", "team_size", "fee", "reduced", "scope", "choosers"),
)
_LAST = ("round_criteria", "overall_criteria")
ProgressCallback = Callable[[int], object]


class OpenTables(NamedTuple):
    """All opened tables and sheets, ready for their rows, in the order of the sheets."""

    overall: OpenTable
    teams: OpenTable | None  # where there are teams
    standings: dict[int, OpenTable]  # by number of the round
    entries: OpenTable
    payments: OpenTable
    sheets: dict[int, OpenTable | None]
    hands: OpenTable
    rulings: OpenTable
    prizes: OpenTable
    cash: OpenTable
    donations: OpenTable | None  # where there is a box
    points: OpenTable | None  # where there are place points
    registrations: OpenTable | None  # where somebody has registered before the day
    rules: OpenTable


def write_export(tournament: Tournament, form: str, language: str, target: Path, tell: ProgressCallback) -> None:
    """Write a tournament into a file, in the language that is active; `tell` hears how many tables are done."""
    about = {"tournament": tournament.name, "day": tournament.day.isoformat(), "club": tournament.club.name}
    foot = " – ".join((tournament.club.name, tournament.name, format_day(tournament.day)))
    data = load_tournament_data(tournament)
    out = FORMS[form].create_writer(Frame(about, foot, language.startswith("en"), data.in_parts, target.parent))
    write_tables(data, out, tell)
    with target.open("wb") as file:
        out.save(file)


def write_tables(data: TournamentData, out: TableWriter, tell: ProgressCallback = lambda _done: None) -> None:
    """Write all tables of a tournament; `tell` hears how many tables of players are done."""
    opened = _open_tables(data, out)
    standings, rounds = [], []
    for round_ in data.rounds:
        standing, played = _write_round(data, opened, round_, tell)
        if round_.started:
            standings.append(standing)
            rounds.append(played)
    whole = Standings(data.stand, data.people, tuple(standings), data.lots)
    opened.overall.write(list_total_rows(data, opened.overall.table, whole.totals, rounds))
    if opened.teams is not None:
        opened.teams.write(list_team_rows(data, opened.teams.table, load_team_standings(whole), rounds))
    opened.rulings.write(load_register(data.tournament))
    opened.prizes.write(list_prize_rows(whole))
    opened.payments.write(list_payments(data.tournament, is_once=False))
    write_cash(data, opened.cash, opened.entries, opened.prizes)
    opened.rules.write(_list_rule_pairs(data))
    if opened.donations is not None:
        write_donations(data, opened.donations)
    if opened.registrations is not None:
        opened.registrations.write(list_registration_rows(data.tournament).order_by("at", "pk").iterator())
    if opened.points is not None:
        opened.points.write(list_points_rows(data))


def _open_tables(data: TournamentData, out: TableWriter) -> OpenTables:
    numbers = [round_.number for round_ in data.rounds]
    started = [round_.number for round_ in data.rounds if round_.started]
    return OpenTables(
        overall=out.open(build_overall_table(data, started)),
        teams=out.open(build_teams_table(data, started)) if data.settings.team_size else None,
        standings={number: out.open(build_standing_table(data, number)) for number in numbers},
        entries=out.open(ENTRIES),
        payments=out.open(PAYMENT_FILE),
        sheets={number: out.begin_sheet(*build_sheet_form(data, number)) for number in numbers},
        hands=out.open(build_hands_table(data)),
        rulings=out.open(RULING_FILE),
        prizes=out.open(PRIZES),
        cash=out.open(CASH),
        donations=out.open(DONATIONS) if data.settings.donation else None,
        points=out.open(POINTS_TABLE) if data.settings.place_points else None,
        registrations=out.open(REGISTRATION_FILE) if data.tournament.applications.exists() else None,
        rules=out.open(RULES),
    )


def _write_round(
    data: TournamentData, opened: OpenTables, round_: RoundProgress, tell: ProgressCallback
) -> tuple[RoundStanding, Round]:
    """Write a round: its tables one after the other, then its standing and its entries."""
    holders: dict[int, tuple[Holder, ...]] = {}
    by_person: dict[int, list[SheetStay]] = {}
    places: dict[int, EntryPlace] = {}
    rule, sheet = build_rule(data.settings), opened.sheets[round_.number]
    for sat in load_exported_tables(round_):
        at_table = compute_capital_holders(sat.evening.book, sat.evening.seats, rule)
        # Of a course only the last state is kept for the whole round.
        holders[sat.table.game_table_id] = tuple(
            holder._replace(course=holder.course._replace(after=holder.course.after[-1:])) for holder in at_table
        )
        places |= list_table_places(sat)
        opened.hands.write(list_export_hands(sat))
        stays = list_stays(data, sat, at_table)
        if sheet is not None:  # formats with tables only have none
            lines, stays = build_table_sheet(data, sat, stays, sheet.next - 1)
            for line in lines:
                sheet.add(line)
            stays = tuple(stay.move_to_sheet(sheet.before) for stay in stays)
        if sat.table.counts:
            for stay in stays:
                by_person.setdefault(data.people.get_player(stay.seat.persons[-1][1]).person, []).append(stay)
        tell(1)
    standing = compute_round(data.stand, round_, holders, data.people, data.lots)
    table = opened.standings[round_.number]
    rows = list_standing_rows(data, table.table, standing, by_person, opened.points)
    numbers = {row.line.player.person: number for number, row in enumerate(rows, table.next)}
    table.write(rows)
    opened.entries.write(list_entry_rows(data, round_, places))
    return standing, Round(round_.number, numbers, table)


def _list_rule_pairs(data: TournamentData) -> Iterator[tuple[Text, Text | datetime]]:
    """Yield everything that decides a result, as it was set: the settings and house rules."""
    tournament = data.tournament
    yield _("Club"), tournament.club.name
    yield _("Tournament"), tournament.name
    yield _("Day"), format_day(tournament.day)
    names = dict.fromkeys((*_FIRST, *BY_NAME))
    yield from (row for name in names if name not in _LAST for row in BY_NAME[name].list_pairs(data.settings))
    yield from list_sheet_pairs(tournament.sheet_version, get_current_language())
    yield from (row for name in _LAST for row in BY_NAME[name].list_pairs(data.settings))
    last = tournament.acts.order_by("sequence").last()
    yield _("Head of the log"), format_head(last) if last is not None else ""
    yield _("Created on"), now()


# Exports are jobs (platform/jobs) of processes of their own, so that the site goes on answering. Each has the key of
# its form: resubmitting the form does not start a second export.


def start_export(tournament: Tournament, key: str, form: str, language: str) -> MadeFile:
    """Begin an export; the same key is the same export, and one that is being made already is not started again.

    Raises BusyError, and ValueError for an invalid key or form.
    """
    if form not in FORMS:
        raise ValueError(form)
    arguments: dict[str, str | int] = {"tournament": tournament.pk, "form": form, "language": language}
    about = _format_about(tournament, form)
    tables = RoundTable.objects.filter(round__tournament=tournament).exclude(round__draw=None).count()
    request = JobRequest(Job.Kind.EXPORT, key, about, arguments, tables)
    return _build_export(tournament, start_job(request, tournament.club_id))


def make_export(job: Job, target: Path, beat: Beat) -> None:
    """Write the file of an export, in its own process."""
    tournament = Tournament.everything.select_related("club", "sheet_version").get(pk=job.arguments["tournament"])
    language = job.arguments["language"]
    with translation.override(language):
        write_export(tournament, job.arguments["form"], language, target, beat.tell)


def find_export(tournament: Tournament, key: str) -> MadeFile | None:
    """Find an export of a tournament by its key."""
    job = list_jobs(Job.Kind.EXPORT, _list_abouts(tournament)).filter(key=key).first()
    return _build_export(tournament, job) if job else None


def list_exports(tournament: Tournament) -> list[MadeFile]:
    """Return the exports of a tournament that are still there, the latest first."""
    return [_build_export(tournament, job) for job in list_jobs(Job.Kind.EXPORT, _list_abouts(tournament))]


def _list_abouts(tournament: Tournament) -> list[str]:
    return [_format_about(tournament, form) for form in FORMS]


def _format_about(tournament: Tournament, form: str) -> str:
    return f"{tournament.pk} {form}"


def _build_export(tournament: Tournament, job: Job) -> MadeFile:
    # Day and tournament, in characters that any disk and header accepts.
    ending = FORMS[job.arguments["form"]].ending
    name = downloads.clean_file_name(f"{tournament.day.isoformat()} {tournament.name}", ending)
    return build_made_file(job, name)
