"""The prizes on paper: who has chosen what, who is next, what is still there; with a line to sign for each."""

from django.utils.translation import gettext as _

from tarockclub.paper.flow import Column, Flow, Row, Table
from tarockclub.paper.sheet import MM
from tournaments.paper.lists import as_of
from tournaments.paper.told import Told
from tournaments.standings.prizes_shown import ScopeShown, scopes_shown


def prize_list(told: Told) -> bytes | None:
    """All prizes of a tournament."""
    scopes = [one for one in scopes_shown(told.tournament) if one.scope.prizes]
    if not scopes:
        return None
    title = _("Prize list")
    flow = Flow(told.paper(title))
    flow.begin(title, f"{told.about} · {as_of(told)}")
    for one in scopes:
        of = one.scope.of
        flow.heading(_("Round %(number)s") % {"number": of} if of else _("Final result"), keep=24)
        _scope(flow, one)
    return flow.paper.pdf()


def _scope(flow: Flow, shown: ScopeShown) -> None:
    who = {one.prize.pk: one.name for one in shown.chosen if one.prize is not None}
    columns = (
        Column(_("No.")),
        Column(_("Prize"), stretch=True),
        Column(_("Chosen by"), stretch=True, least=45),
        Column(_("Received (signature)"), least=45),
    )
    rows = [Row((str(one.number), one.name, who.get(one.pk, ""), "")) for one in shown.scope.prizes]
    flow.table(Table(columns, rows, space=2.2 * MM))
    nobody = [one.name for one in shown.chosen if one.prize is None]
    if nobody:
        flow.paragraph(_("Took none: %(names)s") % {"names": ", ".join(nobody)})
    if shown.waiting:
        names = ", ".join(f"{one.rank}. {one.name}" for one in shown.waiting)
        flow.paragraph(_("Choose next: %(names)s") % {"names": names})
    if shown.order_then:
        orders = {"then": ", ".join(shown.order_then), "now": ", ".join(shown.order_now)}
        flow.paragraph(_("Chosen in this order: %(then)s; according to the newest edition: %(now)s") % orders)
