"""The export of a tournament: each book is read once, and all tables follow from it; jobs write it.

Memory use is small for any number of hands: a few books at a time, and a line for each player and round.
"""

from collections.abc import Iterator
from datetime import datetime
from pathlib import Path

from django.utils import translation
from django.utils.translation import gettext as _

from scoring.reports.exports.evening_workbook import RULES, list_sheet_pairs
from tarockclub.kit.days import format_day
from tarockclub.kit.tables.table import TableWriter
from tarockclub.kit.time_source import now
from tarockclub.kit.words import get_current_language
from tarockclub.models import Job
from tarockclub.platform.jobs.runner import Beat, MadeFile, build_made_file, list_jobs, start_job
from tarockclub.platform.jobs.services import JobRequest
from tarockclub.platform.server import downloads
from tournaments.core.sealed_rows import format_head
from tournaments.hall.rulings.selectors import RULING_FILE, load_register
from tournaments.hall.setup.form_fields import Text
from tournaments.hall.setup.setting_table import BY_NAME
from tournaments.hall.standing.standing import Standings
from tournaments.models import RoundTable, Tournament
from tournaments.people.registration.staff_views import REGISTRATION_FILE, list_registration_rows
from tournaments.results.cash.payment_views import PAYMENT_FILE, iter_payments
from tournaments.results.exports.book import build_tournament_workbook
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
from tournaments.results.exports.data import ProgressCallback, RoundReader, TournamentData, load_tournament_data
from tournaments.results.exports.formats import FORMS, XLSX, CsvFiles, JsonText, Workbook, create_table_writer
from tournaments.results.exports.hands import build_hands_table, list_export_hands
from tournaments.results.exports.rank_formulas import POINTS_TABLE, list_points_rows
from tournaments.results.exports.standing import (
    build_overall_table,
    build_standing_table,
    build_teams_table,
    list_standing_rows,
    list_team_rows,
    list_total_rows,
)
from tournaments.results.team_standings.standing import load_team_standings

# The settings in the order of the rows; others come behind those of _FIRST, and _LAST behind the house rules.
_FIRST = (
    *("rounds", "round_seconds", "hand_in_play", "double_round", "double_only_last", "hands"),
    *("start", "replacement", "forgives_debt", "replaced_last", "stake"),
    *("place_points", "kontra", "rate", "donation", "team_size", "fee", "reduced", "scope", "choosers"),
)
_LAST = ("round_criteria", "overall_criteria")


def write_export(tournament: Tournament, form: str, language: str, target: Path, tell: ProgressCallback) -> None:
    """Write a tournament into a file, in the language that is active; `tell` hears how many tables are done."""
    about = {"tournament": tournament.name, "day": tournament.day.isoformat(), "club": tournament.club.name}
    foot = " – ".join((tournament.club.name, tournament.name, format_day(tournament.day)))
    data = load_tournament_data(tournament)
    out: Workbook | CsvFiles | JsonText
    if form == XLSX:
        out = build_tournament_workbook(data, foot, target.parent, tell)
    else:
        out = create_table_writer(form, about, english=language.startswith("en"), folder=target.parent)
        write_tables(data, out, tell)
    with target.open("wb") as file:
        out.save(file)


def write_tables(data: TournamentData, out: TableWriter, tell: ProgressCallback = lambda _done: None) -> None:
    """Write all tables of CSV and JSON; `tell` hears how many tables of players are done."""
    started = [round_.number for round_ in data.rounds if round_.started]
    overall = out.open(build_overall_table(data, started))
    teams = out.open(build_teams_table(data, started)) if data.settings.team_size else None
    opened = {round_.number: out.open(build_standing_table(data, round_.number)) for round_ in data.rounds}
    entries, payments, hands = out.open(ENTRIES), out.open(PAYMENT_FILE), out.open(build_hands_table(data))
    standings = []
    for round_ in data.rounds:
        reader, places = RoundReader(data, round_, tell), dict[int, EntryPlace]()
        for sat, _holders in reader.read_tables():
            places |= list_table_places(sat)
            hands.write(list_export_hands(sat))
        standing = reader.compute_standing()
        opened[round_.number].write(list_standing_rows(data, standing, reader.forgiven))
        entries.write(list_entry_rows(data, round_, places))
        standings += [standing] if round_.started else []
    whole = Standings(data.stand, data.people, tuple(standings), data.lots)
    overall.write(list_total_rows(data, whole.totals))
    if teams is not None:
        teams.write(list_team_rows(data, load_team_standings(whole)))
    out.open(RULING_FILE).write(load_register(data.tournament))
    out.open(PRIZES).write(list_prize_rows(whole))
    payments.write(iter_payments(data.tournament, is_once=False))
    write_cash(data, out.open(CASH))
    if data.settings.donation:
        write_donations(data, out.open(DONATIONS))
    if data.settings.place_points:
        out.open(POINTS_TABLE).write(list_points_rows(data))
    if data.tournament.applications.exists():
        rows = list_registration_rows(data.tournament).order_by("at", "pk").iterator()
        out.open(REGISTRATION_FILE).write(rows)
    out.open(RULES).write(_list_rule_pairs(data))


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
