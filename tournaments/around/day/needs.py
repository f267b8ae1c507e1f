"""Errands of the staff besides the tables of a round, as rows; the same on the first page and on a tournament's."""

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from django.db.models import QuerySet
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tarockclub.kit.amounts import format_cents
from tarockclub.platform.accounts.rights import Right, Rights
from tournaments.hall.setup.overview import list_unseated_by_round
from tournaments.hall.setup.steps import load_setup_progress
from tournaments.models import Application, Tournament
from tournaments.people.entrants.applications import load_line
from tournaments.people.entrants.fee_actions import list_open_fees, list_refunds

MOST_NAMED = 6  # people in a row


class Errand(NamedTuple):
    """Something that waits for somebody: what it is, and the word on the key that leads there."""

    icon: str
    text: str
    href: str
    key: str
    about: str = ""


def list_next_steps(rows: Iterable[Tournament], may: Rights) -> Iterator[Errand]:
    """Yield what may start, then what is to be published."""
    progress = [(tournament, load_setup_progress(tournament)) for tournament in rows if may.has(Right.DIRECT)]
    for tournament, step in progress:
        if step.next_step == "start":
            place = {"slug": tournament.slug, "number": step.next_round}
            text = _("Round %(number)s is drawn and can start") % place
            yield Errand("clock", text, reverse("draw", kwargs=place), _("Start"), tournament.name)
    for tournament, step in progress:
        if step.next_step in ("publish", "results"):
            number = step.next_round
            text = _("All tables of round %(number)s are done") % {"number": number} if number else ""
            href = reverse("results", args=[tournament.slug])
            yield Errand("check", text or _("All rounds are over"), href, _("Publish"), tournament.name)


def filter_applied(club: int) -> QuerySet[Tournament]:
    """Return the tournaments of a club for which somebody has registered who is not confirmed."""
    waiting = Application.objects.filter(decided_as=Application.As.OPEN, invited=None)
    rows = Tournament.objects.filter(club=club, archived=None, ended=None, cancelled=None)
    return rows.filter(pk__in=waiting.values("tournament")).order_by("day", "pk")


def list_applications(rows: Iterable[Tournament], may: Rights) -> Iterator[Errand]:
    """Yield for which tournaments people have registered who are not confirmed; those before free places only."""
    for row in rows if may.has(Right.ENTER) else ():
        if count := len(load_line(row).ahead):
            yield build_application(row, count)._replace(about=row.name)


def build_application(tournament: Tournament, count: int) -> Errand:
    """Return the row about people who want to join in."""
    text = ngettext("Somebody wants to join in", "%(count)s people want to join in", count) % {"count": count}
    return Errand("people", text, reverse("registration", args=[tournament.slug]), _("Confirm"))


def list_awaiting_errands(tournament: Tournament, count: int, behind: int) -> list[Errand]:
    """Return who wants to join in, and who waits until a place is free."""
    errands = [build_application(tournament, count)] if count else []
    if behind:
        text = ngettext("One person waits for a place", "%(count)s people wait for a place", behind) % {"count": behind}
        errands.insert(0, Errand("clock", text, reverse("registration", args=[tournament.slug]), _("Take in")))
    return errands


def list_seatless(tournament: Tournament) -> Iterator[Errand]:
    """Yield who has no seat in a round that is drawn; its desk says so itself while it is played."""
    for number, names in list_unseated_by_round(tournament):
        text = ", ".join(names[:MOST_NAMED]) + (" …" if len(names) > MOST_NAMED else "")
        about = _("round %(number)s, without a seat") % {"number": number}
        yield Errand("person", text, reverse("seat_late", args=[tournament.slug, number]), _("Assign a seat"), about)


def list_debts(rows: Iterable[Tournament], may: Rights) -> Iterator[Errand]:
    """Yield what is owed in tournaments between rounds, and what a cancelled one owes."""
    for row in rows if may.has(Right.TREASURE) else ():
        fees = list_refunds(row) or list_open_fees(row)
        if fees:
            many = len(fees)
            text = ngettext("%(count)s owes %(sum)s", "%(count)s owe %(sum)s", many)
            if row.cancelled:
                text = ngettext("%(count)s gets %(sum)s back", "%(count)s get %(sum)s back", many)
            text %= {"count": many, "sum": format_cents(sum(fee.cents for fee in fees))}
            yield Errand("money", text, f"{reverse('entrants', args=[row.slug])}#owing", _("To the list"), row.name)
