"""Certificates for the first of a published result, or for those who are chosen."""

from collections.abc import Sequence

from django.utils.translation import gettext as _

from scoring.exports.labels import when
from tarockclub.pdf.canvas import MM
from tarockclub.pdf.certificate import Certificate
from tarockclub.pdf.certificate import certificates as printed
from tarockclub.pdf.flow import Column, Flow, PdfRow, Table
from tournaments.printing.context import Told
from tournaments.printing.lists import as_of, round_name
from tournaments.results.page import edition_page
from tournaments.results.prizes_page import ScopeShown, scopes_shown
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


def prize_list(told: Told) -> bytes | None:
    """All prizes of a tournament."""
    scopes = [one for one in scopes_shown(told.tournament) if one.scope.prizes]
    if not scopes:
        return None
    title = _("Prize list")
    flow = Flow(told.paper(title))
    flow.begin(title, f"{told.about} · {as_of(told)}")
    for one in scopes:
        of = one.scope.of
        flow.heading(_("Round %(number)s") % {"number": of} if of else _("Final result"), keep=24)
        _scope(flow, one)
    return flow.paper.pdf()


def _scope(flow: Flow, shown: ScopeShown) -> None:
    who = {one.prize.pk: one.name for one in shown.chosen if one.prize is not None}
    columns = (
        Column(_("No.")),
        Column(_("Prize"), stretch=True),
        Column(_("Chosen by"), stretch=True, least=45),
        Column(_("Received (signature)"), least=45),
    )
    rows = [PdfRow((str(one.number), one.name, who.get(one.pk, ""), "")) for one in shown.scope.prizes]
    flow.table(Table(columns, rows, space=2.2 * MM))
    nobody = [one.name for one in shown.chosen if one.prize is None]
    if nobody:
        flow.paragraph(_("Took none: %(names)s") % {"names": ", ".join(nobody)})
    if shown.waiting:
        names = ", ".join(f"{one.rank}. {one.name}" for one in shown.waiting)
        flow.paragraph(_("Choose next: %(names)s") % {"names": names})
    if shown.order_then:
        orders = {"then": ", ".join(shown.order_then), "now": ", ".join(shown.order_now)}
        flow.paragraph(_("Chosen in this order: %(then)s; according to the newest edition: %(now)s") % orders)
