"""Rows noted one by one: registrations before the day, payments of the fees, rulings (§5)."""

from django.utils.translation import gettext_lazy as _

from tarockclub.kit.tables import Column
from tarockclub.kit.tables.files import FileTable
from tarockclub.kit.xlsx.cells import COUNT, EURO, MOMENT
from tournaments.people.registration.page import format_application_state

REGISTRATIONS = FileTable(
    "registrations",
    _("Registrations before the day"),
    (
        Column("at", _("When"), kind=MOMENT, width=17),
        Column("name", _("Name"), "name__text", width=30),
        Column("town", _("Town"), width=18),
        Column("partner", _("Partner or team"), "partner__text", width=24),
        Column("remark", _("Remark"), "remark__text", width=40),
        Column("state", _("State"), format_application_state, width=14),
        Column("number", _("Start no."), "entrant__number", kind=COUNT, width=9),
    ),
    still=2,
    filtered=True,
)
PAYMENTS = FileTable(
    "payments",
    _("Entry fee payments"),
    (
        Column("at", _("When"), kind=MOMENT, width=17),
        Column("round", _("Round"), lambda payment: int(payment.round or 0), kind=COUNT, width=8),
        Column("number", _("Start no."), lambda payment: payment.number or None, kind=COUNT, width=9),
        Column("name", _("Name"), width=30),
        Column("amount", _("Amount"), "cents", kind=EURO, width=12),
        Column("what", _("What"), width=16),
        Column("by", _("Entered by"), width=24),
    ),
    still=1,
    filtered=True,
)
RULINGS = FileTable(
    "rulings",
    _("Rulings"),
    (
        Column("number", _("No."), kind=COUNT, width=6),
        Column("at", _("When"), kind=MOMENT, width=17),
        Column("round", _("Round"), kind=COUNT, width=7),
        Column("table", _("Table"), kind=COUNT, width=7),
        Column("decided_by", _("Decided by"), width=26),
        Column("text", _("Ruling"), width=60),
        Column("deed", _("What it brought about"), "deed_said", width=24),
        Column("corrects", _("Corrects no."), lambda ruling: ruling.corrects or None, kind=COUNT, width=13),
        Column("entered_by", _("Entered by"), width=20),
    ),
    about=_("Rulings of the referees"),
    still=1,
)
