"""Published results and prizes for everybody; publishing, lots, choices, giving up a round for the director."""

import uuid
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any, NamedTuple

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache

from tarockclub.platform.accounts import authentication
from tarockclub.platform.accounts.permissions import find_account
from tarockclub.platform.privacy.readers import EVERYBODY
from tournaments.core import view_helpers
from tournaments.core.actions.base import build_action_form, perform_posted
from tournaments.core.editions import (
    FINAL,
    ChangeLine,
    EditionChange,
    LinkedSentence,
    find_latest_edition,
    format_changes,
    has_only_lots,
)
from tournaments.core.messages import format_refusal
from tournaments.core.selectors import find_round, load_settings
from tournaments.core.settings import Settings
from tournaments.core.view_helpers import read_page_number
from tournaments.hall.setup.actions import GiveUpRound
from tournaments.hall.standing.players import (
    People,
    TournamentProgress,
    find_progress,
    load_people,
    load_recent_progress,
)
from tournaments.hall.standing.standing import CHOICE, RANK, Standings, load_standings
from tournaments.models import Tournament
from tournaments.results.final_results.prize_actions import AddPrize, ChoosePrize, DrawLots, RemovePrize
from tournaments.results.final_results.prizes import load_choices, load_scope_sections
from tournaments.results.final_results.result_actions import (
    PublishResult,
    can_go_on,
    compute_result_sign,
    count_rounds_left,
    find_own_scope,
    format_missing,
    list_missing,
    load_final_question,
)
from tournaments.results.final_results.result_page import add_rounds, load_result_story
from tournaments.results.standings.cached_page import cut_standing
from tournaments.results.standings.column import StandingColumn
from tournaments.results.standings.columns import is_money, list_shown_columns
from tournaments.results.standings.editions import (
    EditionRow,
    TournamentEdition,
    compute_rows,
    compute_standing_changes,
    load_standing_editions,
    read_lines,
)
from tournaments.results.standings.page import StandingPage, build_edition_page, render_blocks
from tournaments.results.standings.views import build_standing_preview
from tournaments.results.team_standings.standing import compute_team_rows, has_other_teams
from tournaments.results.team_standings.standing_views import TeamStandingPage, load_edition_teams


class ResultSection(NamedTuple):
    """The results of a round, or the final ones."""

    of: int
    editions: tuple[TournamentEdition, ...]  # the newest first; including withdrawn ones
    missing: tuple[LinkedSentence, ...]
    changed: tuple[ChangeLine, ...]  # since the newest edition
    sign: str  # sign of the result that would be published now
    may_give_up: bool
    offers_lots: bool
    were_chosen: bool  # prizes, by the published result
    rounds_left: int = 0  # planned rounds that are left, if the final result would come before them
    may_go_on: bool = False  # it would be the final result, and another round may be played
    has_other_teams: bool = False  # the newest edition does not have the teams as they stand now

    @property
    def counting(self) -> TournamentEdition | None:
        """The edition that counts; None if there is none."""
        return find_latest_edition(self.editions, self.of)

    @property
    def is_new(self) -> bool:
        """True if there is an unpublished result."""
        return self.counting is None or bool(self.changed) or self.has_other_teams


def load_result_sections(stand: TournamentProgress, *, directs: bool) -> tuple[ResultSection, ...]:
    """Return the results of all rounds and the final one; missing items only for a person who may publish."""
    editions = load_standing_editions(stand.tournament)
    if not directs:
        published = sorted({edition.of for edition in editions}, key=_compute_last_first_key)
        return tuple(
            ResultSection(scope, _list_editions(editions, scope), (), (), "", False, False, False)
            for scope in published
        )
    standings = load_standings(stand, EVERYBODY)
    chosen = {scope for scope, _person in load_choices(stand.tournament, editions)}
    opened = [round_.number for round_ in stand.rounds if round_.started or not round_.closed]
    goes_on = stand.tournament.ended is None and can_go_on(standings)
    scopes = sorted([*opened, FINAL], key=_compute_newest_first_key if goes_on else _compute_last_first_key)
    return tuple(
        _build_section(standings, scope, _list_editions(editions, scope), chosen=scope in chosen) for scope in scopes
    )


def _compute_last_first_key(scope: int) -> int:
    return -scope if scope else -(10**6)


def _compute_newest_first_key(scope: int) -> int:
    """Return the order while rounds are still to be played: the page's first button must not end the tournament."""
    return -scope


def _list_editions(editions: Sequence[TournamentEdition], scope: int) -> tuple[TournamentEdition, ...]:
    return tuple(edition for edition in reversed(editions) if edition.of == scope)


def _build_section(
    standings: Standings, scope: int, editions: tuple[TournamentEdition, ...], *, chosen: bool
) -> ResultSection:
    stand = standings.stand
    missing = list_missing(standings, scope)
    counting = find_latest_edition(editions, scope)
    changes = compute_standing_changes(counting.rows, compute_rows(standings, scope)) if counting is not None else ()
    round_ = stand.get_round(scope) if scope else None
    return ResultSection(
        scope,
        editions,
        format_missing(stand.tournament, missing),
        _format_changes(changes, standings.people, scope, stand.settings),
        compute_result_sign(standings, scope),
        may_give_up=round_ is not None and not round_.started,
        offers_lots=has_only_lots([missing_item.code for missing_item in missing]),
        were_chosen=chosen,
        rounds_left=0 if scope or counting is not None else count_rounds_left(standings),
        may_go_on=not scope and counting is None and can_go_on(standings),
        has_other_teams=counting is not None and has_other_teams(counting, compute_team_rows(standings, scope)),
    )


def _format_changes(
    changes: Sequence[EditionChange[EditionRow]], people: People, scope: int, settings: Settings
) -> tuple[ChangeLine, ...]:
    """Return the changes with names."""
    columns = list_shown_columns(settings, scope)
    return format_changes(
        changes, lambda person: people.get_player(person).name, lambda row: _format_result(row, people, scope, columns)
    )


def _format_result(row: EditionRow, people: People, scope: int, columns: Sequence[StandingColumn]) -> str:
    (line,) = read_lines([row], people, scope)
    texts = [(column, column.text(column.value(line), True)) for column in columns]
    numbers = [text if is_money(column) else f"{column.head} {text}" for column, text in texts]
    replaced = f", {row.replaced} ×" if row.replaced else ""
    return f"{row.rank}. ({', '.join(numbers)}{replaced})"


class EditionPage(NamedTuple):
    """A published result, and its changes against the previous edition."""

    edition: TournamentEdition
    shown: StandingPage
    changed: tuple[ChangeLine, ...]
    is_newest: bool
    teams: TeamStandingPage | None = None  # the teams' result, published with it

    @property
    def counts(self) -> bool:
        """True if it is the result that counts."""
        return self.is_newest and self.edition.withdrawn is None


def load_edition_page(stand: TournamentProgress, scope: int, number: int) -> EditionPage | None:
    """Return a published result; None if there is no such edition."""
    editions = {edition.number: edition for edition in load_standing_editions(stand.tournament) if edition.of == scope}
    current = editions.get(number)
    if current is None:
        return None
    before = editions.get(number - 1)
    persons = {row.person for edition in (current, before) if edition is not None for row in edition.rows}
    people = load_people(stand.tournament, persons, EVERYBODY)
    changes = compute_standing_changes(before.rows, current.rows) if before is not None else ()
    shown = build_edition_page(current, people, stand.settings)
    return EditionPage(
        current,
        shown,
        _format_changes(changes, people, scope, stand.settings),
        find_latest_edition(editions.values(), scope) == current,
        load_edition_teams(stand, current),
    )


@never_cache
def show_results(request: HttpRequest, slug: uuid.UUID) -> HttpResponse:
    """Show the published results; the director also sees the results to publish, and what is missing."""
    return _render_page(request, slug)


def _render_page(request: HttpRequest, slug: uuid.UUID, text: str = "") -> HttpResponse:
    account = find_account(request)
    stand = load_recent_progress(slug) if account is None else find_progress(slug)
    directs = view_helpers.is_director(request, stand.tournament)
    context = {
        "tournament": stand.tournament,
        "sections": load_result_sections(stand, directs=directs),
        "directs": directs,
        "problem": text,
    }
    return view_helpers.render_page(
        request, "tournaments/results/final_results/results.html", context, status=400 if text else 200
    )


def show_results_problem(request: HttpRequest, slug: uuid.UUID, problem_text: str) -> HttpResponse:
    """Show the results page with a problem."""
    return _render_page(request, slug, problem_text)


def run_posted_action(
    request: HttpRequest,
    slug: uuid.UUID,
    do: Callable[[Tournament], object],
    render_problem: Callable[[Tournament, str], HttpResponse],
    page: str,
) -> HttpResponse:
    """Carry out a posted action and return to its page; a GET request only leads back."""
    tournament = view_helpers.find_own_tournament(request, slug)
    if request.method != "POST":
        return redirect(page, slug=slug)
    return view_helpers.run_action(
        lambda: do(tournament),
        lambda refused: render_problem(tournament, format_refusal(refused)),
        page,
        slug=slug,
    )


def _run_action(request: HttpRequest, slug: uuid.UUID, do: Callable[[Tournament], object]) -> HttpResponse:
    return run_posted_action(request, slug, do, lambda _row, text: _render_page(request, slug, text), "results")


def handle_publication(request: HttpRequest, slug: uuid.UUID, number: int) -> HttpResponse:
    """Publish the result of a round, or (0) the final one."""
    tournament = view_helpers.find_own_tournament(request, slug)
    again = find_latest_edition(load_standing_editions(tournament), number) is not None
    if request.method == "POST" and again and (asked := authentication.ask_for_password(request)) is not None:
        return asked  # people have seen the first one
    # By GET, too: whoever settles a fee there returns to the question.
    asks = number == FINAL and "asked" not in request.POST
    if asks and (question := load_final_question(find_progress(slug))) is not None:
        sign = request.POST.get("seen", question["seen"])
        context = {"tournament": tournament, "question": question, "seen": sign}
        return view_helpers.render_page(request, "tournaments/results/final_results/publish_final.html", context)

    def do(_tournament: Tournament) -> object:
        return perform_posted(request, find_own_scope(request, slug, number), PublishResult)

    return _run_action(request, slug, do)


def handle_lots(request: HttpRequest, slug: uuid.UUID, number: int) -> HttpResponse:
    """Draw the lots that decide between equal ranks."""
    spot = find_own_scope(request, slug, number)
    return _run_action(request, slug, lambda _row: perform_posted(request, spot, DrawLots, what=RANK))


def handle_give_up(request: HttpRequest, slug: uuid.UUID, number: int) -> HttpResponse:
    """Give up a round that was opened but not played."""

    def do(_tournament: Tournament) -> object:
        return perform_posted(request, find_round(slug, number).round, GiveUpRound)

    return _run_action(request, slug, do)


def show_edition(request: HttpRequest, slug: uuid.UUID, number: int, edition: int) -> HttpResponse:
    """Show a published result."""
    stand = load_recent_progress(slug)
    edition_page = load_edition_page(stand, number, edition)
    if edition_page is None:
        raise Http404
    story = load_result_story(stand, edition_page.edition) if edition_page.counts else None
    if story is not None and number == FINAL:
        edition_page = edition_page._replace(shown=add_rounds(edition_page.shown, story.courses, stand.settings))
    shown, part = cut_standing(edition_page.shown, read_page_number(request))
    context = {
        "tournament": stand.tournament,
        "of": number,
        "found": edition_page,
        "blocks": render_blocks(shown, slug, courses=story and story.courses),
        "part": part,
        "tabs": [round_.number for round_ in stand.rounds if round_.drawn],
        "story": story,
    }
    preview = build_standing_preview(request, stand.tournament, number, _("Published result"))
    return view_helpers.render_page(
        request, "tournaments/results/final_results/edition.html", context | {"preview": preview}
    )


def handle_prizes(request: HttpRequest, slug: uuid.UUID) -> HttpResponse:
    """Show the list of prizes; POST adds one."""
    if request.method != "POST":
        return _render_prize_page(request, view_helpers.find_own_tournament(request, slug))
    return _run_prize_action(request, slug, lambda row: perform_posted(request, row, AddPrize))


def handle_prize(request: HttpRequest, slug: uuid.UUID, number: int) -> HttpResponse:
    """Remove a prize from the list."""
    return _run_prize_action(request, slug, lambda row: perform_posted(request, row, RemovePrize, prize=number))


def handle_choice(request: HttpRequest, slug: uuid.UUID, number: int) -> HttpResponse:
    """Record a player's choice of the prizes of a round, or (0) of the whole tournament."""

    def do(_row: Tournament) -> None:
        sent = build_action_form(ChoosePrize)(request.POST).parse()
        choice = ChoosePrize.build(person=sent["person"], prize=sent["prize"])  # the page names the prize by its id
        spot, by = find_own_scope(request, slug, number), view_helpers.get_director(request)
        choice.perform(spot, sent["key"], by, sent["reason"])

    return _run_prize_action(request, slug, do)


def handle_choice_lots(request: HttpRequest, slug: uuid.UUID, number: int) -> HttpResponse:
    """Draw the lots that decide which of several equal players chooses first."""
    spot = find_own_scope(request, slug, number)
    return _run_prize_action(request, slug, lambda _row: perform_posted(request, spot, DrawLots, what=CHOICE))


def _run_prize_action(request: HttpRequest, slug: uuid.UUID, do: Callable[[Tournament], object]) -> HttpResponse:
    return run_posted_action(request, slug, do, partial(_render_prize_page, request, typed=request.POST), "prizes")


def _render_prize_page(request: HttpRequest, tournament: Tournament, text: str = "", typed: Any = ()) -> HttpResponse:
    scopes = load_scope_sections(tournament)
    chosen, count = (
        sum(len(section.scope.taken) for section in scopes),
        sum(len(section.scope.prizes) for section in scopes),
    )
    context = {
        "tournament": tournament,
        "scopes": scopes,
        "chosen": chosen,
        "all": count,
        "left": count - chosen,
        "turn": next((section.waiting[0].name for section in scopes if section.waiting and section.scope.turn), ""),
        "is_chosen_out": all(section.is_chosen_out or not section.scope.prizes for section in scopes),
        "changing": view_helpers.parse_ids(request.GET.get("change", "").split("-")),  # the round and the person
        "rounds": tournament.rounds.order_by("number").values_list("number", flat=True),
        "choosers": load_settings(tournament).choosers,
        "problem": text,
        "typed": typed,
    }
    return view_helpers.render_page(
        request, "tournaments/results/final_results/prizes.html", context, status=400 if text else 200
    )
