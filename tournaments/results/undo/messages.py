"""Sentences about taking an act back: its name, and the reason why it cannot be taken back."""

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tarockclub.kit.days import format_moment
from tournaments.core.actions.names import load_act_names
from tournaments.core.actions.sentences import format_act_kind, format_deed
from tournaments.core.acts import Kind
from tournaments.core.messages import UNDO, Facts, register_sentences
from tournaments.core.table_names import name_table
from tournaments.models import Act

_SAY_THEIR_ROUND = (Kind.PAID, Kind.PRESENCE, Kind.RESULT)  # or it does not matter


def format_label(act: Act, *, more: int = 1) -> str:
    """Return the place of an act, and its sentence as in the log; `more`: the number of acts of one tap."""
    what = f"{format_act_kind(act.kind)} (×{more})" if more > 1 else format_deed(act, load_act_names([act]))
    where = ""
    if act.table is not None and more == 1:
        where = name_table(act.table.number)
    elif act.round is not None and act.kind not in _SAY_THEIR_ROUND:
        where = _("round %(round)s") % {"round": act.round.number}
    return " · ".join(part for part in (where, what) if part)


def _name_facts(facts: Facts) -> Facts:
    """Return the facts with the subject of an act, and the time of day."""
    named = dict(facts)
    if isinstance(act := named.get("act"), Act):
        named |= {"act": format_label(act), "at": act.at}
    if "table" in named:
        named["table"] = name_table(named["table"])
    return named | {"at": format_moment(named["at"], "H:i")}


register_sentences(
    {
        "no_such_act": gettext_lazy("There is no such entry in this tournament's log."),
        "cannot_undo": gettext_lazy("This cannot be undone."),
        "undone_already": gettext_lazy("This has already been undone."),
        "director_only": gettext_lazy("Only the tournament director can undo this."),
        "not_for_role": gettext_lazy("Only those who may do this can undo it."),
        "too_late": gettext_lazy("This can only be undone within %(minutes)s minutes: they are over."),
        "table_ended": gettext_lazy("Table %(table)s has already ended: reopen it first."),
        "fee_paid": gettext_lazy("The substitute has already paid the entry fee for this round: refund it first."),
    }
)
register_sentences(
    {
        "hands_since": gettext_lazy("At %(table)s, a hand has been entered since, at %(at)s: it would be lost."),
        "followed": gettext_lazy("Since then: %(act)s, at %(at)s. Undo that first."),
    },
    name_facts=_name_facts,
)
register_sentences({"not_published": gettext_lazy("There is no published result that counts.")}, UNDO)
