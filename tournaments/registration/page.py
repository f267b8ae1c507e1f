"""The list of all registrations of a tournament, in the words of the staff."""

from django.db.models import QuerySet
from django.utils.formats import date_format
from django.utils.timezone import localtime
from django.utils.translation import gettext_lazy as _

from tarockclub.tables import Column, List
from tournaments.models import Application, Tournament

As = Application.As
STATES = {
    As.OPEN: _("waits"),
    As.TAKEN: _("takes part"),
    As.DECLINED: _("declined"),
    As.GONE: _("withdrawn"),
}


def format_application_state(application: Application) -> str:
    """Return what has become of an application."""
    if application.entrant is not None and application.entrant.withdrawn is not None:
        return str(STATES[As.GONE])
    return str(STATES[As(application.decided_as)])


REGISTRATIONS = List(
    caption=_("All registrations"),
    columns=(
        Column("name", _("Name"), of="name__text", surnames=True),
        Column("town", _("Town"), words=True),
        Column("partner", _("Partner or team"), of="partner__text", words=True, aside=True),
        Column("remark", _("Remark"), of="remark__text", sorts=False, long=True),
        Column("at", _("Registered"), show=lambda at: date_format(localtime(at), "j. n. Y H:i"), latest=True),
        Column("state", _("State"), of=format_application_state, fields=("decided_as",)),
    ),
    sort="at",
    empty=_("Nobody has registered yet."),
    then=("pk",),
)


def may_withdraw(application: Application) -> bool:
    """Tell whether a registration can still be withdrawn here; whoever sits at a table leaves by the desk."""
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


def list_registrations(tournament: Tournament) -> QuerySet[Application]:
    """Return all registrations of a tournament."""
    rows = Application.objects.filter(tournament=tournament)
    return rows.select_related("name", "partner", "remark", "entrant", "tournament")
