"""People whom a tournament invites by the standings of a season: its first, or whoever has played often enough."""

from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

from django import forms
from django.db.models import F
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from tournaments.models import Application, Entrant, Season, SeasonEvent, SeasonResult, Tournament
from tournaments.people.invitations.actions import read_invitation
from tournaments.people.registration.inviting import find_latest_choice
from tournaments.people.registration.page import format_application_state, list_registration_rows
from tournaments.people.registration.services import find_own_secret
from tournaments.seasons.season.data import SeasonProgress, load_season_progress
from tournaments.seasons.season.settings import parse_season_settings
from tournaments.seasons.season.standing import SeasonLine

MOST_PLACES = 500
COMES, DECLINES, UNANSWERED = "comes", "declines", "open"


class Invitee(NamedTuple):
    """Somebody whom a season's standing names."""

    number: int  # in the register
    name: str
    rank: int
    days: int


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

    def list_next(self, tournament: Tournament) -> list[Invitee]:
        """Return the people who are still to be invited; only after is_valid()."""
        stand = load_season_progress(self.seasons[self.cleaned_data["season"]])
        cup = self.cleaned_data.get("cup")
        lines = list_cup_lines(stand, int(cup)) if cup else stand.standing.lines
        least = self.cleaned_data["least"] or 0
        chosen = choose_lines(lines, load_answers(tournament), self.cleaned_data["first"] or len(lines), least)
        people = ((stand.people[line.who], line) for line in chosen)
        return [Invitee(person.number, person.real or person.name, line.rank, line.days) for person, line in people]


def _list_finals(tournament: Tournament) -> set[int]:
    """Return the seasons (ids) whose final a tournament is."""
    finals = SeasonEvent.objects.filter(tournament=tournament, kind=SeasonEvent.Kind.FINAL, gone=None)
    return set(finals.values_list("season", flat=True))


def _list_seasons(tournament: Tournament) -> list[Season]:
    """Return the seasons of players of a club, the one whose final a tournament is first, then the latest."""
    its_own = _list_finals(tournament)
    seasons = Season.objects.filter(club=tournament.club_id).order_by("-pk")
    found = [season for season in seasons if not parse_season_settings(season.settings).teams]
    return sorted(found, key=lambda season: season.pk not in its_own)


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
    kept, last = 0, 0
    for line in lines:
        if not line.rank or line.days < least or answers.get(line.who) == DECLINES:
            continue
        if kept >= first and line.rank != last:
            break
        kept, last = kept + 1, line.rank
        if line.who not in answers:
            chosen.append(line)
    return chosen


def load_answers(tournament: Tournament) -> dict[int, str]:
    """Return what people have answered, by their ids, merged ones by who they are now; who takes part comes."""
    playing = Entrant.objects.filter(tournament=tournament).values_list("person", "person__merged_into", "withdrawn")
    found = {into or person: COMES if gone is None else DECLINES for person, into, gone in playing}
    asked = Application.objects.filter(tournament=tournament, entrant=None).exclude(invited=None)
    for person, into, state in asked.values_list("invited", "invited__merged_into", "decided_as"):
        found.setdefault(into or person, DECLINES if state else UNANSWERED)
    return found


class Invited(NamedTuple):
    """Somebody who was invited, with the answer."""

    application: Application
    state: str
    path: str  # of the own link; "" where there is an answer
    is_there: bool


def list_invited(tournament: Tournament) -> list[Invited]:
    """Return everybody who was invited, those without an answer first."""
    rows = list_registration_rows(tournament).exclude(invited=None).select_related("invited").order_by("pk")
    found = []
    for row in rows:
        secret = find_own_secret(tournament, row.key) if not row.decided_as else ""
        path = reverse("own_place", args=[tournament.slug, secret]) if secret else ""
        is_there = row.entrant is not None and row.entrant.arrived is not None
        found.append(Invited(row, format_application_state(row), path, is_there))
    return sorted(found, key=lambda invited: bool(invited.application.decided_as))
