"""The list of all registrations of a tournament, in the words of the staff."""

from dataclasses import replace
from datetime import datetime, timedelta

from django.db.models import Case, OuterRef, QuerySet, Subquery, Value, When
from django.db.models.functions import MD5, Concat
from django.utils.translation import gettext_lazy as _

from tarockclub.kit.days import format_short_moment
from tarockclub.kit.tables import Column, List
from tarockclub.kit.tables.files import FileTable
from tarockclub.kit.xlsx.cells import COUNT, MOMENT
from tournaments.models import Act, Application, Tournament
from tournaments.people.entrants.applications import BY_ITSELF
from tournaments.people.entrants.waiting_list import load_line

As = Application.As
AT_ONCE = timedelta(seconds=10)  # whoever got a place later than that had waited for it
STATES = {
    As.OPEN: _("waits"),
    As.TAKEN: _("takes part"),
    As.DECLINED: _("declined"),
    As.GONE: _("withdrawn"),
}

ANSWERS = {As.OPEN: _("invited"), As.GONE: _("invited, does not come")}


def format_application_state(application: Application) -> str:
    """Return what has become of an application of `list_registrations`."""
    if application.entrant is not None and application.entrant.withdrawn is not None:
        return str(STATES[As.GONE])
    if application.invited_id is not None and application.decided_as in ANSWERS:
        return str(ANSWERS[As(application.decided_as)])
    moved_up: datetime | None = application.moved_up  # type: ignore[attr-defined]  # annotated
    place: int = application.waiting_place  # type: ignore[attr-defined]  # annotated
    if place:
        return str(_("waiting list %(place)s")) % {"place": place}
    if application.decided_as == As.TAKEN and moved_up is not None:
        return str(_("takes part, moved up %(at)s")) % {"at": format_short_moment(moved_up)}
    return str(STATES[As(application.decided_as)])


_WHO = (
    Column("name", _("Name"), "name__text", surnames=True, width=30),
    Column("town", _("Town"), words=True, width=18),
    Column("partner", _("Partner or team"), "partner__text", words=True, aside=True, width=24),
    Column("remark", _("Remark"), "remark__text", sorts=False, width=40),
)
_AT = Column("at", _("Registered"), kind=MOMENT, width=17)
_STATE = Column("state", _("State"), format_application_state, fields=("decided_as",), width=14)
REGISTRATIONS = List(
    caption=_("All registrations"),
    columns=(*_WHO, _AT, _STATE),
    sort="at",
    empty=_("Nobody has registered yet."),
    then=("pk",),
)
REGISTRATION_FILE = FileTable(
    "registrations",
    _("Registrations before the day"),
    (
        replace(_AT, title=_("When")),
        *_WHO,
        _STATE,
        Column("number", _("Start no."), "entrant__number", kind=COUNT, width=9),
    ),
    still=2,
    filtered=True,
)


def may_withdraw(application: Application) -> bool:
    """Return whether a registration can still be withdrawn here; whoever sits at a table leaves by the desk."""
    tournament, entrant = application.tournament, application.entrant
    if tournament.ended is not None or application.decided_as not in (As.OPEN, As.TAKEN):
        return False
    return entrant is None or (entrant.withdrawn is None and tournament.frozen is None)


WITHDRAWING = Column(
    "withdraw",
    _("Withdraw"),
    of=lambda application: _("withdraw …") if may_withdraw(application) else None,
    link=lambda application: f"?withdraw={application.pk}#withdraw" if may_withdraw(application) else "",
    sorts=False,
    hidden=True,
)


def list_registration_rows(tournament: Tournament) -> QuerySet[Application]:
    """Return all registrations of a tournament.

    `moved_up`: when somebody got a place from the waiting list; `waiting_place`: the place there, 0 for all others.
    """
    key = Concat(Value(BY_ITSELF), MD5(OuterRef("key")))  # applications._compute_act_key
    moved_up = Act.objects.filter(tournament=tournament, key=key, at__gt=OuterRef("at") + AT_ONCE)
    places = load_line(tournament).places
    place = Case(*(When(pk=waiting, then=Value(position)) for waiting, position in places.items()), default=Value(0))
    rows = Application.objects.filter(tournament=tournament).annotate(
        moved_up=Subquery(moved_up.values("at")[:1]), waiting_place=place
    )
    return rows.select_related("name", "partner", "remark", "entrant", "tournament")
