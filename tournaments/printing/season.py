"""A season on paper: its standing, and certificates for the first."""

from django.http import QueryDict
from django.utils.translation import gettext as _

from scoring.exports.data import local
from scoring.exports.labels import when
from tarockclub.pdf.canvas import Paper
from tarockclub.pdf.certificate import Certificate, certificates
from tarockclub.pdf.flow import RIGHT, Column, Flow, PdfRow, Table
from tarockclub.time_source import now
from tournaments.models import Season
from tournaments.printing.certificates import FIRST, MOST
from tournaments.season.data import season_stand
from tournaments.season.editions import editions_of
from tournaments.season.page import Cell, Shown, ShownLine, shown_edition, shown_now
from tournaments.season.selectors import events_of

WIDE = 7  # events from where on a page lies across
MANY = 14  # events that stand in columns; more are listed in a line


def newest(season: Season) -> tuple[Shown, str]:
    """What was published last, or else how the season stands now; and which of both."""
    editions = editions_of(season)
    if not editions:
        at = local(now())
        return shown_now(season_stand(season)), _("as of %(time)s") % {"time": f"{when(at.date())}, {at:%H:%M}"}
    events = [*events_of(season), *events_of(season, gone=True)]
    moment = local(editions[-1].at)
    said = _("published %(moment)s") % {"moment": f"{when(moment.date())}, {moment:%H:%M}"}
    return shown_edition(editions[-1], events), said


def standing(season: Season, language: str) -> bytes:
    """The standing of a season; what does not count stands in brackets."""
    shown, said = newest(season)
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
    days = [Column(_("Days"), stretch=True)] if listed else [Column(one.label, RIGHT) for one in shown.columns]
    columns = (
        Column(_("Rank"), RIGHT),
        Column(_("Name"), stretch=True),
        *days,
        Column(_("Days"), RIGHT),
        Column(_("Points"), RIGHT),
    )
    flow.table(Table(columns, [_row(one, shown, listed=listed) for one in shown.lines]))
    names = " · ".join(f"{one.label}: {one.name}" + (f", {when(one.day)}" if one.day else "") for one in shown.columns)
    flow.paragraph(names, 8.5)
    editions = editions_of(season)
    if editions:
        flow.paragraph(_("Head: %(head)s") % {"head": editions[-1].head}, 8.5)
    if any(not cell.counts for line in shown.lines for cell in line.cells):
        flow.paragraph(_("In brackets: does not count because other results are better."), 8.5)
    return paper.pdf()


def _row(one: ShownLine, shown: Shown, *, listed: bool) -> PdfRow:
    days: tuple[str, ...] = tuple(map(_said, one.cells))
    if listed:
        told = (f"{column.label}: {day}" for column, day in zip(shown.columns, days, strict=True) if day)
        days = (" · ".join(told),)
    return PdfRow((one.rank, one.name, *days, str(one.days), one.points), strong=one.rank == "1.")


def _said(cell: Cell) -> str:
    return cell.text if cell.counts or not cell.text else f"({cell.text})"


def season_certificates(season: Season, language: str, wanted: QueryDict) -> bytes | None:
    """For the first so many of the published standing; None before it is published."""
    if not editions_of(season):
        return None
    shown, _said = newest(season)
    typed = wanted.get("first", "")
    first = int(typed) if typed.isascii() and typed.isdigit() and len(typed) < 4 else FIRST
    rows = [one for one in shown.lines if one.rank.rstrip(".").isdigit() and int(one.rank.rstrip(".")) <= first][:MOST]
    found = [
        Certificate(
            season.club.name,
            _("Certificate"),
            _("%(rank)s Place") % {"rank": one.rank},
            one.name,
            (season.name, _("days played: %(days)s") % {"days": one.days}),
            _("Points: %(points)s") % {"points": one.points},
            (_("For the club"), _("Secretary")),
        )
        for one in rows
    ]
    return certificates(found, " · ".join((_("Certificates"), season.name)), language) if found else None
