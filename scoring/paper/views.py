"""Papers for everybody who has the address: the Speiszettel and empty written sheets, of a sheet or of a table."""

import uuid

from django.http import Http404, HttpRequest, HttpResponse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from scoring.agreement import agreed_of
from scoring.asks import number as number_in
from scoring.engine.evening import FEWEST_PLAYERS, MOST_PLAYERS
from scoring.engine.library import built_in
from scoring.paper.blank import MOST_HANDS, Blank, Field, Player
from scoring.paper.grid import written_sheets
from scoring.paper.legend import legend_of
from scoring.paper.of_table import blank_of
from scoring.paper.speiszettel import speiszettel
from scoring.rules_page import asked, of_table
from scoring.selectors import table_of
from scoring.table_page import language
from scoring.zettel.make import of_rules
from tarockclub.paper.answer import pdf_answer

ROUNDS = 4  # of deals on a sheet, where nobody says otherwise


@require_safe
def sheet_speiszettel(request: HttpRequest, sheet_id: str) -> HttpResponse:
    """The Speiszettel of a sheet, with its switches as the address says."""
    rules = built_in(sheet_id)
    if rules is None:
        raise Http404
    zettel = of_rules(rules, asked(request.GET, sheet_id), language())
    return pdf_answer(speiszettel(zettel, language()), " ".join((_("Speiszettel"), zettel.name)))


@require_safe
def table_speiszettel(request: HttpRequest, slug: uuid.UUID) -> HttpResponse:
    """The Speiszettel that a table plays by."""
    zettel = of_table(table_of(slug), language())
    return pdf_answer(speiszettel(zettel, language()), " ".join((_("Speiszettel"), zettel.name)))


@require_safe
def sheet_written(request: HttpRequest, sheet_id: str) -> HttpResponse:
    """An empty written sheet for so many players and hands, with the switches as the address says."""
    rules = built_in(sheet_id)
    if rules is None:
        raise Http404
    chosen = asked(request.GET, sheet_id)
    sheet, zettel = rules.sheet({**rules.defaults, **chosen}), of_rules(rules, chosen, language())
    players = min(max(number_in(request.GET, "players") or FEWEST_PLAYERS, FEWEST_PLAYERS), MOST_PLAYERS)
    fields = (
        Field(_("Date")),
        Field(_("A point")),
        Field(_("First dealer")),
        Field(_("Begun at")),
        Field(_("Ended at")),
    )
    seats = tuple(Player(number) for number in range(1, players + 1))
    blank = Blank(zettel.name, "", fields, seats, _hands(request, players), legend_of(sheet, zettel))
    return _answer(blank)


@require_safe
def table_written(request: HttpRequest, slug: uuid.UUID) -> HttpResponse:
    """The empty written sheet of an evening's table, with the names of those who sit there."""
    table = table_of(slug)
    blank = blank_of(table, table.club.name, 1, agreed_of(table).rate, language())
    return _answer(blank._replace(hands=_hands(request, len(blank.players))))


def _hands(request: HttpRequest, players: int) -> int:
    """How many lines are wanted: sixteen at four players, twenty at five, where nothing is said."""
    return min(max(number_in(request.GET, "hands") or ROUNDS * players, players), MOST_HANDS)


def _answer(blank: Blank) -> HttpResponse:
    title = " ".join((_("Empty written sheet"), blank.title))
    return pdf_answer(written_sheets([blank], title, language()), title)
