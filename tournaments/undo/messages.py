"""Sentences about taking an act back: its name, and the reason why it cannot be taken back."""

from collections.abc import Iterator, Sequence

from django.template.defaultfilters import floatformat
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tarockclub.privacy.public_names import build_player_called
from tournaments.action_log.kinds import format_kind
from tournaments.acts import Kind, parse_content
from tournaments.clock.table_clocks import CLOCK
from tournaments.messages import UNDO, Facts, register_sentences
from tournaments.models import Act, Entrant

_MOST_NAMED = 3  # names of people; of more only their number


def format_label(act: Act, *, more: int = 1) -> str:
    """Return the subject of an act in a few words: place, people, minutes; `more`: the number of acts of one tap."""
    parts = [format_kind(act.kind), *_list_details(act)] if more == 1 else [_format_many(act, more)]
    where = ""
    if act.table is not None and more == 1:
        where = _("table %(table)s") % {"table": act.table.number}
    elif act.round is not None and act.kind not in (Kind.PAID, Kind.PRESENCE):
        where = _("round %(round)s") % {"round": act.round.number}
    return " · ".join(part for part in (where, ": ".join(part for part in parts if part)) if part)


def _format_many(act: Act, count: int) -> str:
    return f"{format_kind(act.kind)} (×{count})"


def _list_details(act: Act) -> Iterator[str]:
    said = parse_content(act)
    seconds = said.get(CLOCK, {}).get("seconds", 0) if isinstance(said.get(CLOCK), dict) else 0
    if seconds:
        sign = "+" if seconds > 0 else "−"
        yield _("%(minutes)s min") % {"minutes": f"{sign}{floatformat(abs(seconds) / 60)}"}
    if names := _list_names(_list_entrants(act)):
        if act.kind == Kind.SUBSTITUTE and len(names) == 2:
            yield _("%(came)s instead of %(gone)s") % {"gone": names[0], "came": names[1]}
        else:
            yield ", ".join(names) if len(names) <= _MOST_NAMED else _("%(number)s people") % {"number": len(names)}


def _list_entrants(act: Act) -> list[int]:
    """Return the entrants (ids) of an act."""
    said = parse_content(act)
    if act.kind == Kind.PAID:
        return [entrant for entrant, _cents in said["paid"]]
    if act.kind == Kind.SUBSTITUTE:
        return [entrant for entrant in (said.get("gone"), said.get("came")) if entrant]
    if act.kind in (Kind.WITHDRAWN, Kind.SEATED_LATE, Kind.CHOICE):
        return [said["entrant"]] if said.get("entrant") else []
    return list(said.get("entrants", ())) if act.kind == Kind.PRESENCE else []


def _list_names(entrants: Sequence[int]) -> list[str]:
    if not entrants:
        return []
    names = dict(Entrant.objects.filter(pk__in=entrants).values_list("pk", build_player_called()))
    return [names[entrant] for entrant in entrants if entrant in names]


def _name_facts(facts: Facts) -> Facts:
    """Return the facts with the subject of an act, and the time of day."""
    named = dict(facts)
    if isinstance(act := named.get("act"), Act):
        named |= {"act": format_label(act), "at": act.at}
    return named | {"at": date_format(timezone.localtime(named["at"]), "H:i")}


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
        "hands_since": gettext_lazy("At table %(table)s, a hand has been entered since, at %(at)s: it would be lost."),
        "followed": gettext_lazy("Since then: %(act)s, at %(at)s. Undo that first."),
    },
    name_facts=_name_facts,
)
register_sentences({"not_published": gettext_lazy("There is no published result that counts.")}, UNDO)
