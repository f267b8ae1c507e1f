"""The list of a club's tournaments."""

from django.db.models import Count, IntegerField, OuterRef, QuerySet, Subquery
from django.db.models.functions import Coalesce
from django.urls import reverse
from django.utils.formats import date_format
from django.utils.translation import gettext_lazy as _

from tarockclub.tables import Column, List, matching
from tournaments.models import Entrant, Round, Tournament
from tournaments.selectors import filter_played
from tournaments.setup.overview import stage_of

STAGES = {"prepared": _("in preparation"), "running": _("running"), "ended": _("ended")}
TOURNAMENTS = List(
    caption=_("Tournaments"),
    columns=(
        Column("name", _("Name"), words=True, link=lambda one: reverse("tournament", kwargs={"slug": one.slug})),
        Column("day", _("Day"), show=lambda day: date_format(day, "j. F Y"), latest=True),
        Column("people", _("People"), number=True),
        Column("opened", _("Rounds"), number=True),
        Column("stage", _("State"), of=lambda one: STAGES[stage_of(one)], fields=("-ended", "-frozen")),
    ),
    sort="-day",
    empty=_("There is no tournament yet."),
    then=("-pk",),
    search=_("Find by name"),
)


def listed(club: int, typed: str, *, archived: bool = False) -> QuerySet[Tournament]:
    """A club's tournaments in whose names each word stands, with how many take part in how many rounds.

    `archived`: those of the archive, in which something was played.
    """
    # Counted one by one: else people × rounds.
    people = Entrant.objects.filter(withdrawn=None, tournament=OuterRef("pk"))
    rounds = Round.objects.filter(tournament=OuterRef("pk"))
    rows = matching(Tournament.objects.filter(club=club, archived__isnull=not archived), typed, ("name",))
    rows = rows.filter(pk__in=filter_played(rows)) if archived else rows
    return rows.annotate(people=_number(people), opened=_number(rounds))


def _number(of: QuerySet[Entrant] | QuerySet[Round]) -> Coalesce:
    counted = of.order_by().values("tournament").annotate(many=Count("pk")).values("many")
    return Coalesce(Subquery(counted, output_field=IntegerField()), 0)
