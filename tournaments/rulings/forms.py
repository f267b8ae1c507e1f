"""The form of a ruling: the posted values as a RulingRequest, and the missing ones."""

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext as _

from scoring.engine.evening.state import Evening
from scoring.ledger.book import Book
from scoring.models import PLACES
from scoring.table_clock.clock import IN_TIME, PHASES
from tarockclub.text import clean_text, parse_number
from tournaments.rules.points_text import parse_points
from tournaments.rulings.effects import DEEDS, NOTHING, RENONCE, STRIKE, TRANSFER, RulingRequest
from tournaments.rulings.services import LONGEST_NAMES, LONGEST_TEXT

ALONE_OPTION, TALON_OPTION = "alone", "talon"
PostedFields = Mapping[str, Any]


def parse_ruling(posted: PostedFields, book: Book) -> tuple[RulingRequest, list[str]]:
    """Return the ruling in a posted form, and a sentence for each missing value."""
    missing: list[str] = []
    text, names = clean_text(str(posted.get("text", "")))[:LONGEST_TEXT], clean_text(str(posted.get("decided_by", "")))
    if not text:
        missing.append(_("Please enter what was decided."))
    if not names:
        missing.append(_("Please enter who decided."))
    deed = posted.get("deed", NOTHING) if posted.get("deed", NOTHING) in DEEDS else NOTHING
    wanted = RulingRequest(
        text,
        names[:LONGEST_NAMES],
        deed,
        line=parse_number(posted, "line") or 0,
        corrects=parse_number(posted, "corrects") or 0,
        goes_on=bool(posted.get("goes_on")),
        sure=bool(posted.get("sure")),
        seen=parse_number(posted, "seen") or 0,
    )
    if deed == STRIKE and not wanted.line:
        missing.append(_("Please say which hand to strike out."))
    if deed == TRANSFER:
        wanted = wanted._replace(amounts=_parse_amounts(posted, missing))
    if deed == RENONCE:
        phase = posted.get("phase") if posted.get("phase") in PHASES else IN_TIME
        wanted = wanted._replace(record=_parse_renonce(posted, _find_deal(wanted, book), missing), phase=str(phase))
    return wanted, missing


def _find_deal(wanted: RulingRequest, book: Book) -> Evening:
    """Return the deal of a Renonce: the named one, else the next one."""
    line = book.find_line(wanted.line) if wanted.line else None
    return book.now if line is None else line.before


def _parse_amounts(posted: PostedFields, missing: list[str]) -> tuple[int, ...]:
    """Return sixths by place; an empty field is 0."""
    typed = [str(posted.get(f"amount-{place}", "")).strip() for place in range(PLACES)]
    amounts = [parse_points(text) if text else 0 for text in typed]
    if None in amounts:
        missing.append(_("Amounts are points, like 12 or -3,5."))
        return ()
    known = tuple(amount or 0 for amount in amounts)
    if not any(known):
        missing.append(_("Please say how many points move between the players."))
    return known


def _parse_renonce(posted: PostedFields, deal: Evening, missing: list[str]) -> dict[str, Any] | None:
    """Return the record of a hand that ended by a Renonce, on the seats of its deal."""
    contract, offender = str(posted.get("contract") or ""), _parse_seat(posted, "offender", deal)
    declarer, partner = _parse_seat(posted, "declarer", deal), str(posted.get("partner") or "")
    if not contract or offender is None or declarer is None:
        missing.append(_("Please say which game it was, who played it, and who broke the rules."))
        return None
    play: dict[str, Any] = {"contract": contract, "declarer": declarer}
    if partner == TALON_OPTION:
        play["king_in_talon"] = True
    elif partner not in ("", ALONE_OPTION):
        play["partner"] = _parse_seat(posted, "partner", deal)
    return {"plays": [play], "renonce": {"seat": offender}}


def _parse_seat(posted: PostedFields, name: str, deal: Evening) -> int | None:
    """Return the seat of a chosen place; None for nobody, or for a player who does not play in this deal."""
    place = parse_number(posted, name)
    return deal.active.index(place) if place in deal.active else None
