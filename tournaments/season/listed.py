"""The list of a club's seasons."""

from typing import Any

from django.db.models import Count, Q, QuerySet
from django.urls import reverse
from django.utils.formats import date_format
from django.utils.translation import gettext as _now
from django.utils.translation import gettext_lazy as _

from tarockclub.lists import Column, List
from tournaments.models import Season


def _stage(ended: Any) -> str:
    return _now("ended") if ended else _now("running")


SEASONS = List(
    caption=_("Seasons"),
    columns=(
        Column("name", _("Season"), link=lambda one: reverse("season", kwargs={"slug": one.slug}), words=True),
        Column("made", _("Started"), show=lambda made: date_format(made, "j. F Y"), latest=True),
        Column("many", _("Days"), number=True),
        Column("stage", _("State"), of=lambda one: _stage(one.ended), fields="ended"),
    ),
    sort="-made",
    empty=_("There is no season yet."),
)


def listed(club: int) -> QuerySet[Season]:
    """The seasons of a club, with how many events each has."""
    return Season.objects.filter(club=club).annotate(many=Count("events", filter=Q(events__gone=None)))
