"""Sentences about a line that cannot be read, and the list of short names beside the form."""

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from scoring.engine.house_rules.sheet import Sheet
from scoring.sheets.house_rules.short_names import build_short_names
from tournaments.core.messages import PAPER, register_sentences
from tournaments.hall.paper_sheets.typed_line import Fault

FAULTS: dict[str, Promise] = {
    "line_too_long": _("This line is too long."),
    "unknown_phase": _("“%(token)s” means nothing: #p is the hand at the gong, #d the double round."),
    "empty_line": _("This line is empty."),
    "contract_missing": _("After “&” another game is expected."),
    "unknown_contract": _("“%(token)s” is not a game of these house rules."),
    "ambiguous_contract": _("“%(token)s” can mean: %(about)s."),
    "declarer_missing": _("After “%(token)s” comes the number of the player, like 1, or 13 with the partner."),
    "partner_missing": _("“%(token)s”: %(about)s needs a partner, like 13; a for alone, t for in the talon."),
    "plays_alone": _("“%(token)s”: %(about)s is played without a partner."),
    "not_in_this_deal": _("“%(token)s”: number %(about)s does not play in this deal."),
    "not_understood": _("“%(token)s” is not understood."),
    "said_twice": _("“%(token)s” repeats something already said."),
    "four_needed": _("“%(token)s”: the points of all four, like 14/1,30/2,25,0."),
    "ambiguous_premium": _("“%(token)s” can mean: %(about)s."),
}
register_sentences(
    {
        "stale": _("The sheet has changed in the meantime: look at it and send your lines again."),
    },
    area=PAPER,
)


def format_fault(fault: Fault) -> str:
    """Return the sentence about a fault in a line."""
    return str(FAULTS[fault.code]) % {"token": fault.token, "about": ", ".join(fault.about)}


def list_contracts(sheet: Sheet, *, english: bool) -> list[tuple[str, str]]:
    """Return the short names of the games, and what they mean; in the order of their numbers, from 1."""
    names = [contract.names[english] for contract in sheet.contracts.values()]
    return list(zip(build_short_names(sheet).contracts.codes, names, strict=True))


def list_premiums(sheet: Sheet, *, english: bool) -> list[tuple[str, str]]:
    """Return the short names of the premiums, and what they mean."""
    names = [premium.names[english] for premium in sheet.premiums.values()]
    return list(zip(build_short_names(sheet).premiums.codes, names, strict=True))
