"""The papers of a tournament by their ids: those of a round, and those of everything."""

from django.utils.translation import gettext_lazy as _

from tournaments.paper import awards, boxes, lists, prizes, rulings, slips, standings, stands, written
from tournaments.paper.told import Printed

OF_ROUND = (
    Printed("seats-by-name", _("Seats by name"), lists.seats_by_name, public=True, needs="tables"),
    Printed("seats-by-table", _("Seats by table"), lists.seats_by_table, public=True, needs="tables"),
    Printed("table-cards", _("Cards to stand on the tables"), stands.stand_cards, needs="tables", each_table=True),
    Printed("written-sheets", _("Empty score sheets with names"), written.written, needs="tables", each_table=True),
    Printed("end-totals", _("Slips for final totals"), slips.end_totals, needs="tables", each_table=True),
    Printed("standings", _("Current standings"), standings.standing, needs="tables"),
    Printed("result", _("Published result"), standings.result, public=True, needs="result"),
)
OF_TOURNAMENT = (
    Printed("players", _("Players and entry fees"), lists.players),
    Printed("standings", _("Current standings"), standings.standing, needs="tables"),
    Printed("teams", _("Current team standings"), standings.teams, needs="teams"),
    Printed("result", _("Final result"), standings.result, public=True, needs="result"),
    Printed("prizes", _("Prize list"), prizes.prize_list, needs="prizes"),
    Printed("rulings", _("Register of rulings"), rulings.register, needs="rulings"),
    Printed("donations", _("Donation box, table by table"), boxes.donations, needs="box"),
)
CERTIFICATES = Printed("certificates", _("Certificates"), awards.certificates, needs="result")
BY_ID = {one.id: one for one in (*OF_TOURNAMENT, CERTIFICATES)}
BY_ID_OF_ROUND = {one.id: one for one in (*OF_ROUND, CERTIFICATES)}
