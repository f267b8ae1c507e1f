"""The page of a rehearsal: one tap begins it, one ends it; the faults that its robots make."""

import uuid

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from tarockclub.kit.form_fields import TextField
from tournaments.around.rehearsal.robots import RobotFault, plan_faults, send_robots
from tournaments.around.rehearsal.services import LONGEST_REHEARSAL, begin_rehearsal, end_rehearsal
from tournaments.core.acts import ActionRefused
from tournaments.core.selectors import load_settings
from tournaments.core.view_helpers import ActionForm, find_own_tournament, format_problem, get_director, render_page
from tournaments.models import RoundTable, Tournament

FAULT_WORDS: dict[RobotFault, Promise] = {
    RobotFault.NO_SHOW: _(
        "A player is missing: the table calls for the director. Say who has not come, and who steps in."
    ),
    RobotFault.DISPUTE: _("A hand is disputed by another player."),
    RobotFault.LATE_HAND: _("A phone without a network sends its last hand after the gong."),
    RobotFault.WRONG_CHIPS: _("After the last hand one player has a chip too few."),
}


def find_rehearsal(club: int) -> Tournament | None:
    """Return the rehearsal that is going on in a club; None if there is none."""
    return Tournament.everything.filter(club=club).exclude(rehearsal_of=None).select_related("rehearsal_of").first()


def list_expected_faults(rehearsal: Tournament) -> list[tuple[int, int, Promise]]:
    """Return the faults that the robots make in the rounds whose tables are laid: the round, the table, the words."""
    settings = load_settings(rehearsal)
    tables: dict[int, list[RoundTable]] = {}
    for row in RoundTable.objects.filter(round__tournament=rehearsal).select_related("round").order_by("number"):
        tables.setdefault(row.round.number, []).append(row)
    return [
        (number, table, FAULT_WORDS[fault])
        for number, round_tables in sorted(tables.items())
        for table, fault in plan_faults(round_tables[0].round, [row.number for row in round_tables], settings)
    ]


FIRST_ROUND = 1
END = "end"


class RehearsalForm(ActionForm):
    """A tap on the page of rehearsals; `rehearsal`: the one that ends (its address)."""

    what = TextField(longest=8)
    rehearsal = TextField(longest=36)


def handle_rehearsal(request: HttpRequest, slug: uuid.UUID) -> HttpResponse:
    """Show what a rehearsal is, or what its robots do; begin one of this tournament, or end it."""
    tournament = find_own_tournament(request, slug)
    if request.method != "POST":
        return _render(request, tournament)
    content, by = RehearsalForm(request.POST).parse(), get_director(request)
    if content["what"] == END:  # a second tap finds nothing to end, which is as it should be
        own = Tournament.everything.filter(rehearsal_of=tournament.rehearsal_of_id or tournament.pk)
        for rehearsal in own:
            if str(rehearsal.slug) == content["rehearsal"]:
                end_rehearsal(rehearsal, by)
        return redirect("tournament", slug=tournament.slug)
    try:
        rehearsal = begin_rehearsal(tournament, content["key"], by)
    except ActionRefused as refused:
        return _render(request, tournament, refused)
    if not send_robots(rehearsal):
        end_rehearsal(rehearsal, by)
        return _render(request, tournament, ActionRefused("robots_busy"))
    return redirect("desk", slug=rehearsal.slug, number=FIRST_ROUND)


def _render(request: HttpRequest, tournament: Tournament, refused: ActionRefused | None = None) -> HttpResponse:
    rehearsal = find_rehearsal(tournament.club_id) if tournament.counts else tournament
    context = {
        "tournament": tournament,
        "rehearsal": rehearsal,
        "ends": rehearsal.made + LONGEST_REHEARSAL if rehearsal is not None else None,
        "faults": list_expected_faults(rehearsal) if rehearsal is not None else (),
        **(format_problem(refused) if refused is not None else {}),
    }
    return render_page(
        request, "tournaments/around/rehearsal/rehearsal.html", context, 409 if refused is not None else 200
    )
