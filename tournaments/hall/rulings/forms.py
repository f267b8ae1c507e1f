"""The form of a ruling: the posted values as its action, and a sentence for each missing one."""

from typing import Any

from django.http import QueryDict
from django.utils.translation import gettext as _

from scoring.book.ledger.book import Book
from scoring.book.table_clock import IN_TIME, PHASES
from scoring.engine.evening.state import Evening
from scoring.models import PLACES
from tarockclub.kit.amounts import explain_readings, parse_typed_points
from tarockclub.kit.form_fields import CleanTextField, NumberField, TextField, TickField
from tarockclub.kit.text import parse_whole
from tournaments.core.forms import ActionForm
from tournaments.hall.rulings.actions import (
    DEEDS,
    LONGEST_NAMES,
    LONGEST_TEXT,
    NOTHING,
    RENONCE,
    STRIKE,
    TAKE_BACK,
    TRANSFER,
    RecordRuling,
)

ALONE_OPTION, TALON_OPTION = "alone", "talon"


class RulingForm(ActionForm):
    """A ruling, its effect on the book, and the amounts that it moves, by place."""

    text = CleanTextField(LONGEST_TEXT)
    decided_by = CleanTextField(LONGEST_NAMES)
    deed = TextField()
    take_back = TickField()  # tapped on the preview, instead of the deed
    line = NumberField(otherwise=0)
    corrects = NumberField(otherwise=0)
    goes_on = TextField()
    sure = TextField()
    seen = NumberField(otherwise=0)
    phase = TextField()
    contract = TextField()
    declarer = NumberField()
    partner = TextField()
    offender = NumberField()
    confirm = TickField()
    back = TickField()

    def __init__(self, posted: QueryDict, book: Book) -> None:
        super().__init__(posted)
        self.book = book
        self.fields |= {f"amount-{place}": TextField() for place in range(PLACES)}

    def clean(self) -> dict[str, Any]:
        """Put the ruling together; add a sentence for each missing value."""
        data = super().clean() or {}
        if not data["text"]:
            self.add_error(None, _("Please enter what was decided."))
        if not data["decided_by"]:
            self.add_error(None, _("Please enter who decided."))
        values = {name: data[name] for name in ("text", "decided_by", "line", "corrects", "seen")}
        values |= {name: bool(data[name]) for name in ("goes_on", "sure")}
        deed = TAKE_BACK if data["take_back"] else data["deed"]
        deed = values["deed"] = deed if deed in DEEDS else NOTHING
        if deed == STRIKE and not data["line"]:
            self.add_error(None, _("Please say which hand to strike out."))
        if deed == TAKE_BACK and not data["corrects"]:
            self.add_error(None, _("Please say which ruling is taken back."))
        if deed == TRANSFER:
            values["amounts"] = self._find_amounts(data)
        if deed == RENONCE:
            values["phase"] = data["phase"] if data["phase"] in PHASES else IN_TIME
            values["record"] = self._build_renonce(data, self._find_deal(data["line"]))
        return data | {"wanted": RecordRuling(**values)}

    def _find_deal(self, number: int) -> Evening:
        """Return the deal of a Renonce: the named one, else the next one."""
        line = self.book.find_line(number) if number else None
        return self.book.now if line is None else line.before

    def _find_amounts(self, data: dict[str, Any]) -> tuple[int, ...]:
        """Return sixths by place; an empty field is 0."""
        typed = [data[f"amount-{place}"].strip() for place in range(PLACES)]
        amounts = [parse_typed_points(text) if text else 0 for text in typed]
        if None in amounts:
            unclear = next(filter(None, map(explain_readings, typed)), "")
            self.add_error(None, unclear or _("Amounts are points, like 12 or -3,5."))
            return ()
        sixths = tuple(amount or 0 for amount in amounts)
        if not any(sixths):
            self.add_error(None, _("Please say how many points move between the players."))
        return sixths

    def _build_renonce(self, data: dict[str, Any], deal: Evening) -> dict[str, Any] | None:
        """Return the record of a hand that ended by a Renonce, on the seats of its deal."""
        contract, partner = data["contract"], data["partner"]
        offender, declarer = _find_seat(data["offender"], deal), _find_seat(data["declarer"], deal)
        if not contract or offender is None or declarer is None:
            self.add_error(None, _("Please say which game it was, who played it, and who broke the rules."))
            return None
        play: dict[str, Any] = {"contract": contract, "declarer": declarer}
        if partner == TALON_OPTION:
            play["king_in_talon"] = True
        elif partner not in ("", ALONE_OPTION):
            play["partner"] = _find_seat(parse_whole(partner.strip()), deal)
        return {"plays": [play], "renonce": {"seat": offender}}


def _find_seat(place: int | None, deal: Evening) -> int | None:
    """Return the seat of a chosen place; None for nobody, or for a player who does not play in this deal."""
    return deal.active.index(place) if place in deal.active else None
