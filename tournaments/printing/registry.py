"""The papers of a tournament by their ids: those of a round, and those of everything."""

from django.utils.translation import gettext_lazy as _

from tournaments.printing import (
    blank_sheets,
    certificates,
    donation_boxes,
    lists,
    result_slips,
    rulings,
    standings,
    table_tents,
)
from tournaments.printing.context import Printed

OF_ROUND = (
    Printed("seats-by-name", _("Seats by name"), lists.seats_by_name, public=True, needs="tables"),
    Printed("seats-by-table", _("Seats by table"), lists.seats_by_table, public=True, needs="tables"),
    Printed("table-cards", _("Cards to stand on the tables"), table_tents.stand_cards, needs="tables", each_table=True),
    Printed(
        "written-sheets", _("Empty score sheets with names"), blank_sheets.written, needs="tables", each_table=True
    ),
    Printed("end-totals", _("Slips for final totals"), result_slips.end_totals, needs="tables", each_table=True),
    Printed("standings", _("Current standings"), standings.standing, needs="tables"),
    Printed("result", _("Published result"), standings.result, public=True, needs="result"),
)
OF_TOURNAMENT = (
    Printed("players", _("Players and entry fees"), lists.players),
    Printed("standings", _("Current standings"), standings.standing, needs="tables"),
    Printed("teams", _("Current team standings"), standings.teams, needs="teams"),
    Printed("result", _("Final result"), standings.result, public=True, needs="result"),
    Printed("prizes", _("Prize list"), certificates.prize_list, needs="prizes"),
    Printed("rulings", _("Register of rulings"), rulings.register, needs="rulings"),
    Printed("donations", _("Donation box, table by table"), donation_boxes.donations, needs="box"),
)
CERTIFICATES = Printed("certificates", _("Certificates"), certificates.certificates, needs="result")
BY_ID = {one.id: one for one in (*OF_TOURNAMENT, CERTIFICATES)}
BY_ID_OF_ROUND = {one.id: one for one in (*OF_ROUND, CERTIFICATES)}
