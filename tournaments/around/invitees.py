"""Invitations to a tournament by the standings of a season: whom, what they get, the staff's page."""

import uuid
from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Any
from urllib.parse import urlencode

from django import forms
from django.db.models import F
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.urls import reverse
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from scoring.book.access.links import get_site_address
from scoring.book.access.permissions import find_actor
from tarockclub.kit.days import DayField
from tarockclub.kit.form_fields import LONGEST_ID, TextField
from tarockclub.kit.text import parse_whole
from tarockclub.kit.words import get_current_language
from tarockclub.platform.accounts.looks import TOURNAMENT_FILE, note_file
from tarockclub.platform.server.downloads import build_download
from tournaments.around.invited_papers import CSV, FORMS, format_for_group, list_invited, render_invited, render_letters
from tournaments.core import view_helpers
from tournaments.core.acts import ActionRefused
from tournaments.core.view_helpers import ActionForm
from tournaments.models import Application, Entrant, Season, SeasonEvent, SeasonResult, Tournament
from tournaments.people.invitations.actions import read_invitation
from tournaments.people.registration.inviting import AnswerInvitation, InvitePeople, count_answers, find_latest_choice
from tournaments.seasons.season.data import SeasonProgress, load_season_progress
from tournaments.seasons.season.settings import parse_season_settings
from tournaments.seasons.season.standing import SeasonLine

MOST_PLACES = 500
COMES, DECLINES, UNANSWERED = "comes", "declines", "open"


class InviteesForm(forms.Form):
    """The standing, and how far it invites."""

    season = forms.ChoiceField(label=_("Season"))
    cup = forms.ChoiceField(
        label=_("By the places of"),
        help_text=_(
            "A cup that carries points into the season may have a quota of its own: invite from one after another."
        ),
        required=False,
    )
    first = forms.IntegerField(
        label=_("Number, from the first place on"),
        help_text=_("If somebody declines, the next one moves up. Empty: everybody."),
        required=False,
        min_value=1,
        max_value=MOST_PLACES,
    )
    least = forms.IntegerField(
        label=_("Least number of tournaments played"), required=False, min_value=1, max_value=MOST_PLACES
    )

    def __init__(self, tournament: Tournament, typed: Mapping[str, str]) -> None:
        seasons, most = _list_seasons(tournament), read_invitation(tournament).most
        is_clear = bool(seasons and most and _list_finals(tournament))  # who comes to a final, and how many
        usual = {"season": str(seasons[0].slug), "first": most} if is_clear else None
        super().__init__(typed or find_latest_choice(tournament) or usual)
        self.fields["season"].choices = [(str(season.slug), season.name) for season in seasons]  # type: ignore[attr-defined]  # of a ChoiceField
        self.seasons = {str(season.slug): season for season in seasons}
        cups = SeasonEvent.objects.filter(season__in=seasons, kind=SeasonEvent.Kind.CARRIED, gone=None)
        self._cups = {str(event.pk): event for event in cups.select_related("season").order_by("number")}
        names = [(pk, f"{event.name} ({event.season.name})") for pk, event in self._cups.items()]
        self.fields["cup"].choices = [("", _("the whole season")), *names]  # type: ignore[attr-defined]  # of a ChoiceField
        if not names:
            del self.fields["cup"]

    def clean(self) -> dict[str, Any]:
        """Refuse the cup of another season, and a number of tournaments that nobody knows."""
        cleaned: dict[str, Any] = super().clean() or {}
        cup = self._cups.get(cleaned.get("cup", ""))
        if cup is not None and str(cup.season.slug) != cleaned.get("season"):
            self.add_error("cup", _("This cup carries its points into another season."))
        if cup is not None and cleaned.get("least") and not _load_days(cup.pk):
            self.add_error(
                "least",
                _("The list of this cup does not say how many tournaments somebody played: it has no such column."),
            )
        return cleaned

    def list_next(self, tournament: Tournament) -> list[dict[str, Any]]:
        """Return the people who are still to be invited; only after is_valid()."""
        stand = load_season_progress(self.seasons[self.cleaned_data["season"]])
        cup = self.cleaned_data.get("cup")
        lines = list_cup_lines(stand, int(cup)) if cup else stand.standing.lines
        least = self.cleaned_data["least"] or 0
        chosen = choose_lines(lines, load_answers(tournament), self.cleaned_data["first"] or len(lines), least)
        people = ((stand.people[line.who], line) for line in chosen)
        return [
            {
                "number": person.number,  # in the register
                "name": person.real or person.name,
                "rank": line.rank,
                "days": line.days,
            }
            for person, line in people
        ]

    def list_quotas(self, tournament: Tournament) -> list[dict[str, Any]]:
        """Return how far the quota of each cup of the season is filled; only after is_valid() and with a number."""
        first, season = self.cleaned_data["first"], self.cleaned_data["season"]
        cups = [cup for cup in self._cups.values() if str(cup.season.slug) == season]
        if not first or not cups:
            return []
        stand, answers = load_season_progress(self.seasons[season]), load_answers(tournament)
        declining = {who: answer for who, answer in answers.items() if answer == DECLINES}
        quotas = []
        for cup in cups:
            within = choose_lines(list_cup_lines(stand, cup.pk), declining, first, 0)
            counts = Counter(answers.get(line.who, "") for line in within)
            quotas.append(
                {
                    "cup": cup.name,
                    "comes": counts[COMES],
                    "asked": counts[UNANSWERED],
                    "next": counts[""],
                    "query": urlencode({"season": season, "first": first, "cup": cup.pk}),
                }
            )
        return quotas


def _list_finals(tournament: Tournament) -> set[int]:
    """Return the seasons (ids) whose final a tournament is."""
    finals = SeasonEvent.objects.filter(tournament=tournament, kind=SeasonEvent.Kind.FINAL, gone=None)
    return set(finals.values_list("season", flat=True))


def _list_seasons(tournament: Tournament) -> list[Season]:
    """Return the seasons of players of a club, the one whose final a tournament is first, then the latest."""
    its_own = _list_finals(tournament)
    seasons = Season.objects.filter(club=tournament.club_id).order_by("-pk")
    of_players = [season for season in seasons if not parse_season_settings(season.settings).teams]
    return sorted(of_players, key=lambda season: season.pk not in its_own)


def list_cup_lines(stand: SeasonProgress, cup: int) -> list[SeasonLine]:
    """Return the places of a cup (the id of the event by which it carries its points) like lines of a standing.

    How often somebody has played is what the list of the cup says.
    """
    rows = [row for event in stand.events if event.event.pk == cup for row in event.rows if row.rank]
    days = _load_days(cup)
    return [
        SeasonLine(row.rank, shared=False, who=row.who, points=0, days=days.get(row.who, 0), got=(), days_points=0)
        for row in sorted(rows, key=lambda row: row.rank)
    ]


def _load_days(cup: int) -> dict[int, int]:
    """Return in how many tournaments of a cup people have played, by their ids, as its list says it."""
    rows = SeasonResult.objects.filter(event=cup, edition=F("event__edition")).exclude(days=None)
    counts = rows.values_list("person", "person__merged_into", "days")
    return {into or person: days or 0 for person, into, days in counts}


def choose_lines(lines: Iterable[SeasonLine], answers: Mapping[int, str], first: int, least: int) -> list[SeasonLine]:
    """Return the lines still to be invited: of the first so many who have not declined, those who were not asked yet.

    Who shares the last place is invited too.

    >>> lines = [SeasonLine(rank, False, who, 0, 5, (), 0) for rank, who in ((1, 7), (2, 8), (3, 9), (4, 6))]
    >>> [line.who for line in choose_lines(lines, {7: COMES, 8: DECLINES}, 2, 0)]
    [9]
    """
    chosen: list[SeasonLine] = []
    places_taken, last = 0, 0
    for line in lines:
        if not line.rank or line.days < least or answers.get(line.who) == DECLINES:
            continue
        if places_taken >= first and line.rank != last:
            break
        places_taken, last = places_taken + 1, line.rank
        if line.who not in answers:
            chosen.append(line)
    return chosen


def load_answers(tournament: Tournament) -> dict[int, str]:
    """Return what people have answered, by their ids, merged ones by who they are now; who takes part comes."""
    playing = Entrant.objects.filter(tournament=tournament).values_list("person", "person__merged_into", "withdrawn")
    answers = {into or person: COMES if withdrawn is None else DECLINES for person, into, withdrawn in playing}
    asked = Application.objects.filter(tournament=tournament, entrant=None).exclude(invited=None)
    for person, into, state in asked.values_list("invited", "invited__merged_into", "decided_as"):
        answers.setdefault(into or person, DECLINES if state else UNANSWERED)
    return answers


class LettersForm(forms.Form):
    """The day for the answer in the letters; none where entries close at a time that is set."""

    by = DayField(label=_("Answer by"), required=False)


_STANDING_CHOICES = ("season", "first", "least")  # with the invitations
_CHOICES = (*_STANDING_CHOICES, "cup")
As = Application.As


class AnswerForm(ActionForm):
    """People to invite, by their numbers with commas; or an answer, with the id of the registration."""

    people = TextField()
    comes = TextField()
    declines = TextField()


def handle_invited(request: HttpRequest, slug: uuid.UUID) -> HttpResponse:
    """Show who is invited and who is next; POST invites the next ones, or notes an answer."""
    tournament = view_helpers.find_own_tournament(request, slug)
    if request.method != "POST":
        return _render_page(request, tournament)
    sent = AnswerForm(request.POST).parse()
    try:
        if sent["people"]:
            numbers = [parse_whole(text, LONGEST_ID) or 0 for text in sent["people"].split(",")]
            form = _build_form(request, tournament)
            choices = form.cleaned_data if form.is_valid() else {}
            chosen = {name: choices[name] for name in _STANDING_CHOICES if choices.get(name)}
            action = InvitePeople.build_here(tournament, people=numbers, **chosen)
            action.perform(tournament, sent["key"], find_actor(request))
        else:
            _note_answer(request, tournament, sent)
    except ActionRefused as refused:
        return _render_page(request, tournament, 409, **view_helpers.format_problem(refused))
    return redirect(f"{reverse('invited', args=[slug])}?{_build_query(request)}saved=1")


def _build_form(request: HttpRequest, tournament: Tournament) -> InviteesForm:
    return InviteesForm(tournament, {name: request.GET[name] for name in _CHOICES if name in request.GET})


def _build_query(request: HttpRequest) -> str:
    """Return what was chosen, so that the next one to move up stands there after an answer."""
    chosen = {name: request.GET[name] for name in _CHOICES if name in request.GET}
    return f"{urlencode(chosen)}&" if chosen else ""


def _note_answer(request: HttpRequest, tournament: Tournament, sent: dict[str, Any]) -> None:
    number = parse_whole(sent["comes"] or sent["declines"], LONGEST_ID)
    application = get_object_or_404(Application, tournament=tournament, pk=number or 0)
    answer = AnswerInvitation(application=application.pk, comes=bool(sent["comes"]))
    answer.perform(tournament, sent["key"], find_actor(request))


def _render_page(request: HttpRequest, tournament: Tournament, status: int = 200, **more: Any) -> HttpResponse:
    answers = count_answers(tournament)
    form, invited = _build_form(request, tournament), list_invited(tournament)
    context = {
        "tournament": tournament,
        "form": form,
        "next": form.list_next(tournament) if form.is_valid() else None,
        "quotas": form.list_quotas(tournament) if form.is_valid() else (),
        "invited": invited,
        "letters_form": LettersForm() if read_invitation(tournament).closes is None else None,
        "for_group": format_for_group(tournament, invited) if invited else "",
        "counts": {"open": answers[As.OPEN], "taken": answers[As.TAKEN], "gone": answers[As.GONE]},
        "query": _build_query(request),
        **more,
    }
    return view_helpers.render_page(request, "tournaments/around/invitees/invited.html", context, status)


def send_invited(request: HttpRequest, slug: uuid.UUID, form: str) -> HttpResponse:
    """Send the invitations as a list, or a letter for each who has not answered yet."""
    tournament = view_helpers.find_own_tournament(request, slug)
    if form not in FORMS:
        raise Http404
    invited, site = list_invited(tournament), get_site_address(request)
    note_file(request, tournament.club_id, TOURNAMENT_FILE, form, of=tournament.pk)
    if form == CSV:
        content: str | bytes | None = render_invited(invited, site, get_current_language())
    else:
        asked = LettersForm(request.GET)
        content = render_letters(tournament, invited, site, asked.cleaned_data["by"] if asked.is_valid() else None)
    if content is None:
        return redirect("invited", slug=slug)
    title = gettext("Invitations")
    return build_download(content, f"{title}.{form}", FORMS[form])
