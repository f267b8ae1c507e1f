"""Certificates for the first of a published result, or for those who are chosen."""

from collections.abc import Sequence

from django.utils.translation import gettext as _

from scoring.exports.labels import when
from tarockclub.pdf.certificate import Certificate
from tarockclub.pdf.certificate import certificates as printed
from tournaments.printing.context import Told
from tournaments.printing.lists import round_name
from tournaments.results.page import edition_page
from tournaments.standings.editions import editions_of, latest
from tournaments.standings.page import Row, Shown
from tournaments.standings.progress import stand_at

FIRST, MOST = 3, 100


def certificates(told: Told) -> bytes | None:
    """For the first so many (`first`), or for some start numbers (`number`); None without a published result."""
    edition = latest(editions_of(told.tournament), told.of)
    page = edition_page(stand_at(told.tournament.slug), told.of, edition.number) if edition is not None else None
    if page is None:
        return None
    rows = [row for block in page.shown.blocks for row in block.rows]
    found = [certificate(told, page.shown, row) for row in chosen(told, rows)]
    return printed(found, " · ".join((_("Certificates"), told.tournament.name)), told.language) if found else None


def chosen(told: Told, rows: Sequence[Row]) -> list[Row]:
    """The rows of those who get one; who shares the last rank gets one too."""
    numbers = {int(text) for text in told.wanted.getlist("number")[:MOST] if text.isascii() and text.isdigit()}
    if numbers:
        return [row for row in rows if row.number in numbers][:MOST]
    typed = told.wanted.get("first", "")
    first = int(typed) if typed.isascii() and typed.isdigit() and len(typed) < 4 else FIRST
    return [row for row in rows if int(row.rank.rstrip(".")) <= first][:MOST]


def certificate(told: Told, shown: Shown, row: Row) -> Certificate:
    """Of one row of a published result."""
    numbers = row.amounts[len(shown.rounds) :]
    head, number = shown.heads[-1], numbers[-1].text
    occasion = told.tournament.name
    return Certificate(
        told.tournament.club.name,
        _("Certificate"),
        _("%(rank)s Place") % {"rank": row.rank},
        row.name,
        (f"{occasion}, {round_name(told)}" if told.of else occasion, when(told.tournament.day)),
        f"{head}: {number}",
        (_("For the club"), _("Tournament director")),
    )
