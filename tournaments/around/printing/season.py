"""A season on paper: its standings, and certificates for the best."""

from django.http import QueryDict
from django.utils.translation import gettext as _

from tarockclub.kit.days import format_day, format_moment
from tarockclub.kit.pdf.canvas import Paper
from tarockclub.kit.pdf.certificate import Certificate, render_certificates
from tarockclub.kit.pdf.flow import RIGHT, Flow, PaperColumn, PaperTable, PdfRow
from tarockclub.kit.time_source import now
from tarockclub.platform.club_look.services import load_logo
from tournaments.around.printing.certificates import MOST, parse_first
from tournaments.models import Season
from tournaments.seasons.season.data import load_season_progress
from tournaments.seasons.season.editions import load_season_editions
from tournaments.seasons.season.page import Cell, SeasonPage, SeasonRow, build_current_page, load_season_edition
from tournaments.seasons.season.selectors import list_events

WIDE = 7  # number of events from which the page is in landscape format
MANY = 14  # events that have columns of their own; more are listed in a line


def load_newest_standing(season: Season) -> tuple[SeasonPage, str]:
    """Return the latest published standings, or else the current ones, with a note of which they are."""
    editions = load_season_editions(season)
    if not editions:
        said = _("as of %(time)s") % {"time": format_moment(now())}
        return build_current_page(load_season_progress(season)), said
    events = [*list_events(season), *list_events(season, gone=True)]
    said = _("published %(moment)s") % {"moment": format_moment(editions[-1].at)}
    return load_season_edition(season, editions[-1], events), said


def render_season_standing(season: Season, language: str) -> bytes:
    """Render the standings of a season; points that do not count are in brackets."""
    shown, said = load_newest_standing(season)
    what = _("Standings of the season")
    paper = Paper(
        f"{what} · {season.name}",
        language,
        foot=f"{season.club.name} · {season.name}",
        landscape=len(shown.columns) >= WIDE,
    )
    flow = Flow(paper)
    flow.begin(season.name, f"{what} · {said}")
    listed = len(shown.columns) > MANY
    days = (
        [PaperColumn(_("Days"), stretch=True)]
        if listed
        else [PaperColumn(column.label, RIGHT) for column in shown.columns]
    )
    columns = (
        PaperColumn(_("Rank"), RIGHT),
        PaperColumn(_("Name"), stretch=True),
        *days,
        PaperColumn(_("Days"), RIGHT),
        PaperColumn(_("Points"), RIGHT),
    )
    flow.draw_table(PaperTable(columns, [_build_row(line, shown, listed=listed) for line in shown.lines]))
    names = " · ".join(
        f"{column.label}: {column.name}" + (f", {format_day(column.day)}" if column.day else "")
        for column in shown.columns
    )
    flow.draw_paragraph(names, 8.5)
    editions = load_season_editions(season)
    if editions:
        flow.draw_paragraph(_("Head: %(head)s") % {"head": editions[-1].head}, 8.5)
    if any(not cell.counts for line in shown.lines for cell in line.cells):
        flow.draw_paragraph(_("In brackets: does not count because other results are better."), 8.5)
    return paper.build_pdf()


def _build_row(line: SeasonRow, shown: SeasonPage, *, listed: bool) -> PdfRow:
    days: tuple[str, ...] = tuple(map(_format_cell, line.cells))
    if listed:
        told = (f"{column.label}: {day}" for column, day in zip(shown.columns, days, strict=True) if day)
        days = (" · ".join(told),)
    return PdfRow((line.rank, line.name, *days, str(line.days), line.points), strong=line.rank == "1.")


def _format_cell(cell: Cell) -> str:
    return cell.text if cell.counts or not cell.text else f"({cell.text})"


def render_season_certificates(season: Season, language: str, query: QueryDict) -> bytes | None:
    """Render certificates for the best of the published standings; None before they are published."""
    if not load_season_editions(season):
        return None
    shown, _said = load_newest_standing(season)
    ranked = [line for line in shown.lines if line.rank.rstrip(".").isdigit()]
    rows = [line for line in ranked if int(line.rank.rstrip(".")) <= parse_first(query)][:MOST]
    logo = load_logo(season.club)
    found = [
        Certificate(
            season.club.name,
            _("Certificate"),
            _("%(rank)s Place") % {"rank": row.rank},
            row.name,
            (season.name, _("days played: %(days)s") % {"days": row.days}),
            _("Points: %(points)s") % {"points": row.points},
            (_("For the club"), _("Secretary")),
            logo,
        )
        for row in rows
    ]
    return render_certificates(found, " · ".join((_("Certificates"), season.name)), language) if found else None
