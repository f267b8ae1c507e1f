"""Beginning a rehearsal: the prepared tournament once more, drawn anew and quick, with somebody who comes late."""

import uuid

from django.db import transaction
from django.utils.translation import gettext as _

from tarockclub.models import NAME_LENGTH
from tarockclub.platform.accounts.actors import ANONYMOUS, Actor
from tarockclub.platform.accounts.club_log import Kind as LogKind
from tarockclub.platform.accounts.club_log import record_event
from tarockclub.platform.accounts.persons import lock_club
from tournaments.core.acts import ActionRefused
from tournaments.core.editions import FINAL
from tournaments.core.selectors import load_settings
from tournaments.core.settings import Settings
from tournaments.hall.draw.separations import keep_apart, list_apart_pairs
from tournaments.hall.draw.services import draft
from tournaments.hall.draw.services import publish as publish_draw
from tournaments.hall.setup.services import create_tournament, open_round
from tournaments.models import Entrant, Hall, HallPicture, Prize, Round, Tournament, TournamentRole
from tournaments.people.entrants.round_entries import change_entries, pay
from tournaments.people.entrants.services import enter
from tournaments.people.name_lists.candidates import Newcomer
from tournaments.people.teams.rosters import load_memberships, load_teams
from tournaments.people.teams.services import TeamDetails, create_teams
from tournaments.results.final_results.prizes import add_prize

TIMES = 10  # as fast as the real one
SHORTEST_ROUND = 2 * 60  # seconds
FEWEST = 4  # entrants
UNSEATABLE = 7  # the only number of players above three that fills no tables of four to six
DEBTORS = 2  # who have not paid yet
_FIRST = 1  # round


def begin_rehearsal(tournament: Tournament, key: str, who: Actor = ANONYMOUS) -> Tournament:
    """Copy a prepared tournament up to the published draw of its first round; the same key is the same rehearsal.

    Raise ActionRefused("begun_already"), ("is_rehearsal"), ("rehearsal_runs"), ("too_few_entrants").
    """
    with transaction.atomic():
        club = lock_club(tournament.club)
        known = Tournament.everything.filter(start_key=key, rehearsal_of=tournament).first()
        if known is not None:
            return known
        _must_be_possible(tournament)
        made = create_tournament(
            key,
            club,
            _("Rehearsal: %(tournament)s") % {"tournament": tournament.name[: NAME_LENGTH - 16]},
            tournament.day,
            _shorten_rounds(load_settings(tournament)),
            who,
            rehearsal_of=tournament,
        )
        copied = _copy_people(tournament, made, who)
        _copy_around(tournament, made, copied, who)
        _draw_first_round(made, list(copied.values()), who)
        record_event(club.pk, LogKind.REHEARSAL, who, tournament=tournament.pk, begun=True)
    return Tournament.everything.select_related("club").get(pk=made.pk)


def _must_be_possible(tournament: Tournament) -> None:
    if tournament.is_rehearsal:
        raise ActionRefused("is_rehearsal")
    if tournament.frozen is not None or tournament.archived is not None:
        raise ActionRefused("begun_already")
    if Tournament.everything.filter(club=tournament.club_id).exclude(rehearsal_of=None).exists():
        raise ActionRefused("rehearsal_runs")
    if tournament.entrants.filter(withdrawn=None).count() < FEWEST:
        raise ActionRefused("too_few_entrants")


def _shorten_rounds(settings: Settings) -> Settings:
    """Return the settings with rounds that last a tenth; a round without a limit of time is only played faster."""
    if not settings.round_seconds:
        return settings
    return settings._replace(
        round_seconds=max(SHORTEST_ROUND, settings.round_seconds // TIMES),
        silent_seconds=settings.silent_seconds // TIMES,
        overtime_seconds=settings.overtime_seconds // TIMES,
    )


def _copy_people(tournament: Tournament, made: Tournament, who: Actor) -> dict[int, int]:
    """Enter the same people with their start numbers; return the new entrants (ids) by the old ones, in order."""
    rows = list(tournament.entrants.filter(withdrawn=None).select_related("person").order_by("number"))
    newcomers = [Newcomer(row.person.name, number=row.number, person=row.person_id) for row in rows]
    enter(made.pk, _create_key(), newcomers, (), who)
    new = dict(Entrant.objects.filter(tournament=made).values_list("person", "pk"))
    return {row.pk: new[row.person_id] for row in rows}


def _copy_around(tournament: Tournament, made: Tournament, copied: dict[int, int], who: Actor) -> None:
    """Copy what stands around the people: pairs kept apart, teams, prizes, helpers, walls."""
    for first, second in list_apart_pairs(tournament):
        if first in copied and second in copied:
            keep_apart(made.pk, _create_key(), (copied[first], copied[second]), who)
    members = {said.team: said.entrants for said in load_memberships(tournament)}
    teams = [
        TeamDetails(team.name, tuple(copied[entrant] for entrant in members.get(team.id, ()) if entrant in copied))
        for team in load_teams(tournament)
    ]
    if teams := [team for team in teams if team.entrants]:
        create_teams(made.pk, _create_key(), teams, who)
    for prize in Prize.objects.filter(tournament=tournament, gone=None, round=None).order_by("number"):
        add_prize(made.pk, _create_key(), FINAL, prize.name, prize.cents, who)
    TournamentRole.objects.bulk_create(
        TournamentRole(tournament=made, account_id=row.account_id, role=row.role)
        for row in TournamentRole.objects.filter(tournament=tournament)
    )
    hall = Hall.objects.filter(tournament=tournament).first()
    if hall is not None:
        picture = HallPicture.objects.filter(hall=hall).first()
        hall.tournament_id, hall.step = made.pk, None
        hall.save(force_insert=True)
        if picture is not None:
            HallPicture.objects.create(hall_id=made.pk, png=bytes(picture.png))


def _draw_first_round(made: Tournament, entrants: list[int], who: Actor) -> None:
    """Open the first round: most have paid, tables are drawn and laid, the last one of the list comes afterwards."""
    round_ = open_round(made.pk, _create_key(), who)
    here = entrants[:-1] if len(entrants) > FEWEST and len(entrants) - 1 != UNSEATABLE else entrants
    change_entries(round_, _create_key(), here, (), who)
    if load_settings(made).fee:
        pay(round_, _create_key(), here[:-DEBTORS], who)
    drawn = draft(round_, _create_key(), who)
    publish_draw(Round.objects.get(pk=round_.pk), _create_key(), drawn.number, who)
    if late := entrants[len(here) :]:
        change_entries(Round.objects.get(pk=round_.pk), _create_key(), late, (), who)


def _create_key() -> str:
    return str(uuid.uuid4())
