"""The form of a ruling: what was posted as a Wanted, and what is missing in it."""

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
    """What a posted form asks for, and what must be said before it can be done."""
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
    """The deal of a Renonce: the one that was named, else the next one."""
    one = book.at(wanted.line) if wanted.line else None
    return book.now if one is None else one.before


def _parse_amounts(posted: PostedFields, missing: list[str]) -> tuple[int, ...]:
    """Sixths by place; nothing typed is nothing moved."""
    typed = [str(posted.get(f"amount-{place}", "")).strip() for place in range(PLACES)]
    amounts = [parse_points(one) if one else 0 for one in typed]
    if None in amounts:
        missing.append(_("Amounts are points, like 12 or -3,5."))
        return ()
    known = tuple(amount or 0 for amount in amounts)
    if not any(known):
        missing.append(_("Please say how many points move between the players."))
    return known


def _parse_renonce(posted: PostedFields, deal: Evening, missing: list[str]) -> dict[str, Any] | None:
    """The record of a hand that ended by a Renonce, on the seats of its deal."""
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
    """The seat of a place that was chosen; None for nobody, or for who does not play in this deal."""
    place = parse_number(posted, name)
    return deal.active.index(place) if place in deal.active else None
