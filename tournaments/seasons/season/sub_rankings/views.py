"""The pages of a sub-ranking for the staff: its settings, and the entry money of a marathon."""

import uuid
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse

from scoring.book.access.permissions import find_actor
from tarockclub.kit.words import get_current_language
from tournaments.core import view_helpers
from tournaments.core.actions.pages import perform_posted
from tournaments.core.acts import ActionRefused
from tournaments.core.messages import format_refusal
from tournaments.models import Season
from tournaments.seasons.season.cash.services import load_entry_money
from tournaments.seasons.season.data import find_sub_standing, load_season_progress
from tournaments.seasons.season.names import load_season_people
from tournaments.seasons.season.page import build_payouts
from tournaments.seasons.season.settings import SubRanking, parse_season_settings
from tournaments.seasons.season.sub_rankings.actions import RemoveRanking, SetRanking, TakeEntryMoney, find_ranking
from tournaments.seasons.season.sub_rankings.forms import SubRankingForm, build_ranking_initial
from tournaments.seasons.season.view_helpers import render_season_page


def handle_ranking(request: HttpRequest, slug: uuid.UUID, number: int) -> HttpResponse:
    """Show the settings of a sub-ranking, 0: of a new one; POST saves or removes it."""
    season = view_helpers.find_own_season(request, slug)
    ranking = find_ranking(parse_season_settings(season.settings), number) if number else SubRanking()
    if ranking is None:
        raise Http404
    if request.method != "POST":
        initial = build_ranking_initial(ranking) | {"key": view_helpers.create_key()}
        return _render_form(request, season, SubRankingForm(initial=initial, **_list_facts(season, ranking)))
    form = SubRankingForm(request.POST, **_list_facts(season, ranking))
    is_removed = "remove" in request.POST
    if not is_removed and not form.is_valid():
        return _render_form(request, season, form, 400)
    try:
        if is_removed:
            perform_posted(request, season, RemoveRanking, number=number)
        else:
            SetRanking(**form.build_values()).perform(season, form.cleaned_data["key"], find_actor(request))
    except ActionRefused as refused:
        form.add_error(None, format_refusal(refused))
        return _render_form(request, season, form, 409)
    return view_helpers.redirect_saved("season", slug=slug)


def _list_facts(season: Season, ranking: SubRanking) -> dict[str, Any]:
    return {"season": season, "ranking": ranking, "language": get_current_language()}


def _render_form(request: HttpRequest, season: Season, form: SubRankingForm, status: int = 200) -> HttpResponse:
    """Render the settings; nothing can be changed once the season is over."""
    for field in form.fields.values():
        field.disabled = season.ended is not None
    return render_season_page(request, "sub_rankings/settings", season, {"form": form, "ranking": form.ranking}, status)


def handle_entries(request: HttpRequest, slug: uuid.UUID, number: int) -> HttpResponse:
    """Show who is on the list of a marathon, who has paid, and the shares; POST takes somebody's entry money."""
    season = view_helpers.find_own_season(request, slug)
    if request.method != "POST":
        return _render_entries(request, season, number)
    return view_helpers.run_action(
        lambda: perform_posted(request, season, TakeEntryMoney, ranking=number),
        lambda refused: _render_entries(request, season, number, format_refusal(refused), 409),
        "season_ranking_entries",
        slug=slug,
        number=number,
    )


def _render_entries(
    request: HttpRequest, season: Season, number: int, text: str = "", status: int = 200
) -> HttpResponse:
    stand = load_season_progress(season)
    sub = find_sub_standing(stand, number)
    if sub is None or not sub.ranking.fee:
        raise Http404
    money = load_entry_money(season).get(number, {})
    people, same = load_season_people([*sub.ranking.people, *money])
    paid = {same[person] for person in money}
    entered = {same[person] for person in sub.ranking.people} | paid
    entries = sorted(((people[person], person in paid) for person in entered), key=lambda entry: entry[0].real)
    payouts, rest = build_payouts(sub.stand.standing.lines, sum(money.values()), sub.ranking.shares, stand.people)
    context = {
        "ranking": sub.ranking,
        "entries": entries,
        "payers": len(paid),
        "pot": sum(money.values()),
        "payouts": payouts,
        "rest": rest,
        "problem": text,
    }
    return render_season_page(request, "sub_rankings/entries", season, context, status)
