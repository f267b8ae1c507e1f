"""The acts of a tournament as a list."""

from datetime import datetime

from django.db.models import Q, QuerySet
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from tarockclub.kit.days import format_moment
from tarockclub.kit.tables import Column, List, filter_matching
from tarockclub.kit.tables.search import split_words
from tournaments.core.actions.names import list_acts_naming
from tournaments.hall.action_log.messages import format_act_kind
from tournaments.models import Act, Tournament


def _format_moment(moment: datetime) -> str:
    return format_moment(moment, "j. F, H:i:s")


def _format_place(act: Act) -> str | None:
    if act.round is None:
        return None
    if act.table is None:
        return gettext("round %(round)s") % {"round": act.round.number}
    return gettext("round %(round)s, table %(table)s") % {"round": act.round.number, "table": act.table.number}


def _format_deed(act: Act) -> str:
    """Return the sentence of an act where one was filled in (messages.py), otherwise the words of its kind."""
    return getattr(act, "sentence", "") or format_act_kind(act.kind)


LOG = List(
    caption=_("What was done"),
    columns=(
        Column("at", _("When"), show=_format_moment, latest=True, fields="sequence"),
        Column("kind", _("What"), of=_format_deed, fields="kind", long=True),
        Column("where", _("Where"), of=_format_place, fields=("round__number", "table__number")),
        Column("by", _("By"), of="by__name", words=True),
        Column("reason", _("Why"), of="note__text", long=True),
    ),
    sort="-at",
    empty=_("Nothing was found."),
    then=("-sequence",),
    search=_("Find by player, name or reason"),
)


def list_acts(tournament: Tournament, typed: str) -> QuerySet[Act]:
    """Return the acts of a tournament that match each typed word in their person, reason or named people."""
    acts = Act.objects.filter(tournament=tournament).select_related(
        "round", "table", "by", "note", "undoes", "undone_by"
    )
    for word in split_words(typed):
        found = filter_matching(Act.objects.filter(tournament=tournament), word, ("by__name", "note__text"))
        acts = acts.filter(Q(pk__in=found.values("pk")) | Q(pk__in=list_acts_naming(tournament, word)))
    return acts
