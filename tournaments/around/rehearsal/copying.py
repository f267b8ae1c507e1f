"""Beginning a rehearsal: the prepared tournament once more, drawn anew and quick, with somebody who comes late."""

import uuid

from django.db import transaction
from django.utils.translation import gettext as _

from tarockclub.kit.idempotency import is_key
from tarockclub.models import NAME_LENGTH
from tarockclub.platform.accounts.actors import ANONYMOUS, Actor
from tarockclub.platform.accounts.club_log import Kind as LogKind
from tarockclub.platform.accounts.club_log import record_access
from tarockclub.platform.accounts.persons import lock_club
from tournaments.around.planning.copier import CopyParts, copy_parts
from tournaments.core.acts import ActionRefused
from tournaments.core.selectors import load_settings
from tournaments.core.settings import Settings
from tournaments.hall.draw.actions import DrawSeats, PublishDraft
from tournaments.hall.draw.services import find_made_draft
from tournaments.hall.setup.actions import OpenRound, find_opened_round
from tournaments.hall.setup.services import create_tournament
from tournaments.models import Round, Tournament
from tournaments.people.entrants.actions import ChangeEntries
from tournaments.people.entrants.fee_actions import PayFees

TIMES = 10  # as fast as the real one
SHORTEST_ROUND = 2 * 60  # seconds
FEWEST = 4  # entrants
UNSEATABLE = 7  # the only number of players above three that fills no tables of four to six
DEBTORS = 2  # who have not paid yet
# The first round is opened by the rehearsal itself.
_PARTS = CopyParts(people=True, helpers=True, invitation=False, round_prizes=False)


def begin_rehearsal(tournament: Tournament, key: str, who: Actor = ANONYMOUS) -> Tournament:
    """Copy a prepared tournament up to the published draw of its first round; the same key is the same rehearsal.

    Raise ActionRefused("no_key"), ("begun_already"), ("is_rehearsal"), ("rehearsal_runs"), ("too_few_entrants").
    """
    if not is_key(key):
        raise ActionRefused("no_key")
    with transaction.atomic():
        club = lock_club(tournament.club)
        existing = Tournament.everything.filter(start_key=key, rehearsal_of=tournament).first()
        if existing is not None:
            return existing
        _must_be_possible(tournament)
        with record_access(club.pk, LogKind.REHEARSAL, who, tournament=tournament.pk, begun=True):
            rehearsal = create_tournament(
                key,
                club,
                _("Rehearsal: %(tournament)s") % {"tournament": tournament.name[: NAME_LENGTH - 16]},
                tournament.day,
                _shorten_rounds(load_settings(tournament)),
                who,
                rehearsal_of=tournament,
            )
            _draw_first_round(rehearsal, copy_parts(tournament, rehearsal, _create_key(), _PARTS, who), who)
    return Tournament.everything.select_related("club").get(pk=rehearsal.pk)


def _must_be_possible(tournament: Tournament) -> None:
    if not tournament.counts:
        raise ActionRefused("is_rehearsal")
    if tournament.frozen is not None or tournament.archived is not None:
        raise ActionRefused("begun_already")
    if Tournament.everything.filter(club=tournament.club_id).exclude(rehearsal_of=None).exists():
        raise ActionRefused("rehearsal_runs")
    if tournament.entrants.filter(withdrawn=None, person__erased=None).count() < FEWEST:
        raise ActionRefused("too_few_entrants")


def _shorten_rounds(settings: Settings) -> Settings:
    """Return the settings with rounds that last a tenth; a round without a limit of time is only played faster."""
    if not settings.round_seconds:
        return settings
    return settings._replace(
        round_seconds=max(SHORTEST_ROUND, settings.round_seconds // TIMES),
        larger_seconds=tuple(seconds and max(SHORTEST_ROUND, seconds // TIMES) for seconds in settings.larger_seconds),
        silent_seconds=settings.silent_seconds // TIMES,
        overtime_seconds=settings.overtime_seconds // TIMES,
    )


def _draw_first_round(rehearsal: Tournament, entrants: list[int], who: Actor) -> None:
    """Open the first round: most have paid, tables are drawn and laid, the last one of the list comes afterwards."""
    round_ = find_opened_round(OpenRound().perform(rehearsal, _create_key(), who))
    present = entrants[:-1] if len(entrants) > FEWEST and len(entrants) - 1 != UNSEATABLE else entrants
    ChangeEntries(come=present).perform(round_, _create_key(), who)
    if load_settings(rehearsal).fee:
        PayFees(entrants=present[:-DEBTORS]).perform(round_, _create_key(), who)
    drawn = DrawSeats(way="lots").perform(round_, _create_key(), who)
    publication = PublishDraft(draft=find_made_draft(drawn).number)
    publication.perform(Round.objects.get(pk=round_.pk), _create_key(), who)
    if late := entrants[len(present) :]:
        ChangeEntries(come=late).perform(Round.objects.get(pk=round_.pk), _create_key(), who)


def _create_key() -> str:
    return str(uuid.uuid4())
