"""Certificates for the best of a published result, or for chosen players."""

from collections.abc import Sequence

from django.http import QueryDict
from django.utils.translation import gettext as _

from tarockclub.kit.days import format_day
from tarockclub.kit.pdf.canvas import MM
from tarockclub.kit.pdf.certificate import Certificate
from tarockclub.kit.pdf.certificate import render_certificates as printed
from tarockclub.kit.pdf.flow import Flow, PaperColumn, PaperTable, PdfRow
from tarockclub.platform.club_look.services import load_logo
from tournaments.around.printing.context import PrintContext
from tournaments.around.printing.lists import format_print_time, format_round
from tournaments.core.editions import find_latest_edition
from tournaments.hall.standing.progress import find_progress, load_progress
from tournaments.hall.standing.standing import load_standings
from tournaments.models import Tournament
from tournaments.people.invitations.page import find_invitation
from tournaments.results.final_results.page import load_edition_page
from tournaments.results.final_results.prizes_page import ScopeSection, load_scope_sections
from tournaments.results.special_prizes.page import SpecialLine, list_special_lines
from tournaments.results.special_prizes.prizes import OLDEST
from tournaments.results.standings.editions import load_standing_editions
from tournaments.results.standings.page import StandingPage, StandingRow

FIRST, MOST = 3, 100


def render_tournament_certificates(context: PrintContext) -> bytes | None:
    """Render certificates for the best (`first`) or for start numbers (`number`); None without a published result."""
    edition = find_latest_edition(load_standing_editions(context.tournament), context.of)
    page = (
        load_edition_page(find_progress(context.tournament.slug), context.of, edition.number)
        if edition is not None
        else None
    )
    if page is None:
        return None
    logo = load_logo(context.tournament.club)
    if (kind := context.wanted.get("special", "")) and not context.of:
        standings = load_standings(load_progress(context.tournament))
        special = [line for line in list_special_lines(standings) if line.kind == kind and line.winner]
        made = [_build_special_certificate(context, line)._replace(logo=logo) for line in special]
        return (
            printed(made, " · ".join((_("Certificates"), context.tournament.name)), context.language) if made else None
        )
    rows = [row for block in page.shown.blocks for row in block.rows]
    found = [
        build_certificate(context, page.shown, row)._replace(logo=logo) for row in select_certified_rows(context, rows)
    ]
    return printed(found, " · ".join((_("Certificates"), context.tournament.name)), context.language) if found else None


def select_certified_rows(context: PrintContext, rows: Sequence[StandingRow]) -> list[StandingRow]:
    """Return the rows of the players who get a certificate; players who share the last rank get one too."""
    numbers = {int(text) for text in context.wanted.getlist("number")[:MOST] if text.isascii() and text.isdigit()}
    if numbers:
        return [row for row in rows if row.number in numbers][:MOST]
    return [row for row in rows if int(row.rank.rstrip(".")) <= parse_first(context.wanted)][:MOST]


def parse_first(query: QueryDict) -> int:
    """Return down to which rank certificates are asked for."""
    typed = query.get("first", "")
    return int(typed) if typed.isascii() and typed.isdigit() and len(typed) < 4 else FIRST


def build_certificate(context: PrintContext, shown: StandingPage, row: StandingRow) -> Certificate:
    """Return the certificate for one row of a published result."""
    numbers = row.amounts[len(shown.rounds) :]
    head, number = shown.heads[-1], numbers[-1].text
    occasion = context.tournament.name
    return Certificate(
        context.tournament.club.name,
        _("Certificate"),
        _("%(rank)s Place") % {"rank": row.rank},
        row.name,
        (f"{occasion}, {format_round(context)}" if context.of else occasion, _format_place_and_day(context.tournament)),
        f"{head}: {number}",
        (_("For the club"), _("Tournament director")),
    )


def _build_special_certificate(context: PrintContext, line: SpecialLine) -> Certificate:
    """Return the certificate for the winner of a special prize."""
    return Certificate(
        context.tournament.club.name,
        _("Certificate"),
        line.label,
        line.winner,
        (context.tournament.name, _format_place_and_day(context.tournament)),
        "" if line.kind == OLDEST else line.amount,  # the year of birth is nobody else's business
        (_("For the club"), _("Tournament director")),
    )


def _format_place_and_day(tournament: Tournament) -> str:
    """Return where and when it was; the inn and its town only if everybody may see the invitation."""
    invitation, day = find_invitation(tournament), format_day(tournament.day)
    if invitation is None:
        return day
    town = invitation.address.rpartition(",")[2].strip()  # behind the street
    return ", ".join(filter(None, (invitation.place, town, day)))


def render_prize_list(context: PrintContext) -> bytes | None:
    """Render the list of all prizes of a tournament; None if there are none."""
    scopes = [section for section in load_scope_sections(context.tournament) if section.scope.prizes]
    if not scopes:
        return None
    title = _("Prize list")
    flow = Flow(context.create_paper(title))
    flow.begin(title, f"{context.about} · {format_print_time(context)}")
    for scope in scopes:
        of = scope.scope.of
        flow.draw_heading(_("Round %(number)s") % {"number": of} if of else _("Final result"), keep=24)
        _print_scope(flow, scope)
    return flow.paper.build_pdf()


def _print_scope(flow: Flow, shown: ScopeSection) -> None:
    who = {choice.prize.pk: choice.name for choice in shown.chosen if choice.prize is not None}
    columns = (
        PaperColumn(_("No.")),
        PaperColumn(_("Prize"), stretch=True),
        PaperColumn(_("Chosen by"), stretch=True, least=45),
        PaperColumn(_("Received (signature)"), least=45),
    )
    rows = [PdfRow((str(prize.number), prize.name, who.get(prize.pk, ""), "")) for prize in shown.scope.prizes]
    flow.draw_table(PaperTable(columns, rows, space=2.2 * MM))
    nobody = [choice.name for choice in shown.chosen if choice.prize is None]
    if nobody:
        flow.draw_paragraph(_("Took none: %(names)s") % {"names": ", ".join(nobody)})
    if shown.waiting:
        names = ", ".join(f"{chooser.rank}. {chooser.name}" for chooser in shown.waiting)
        flow.draw_paragraph(_("Choose next: %(names)s") % {"names": names})
    if shown.order_then:
        orders = {"then": ", ".join(shown.order_then), "now": ", ".join(shown.order_now)}
        flow.draw_paragraph(_("Chosen in this order: %(then)s; according to the newest edition: %(now)s") % orders)
