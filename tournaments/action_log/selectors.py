"""The acts of a tournament as a list."""

from datetime import datetime

from django.db.models import Q, QuerySet
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.functional import Promise
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from tarockclub.tables import Column, List, matching
from tarockclub.tables.search import words_in
from tournaments.action_log.names import acts_naming
from tournaments.acts import Kind
from tournaments.desk.messages import KINDS
from tournaments.lookup import unknown_entry
from tournaments.models import Act, Tournament

WORDS: dict[str, Promise] = KINDS | {
    Kind.MADE: _("the tournament was made"),
    Kind.SETTINGS: _("settings were changed"),
    Kind.ENTERED: _("people were entered"),
    Kind.RENAMED: _("a name was changed"),
    Kind.MERGED: _("two entries became one person"),
    Kind.WITHDRAWN: _("somebody withdrew, or came back"),
    Kind.PRESENCE: _("who is there was changed"),
    Kind.PAID: _("fees were paid or given back"),
    Kind.DEBT: _("it was decided about a fee that is not paid"),
    Kind.APPLIED: _("it was decided about somebody who entered himself"),
    Kind.REGISTRATION: _("the link to enter oneself was opened or closed"),
    Kind.ROUND: _("a round was opened"),
    Kind.APART: _("who shall not sit together was changed"),
    Kind.DRAFT: _("seats were drawn"),
    Kind.PUBLISHED_DRAW: _("the draw was published"),
    Kind.PAPER: _("a paper sheet was typed in"),
    Kind.LOT: _("lots were drawn"),
    Kind.PRIZE: _("prizes were changed"),
    Kind.CHOICE: _("a prize was chosen"),
    Kind.RESULT: _("a result was published"),
    Kind.CASH: _("something was put into the cash box, or taken out"),
    Kind.TEAM: _("teams were changed"),
    Kind.ARCHIVED: _("the tournament was put into the archive, or brought back"),
}


def words_of(kind: str) -> str:
    """The words of a kind of act, also of one that this version of the program does not know."""
    return str(WORDS.get(kind) or unknown_entry())


def _when(moment: datetime) -> str:
    return date_format(timezone.localtime(moment), "j. F, H:i:s")


def _where(act: Act) -> str | None:
    if act.round is None:
        return None
    if act.table is None:
        return gettext("round %(round)s") % {"round": act.round.number}
    return gettext("round %(round)s, table %(table)s") % {"round": act.round.number, "table": act.table.number}


def _what(act: Act) -> str:
    """What was done, in a sentence where one was filled in (sentences.py), else in the words of its kind."""
    return getattr(act, "sentence", "") or words_of(act.kind)


LOG = List(
    caption=_("What was done"),
    columns=(
        Column("at", _("When"), show=_when, latest=True, fields="sequence"),
        Column("kind", _("What"), of=_what, fields="kind", long=True),
        Column("where", _("Where"), of=_where, fields=("round__number", "table__number")),
        Column("by", _("By"), of="by__name", words=True),
        Column("reason", _("Why"), of="note__text", long=True),
    ),
    sort="-at",
    empty=_("Nothing was found."),
    then=("-sequence",),
    search=_("Find by player, name or reason"),
)


def acts_of(tournament: Tournament, typed: str) -> QuerySet[Act]:
    """What was done in a tournament, where each word that was typed stands in who did it, why, or whom it names."""
    acts = Act.objects.filter(tournament=tournament).select_related(
        "round", "table", "by", "note", "undoes", "undone_by"
    )
    for word in words_in(typed):
        found = matching(Act.objects.filter(tournament=tournament), word, ("by__name", "note__text"))
        acts = acts.filter(Q(pk__in=found.values("pk")) | Q(pk__in=acts_naming(tournament, word)))
    return acts
