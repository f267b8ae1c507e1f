"""Certificates for the best of a published result, or for chosen players."""

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from django.http import QueryDict
from django.utils.translation import gettext as _

from tarockclub.kit.days import format_day
from tarockclub.kit.text import parse_whole
from tarockclub.models import Club, Person
from tarockclub.platform.club_look.services import build_look
from tarockclub.platform.privacy.readers import EVERYBODY
from tarockclub.platform.server.apart.papers import (
    PaperColumn,
    PaperHeading,
    PaperList,
    PaperParagraph,
    PaperRow,
    PlainBlock,
    render_paper,
)
from tournaments.around.printing.lists import PrintContext, format_print_time, format_round
from tournaments.core.editions import find_latest_edition
from tournaments.hall.standing.players import find_progress, load_progress
from tournaments.hall.standing.standing import load_standings
from tournaments.models import Entrant, Tournament
from tournaments.people.invitations.page import find_invitation
from tournaments.results.final_results.prizes import ScopeSection, load_scope_sections
from tournaments.results.final_results.views import load_edition_page
from tournaments.results.special_prizes.page import SpecialLine, list_special_lines
from tournaments.results.special_prizes.prizes import OLDEST
from tournaments.results.standings.editions import load_standing_editions
from tournaments.results.standings.page import StandingPage, StandingRow

FIRST, MOST = 3, 100
_BRACKETS = re.compile(r" \(([^()]*)\)\Z")  # by which namesakes are told apart
HANDWRITING = 7.0  # points above and below a row in which somebody signs


class Certificate(NamedTuple):
    """The texts of a certificate, from top to bottom."""

    rank: str  # or the prize
    name: str
    occasion: tuple[str, ...]  # lines: event, date
    achieved: str  # the result in points
    signers: tuple[str, ...]


def render_certificates(club: Club, name: str, certificates: Sequence[Certificate]) -> bytes | None:
    """Render certificates of a tournament or season with this name, one on each page; None if there are none."""
    if not certificates:
        return None
    title = " · ".join((_("Certificates"), name))
    data = build_look(club) | {"heading": _("Certificate"), "certificates": certificates}
    return render_paper("tournaments/around/printing/certificate", title, data)


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
    if (kind := context.query.get("special", "")) and not context.of:
        standings = load_standings(load_progress(context.tournament), EVERYBODY)
        special = [line for line in list_special_lines(standings) if line.kind == kind and line.winner]
        certificates = [_build_special_certificate(context, line) for line in special]
    else:
        rows = select_certified_rows(context, [row for block in page.shown.blocks for row in block.rows])
        certificates = [build_certificate(context, page.shown, row) for row in rows]
    return render_certificates(
        context.tournament.club, context.tournament.name, _name_winners(context.tournament, certificates)
    )


def _name_winners(tournament: Tournament, certificates: Sequence[Certificate]) -> list[Certificate]:
    """Return the certificates with names to hang on a wall."""
    behind = (_BRACKETS.search(certificate.name) for certificate in certificates)
    numbers = {number for match in behind if match and (number := parse_whole(match[1])) is not None}
    entrants = Entrant.objects.filter(tournament=tournament, number__in=numbers).select_related("person")
    people = {f" ({entrant.number})": entrant.person for entrant in entrants}
    return [
        certificate._replace(name=format_winner(certificate.name, people.get(match[0]) if match else None))
        for certificate in certificates
        for match in (_BRACKETS.search(certificate.name),)
    ]


def format_winner(name: str, person: Person | None) -> str:
    """Return a name without the number of a namesake: with the town, if public pages show that, or with nothing.

    >>> ida = Person(name="Ida Huber", called="Ida Huber (Wels)", shown_as="Ida Huber (Wels)", town="Wels")
    >>> [format_winner(name, ida) for name in ("Ida Huber (16)", "Ida Huber (Wels)")], format_winner("Ida (3)", None)
    (['Ida Huber, Wels', 'Ida Huber, Wels'], 'Ida')
    """
    bare, match = _BRACKETS.sub("", name), _BRACKETS.search(name)
    if match and person is not None and person.town and person.shown_as == f"{bare} ({person.town})":
        return f"{bare}, {person.town}"
    return bare if match and parse_whole(match[1]) is not None else name


def select_certified_rows(context: PrintContext, rows: Sequence[StandingRow]) -> list[StandingRow]:
    """Return the rows of the players who get a certificate; players who share the last rank get one too."""
    numbers = {parse_whole(text) for text in context.query.getlist("number")[:MOST]} - {None}
    if numbers:
        return [row for row in rows if row.number in numbers][:MOST]
    return [row for row in rows if int(row.rank.rstrip(".")) <= parse_first(context.query)][:MOST]


def parse_first(query: QueryDict) -> int:
    """Return down to which rank certificates are asked for."""
    first = parse_whole(query.get("first", ""), 3)
    return FIRST if first is None else first


def build_certificate(context: PrintContext, shown: StandingPage, row: StandingRow) -> Certificate:
    """Return the certificate for one row of a published result."""
    numbers = row.amounts[len(shown.rounds) :]
    head, number = shown.heads[-1], numbers[-1].text
    occasion = context.tournament.name
    return Certificate(
        _("%(rank)s Place") % {"rank": row.rank},
        row.name,
        (f"{occasion}, {format_round(context)}" if context.of else occasion, _format_place_and_day(context.tournament)),
        f"{head}: {number}",
        (_("For the club"), _("Tournament director")),
    )


def _build_special_certificate(context: PrintContext, line: SpecialLine) -> Certificate:
    """Return the certificate for the winner of a special prize."""
    return Certificate(
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
    sections = [section for section in load_scope_sections(context.tournament) if section.scope.prizes]
    if not sections:
        return None
    blocks: list[PlainBlock] = []
    for section in sections:
        number = section.scope.of
        blocks.append(PaperHeading(_("Round %(number)s") % {"number": number} if number else _("Final result")))
        blocks += _list_prize_blocks(section)
    return context.render_filling(_("Prize list"), blocks, format_print_time(context))


def _list_prize_blocks(section: ScopeSection) -> Iterator[PlainBlock]:
    who = {choice.prize.pk: choice.name for choice in section.chosen if choice.prize is not None}
    columns = (
        PaperColumn(_("No.")),
        PaperColumn(_("Prize"), stretch=True),
        PaperColumn(_("Chosen by"), stretch=True),
        PaperColumn(_("Received (signature)"), least=45),
    )
    rows = [PaperRow((str(prize.number), prize.name, who.get(prize.pk, ""), "")) for prize in section.scope.prizes]
    yield PaperList(columns, rows, space=HANDWRITING)
    nobody = [choice.name for choice in section.chosen if choice.prize is None]
    if nobody:
        yield PaperParagraph(_("Took none: %(names)s") % {"names": ", ".join(nobody)})
    if section.waiting:
        names = ", ".join(f"{chooser.rank}. {chooser.name}" for chooser in section.waiting)
        yield PaperParagraph(_("Choose next: %(names)s") % {"names": names})
    if section.order_then:
        orders = {"then": ", ".join(section.order_then), "now": ", ".join(section.order_now)}
        yield PaperParagraph(_("Chosen in this order: %(then)s; according to the newest edition: %(now)s") % orders)
