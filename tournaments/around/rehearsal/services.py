"""A rehearsal: begun as a copy of the prepared tournament, ended with all its rows; its refusals in words."""

import uuid
from collections.abc import Iterator
from datetime import timedelta

from django.db import router, transaction
from django.db.models import Model, QuerySet
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tarockclub.kit.hash_chain import is_key
from tarockclub.kit.time_source import now
from tarockclub.models import NAME_LENGTH, Account, Note
from tarockclub.platform.accounts.actors import ANONYMOUS, Actor
from tarockclub.platform.accounts.club_log import Kind, record_access
from tarockclub.platform.accounts.club_log import Kind as LogKind
from tarockclub.platform.accounts.persons import lock_club, seal_texts
from tarockclub.platform.clubs.ownership import list_tournament_models
from tournaments.around.planning.services import CopyParts, copy_parts
from tournaments.core.acts import ActionRefused
from tournaments.core.messages import register_sentences
from tournaments.core.selectors import load_settings
from tournaments.core.settings import Settings
from tournaments.hall.draw.actions import DrawSeats, PublishDraft
from tournaments.hall.draw.services import find_made_draft
from tournaments.hall.setup.actions import OpenRound, find_opened_round
from tournaments.hall.setup.services import create_tournament
from tournaments.models import Round, Tournament, TournamentRole
from tournaments.people.entrants.actions import ChangeEntries
from tournaments.people.entrants.fee_actions import PayFees

TIMES_FASTER = 10  # as fast as the real one
SHORTEST_ROUND = 2 * 60  # seconds
FEWEST_ENTRANTS = 4  # entrants
UNSEATABLE = 7  # the only number of players above three that fills no tables of four to six
DEBTORS = 2  # who have not paid yet
# The first round is opened by the rehearsal itself.
_COPIED_PARTS = CopyParts(people=True, helpers=True, invitation=False, round_prizes=False)


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
            _draw_first_round(rehearsal, copy_parts(tournament, rehearsal, _create_key(), _COPIED_PARTS, who), who)
    return Tournament.everything.select_related("club").get(pk=rehearsal.pk)


def _must_be_possible(tournament: Tournament) -> None:
    if not tournament.counts:
        raise ActionRefused("is_rehearsal")
    if any((tournament.frozen, tournament.archived, tournament.cancelled)):
        raise ActionRefused("begun_already")
    if Tournament.everything.filter(club=tournament.club_id).exclude(rehearsal_of=None).exists():
        raise ActionRefused("rehearsal_runs")
    if tournament.entrants.filter(withdrawn=None, person__erased=None).count() < FEWEST_ENTRANTS:
        raise ActionRefused("too_few_entrants")


def _shorten_rounds(settings: Settings) -> Settings:
    """Return the settings with rounds that last a tenth; a round without a limit of time is only played faster."""
    if not settings.round_seconds:
        return settings
    return settings._replace(
        round_seconds=max(SHORTEST_ROUND, settings.round_seconds // TIMES_FASTER),
        larger_seconds=tuple(
            seconds and max(SHORTEST_ROUND, seconds // TIMES_FASTER) for seconds in settings.larger_seconds
        ),
        silent_seconds=settings.silent_seconds // TIMES_FASTER,
        overtime_seconds=settings.overtime_seconds // TIMES_FASTER,
    )


def _draw_first_round(rehearsal: Tournament, entrants: list[int], who: Actor) -> None:
    """Open the first round: most have paid, tables are drawn and laid, the last one of the list comes afterwards."""
    round_ = find_opened_round(OpenRound().perform(rehearsal, _create_key(), who))
    present = entrants[:-1] if len(entrants) > FEWEST_ENTRANTS and len(entrants) - 1 != UNSEATABLE else entrants
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


# The guards of the database let the rows of a rehearsal go, and no others.

LONGEST_REHEARSAL = timedelta(days=1)


def end_rehearsal(rehearsal: Tournament, who: Actor = ANONYMOUS) -> bool:
    """Delete a rehearsal with everything that belongs to it; False if it was gone already, or is none."""
    with transaction.atomic():
        locked = Tournament.everything.select_for_update().exclude(rehearsal_of=None).filter(pk=rehearsal.pk).first()
        if locked is None:
            return False
        accounts = list(TournamentRole.objects.filter(tournament=locked).values_list("account", flat=True))
        lock_club(locked.club)
        with record_access(locked.club_id, Kind.REHEARSAL, who, tournament=locked.rehearsal_of_id, begun=False):
            _delete_all(locked, who)
            helpers = TournamentRole.objects.filter(account__in=accounts).values("account")
            Account.objects.filter(pk__in=accounts).exclude(pk__in=helpers).update(is_helper=False)
    return True


def _delete_all(rehearsal: Tournament, who: Actor) -> None:
    with seal_texts(rehearsal.club_id, who):
        _delete(Note._default_manager.filter(pk__in=_list_notes(rehearsal)))
    for model, path in list_tournament_models():  # the tournament itself comes last
        _delete(model._default_manager.filter(**{path or "pk": rehearsal.pk}))


def end_old_rehearsals() -> int:
    """End the rehearsals that have lasted a day; return how many."""
    old = Tournament.everything.exclude(rehearsal_of=None).filter(made__lt=now() - LONGEST_REHEARSAL)
    return sum(end_rehearsal(rehearsal) for rehearsal in old)


def _list_notes(rehearsal: Tournament) -> list[int]:
    return [note for rows, column in _iter_notes(rehearsal) for note in rows.values_list(column, flat=True)]


def _iter_notes(rehearsal: Tournament) -> Iterator[tuple[QuerySet[Model], str]]:
    """Yield the rows of a rehearsal that have a note, with its column."""
    for model, path in list_tournament_models():
        for field in model._meta.concrete_fields:
            if field.related_model is Note:
                rows = model._default_manager.filter(**{path or "pk": rehearsal.pk})
                yield rows.exclude(**{field.name: None}), field.attname


def _delete(rows: QuerySet[Model]) -> None:
    """Delete rows at once; the keys between them are checked at the end of the transaction."""
    rows._raw_delete(router.db_for_write(rows.model))


register_sentences(
    {
        "nobody_new": gettext_lazy(
            "This is a rehearsal: only people whom the register knows can come late or step in, so that nobody is left "
            "in it afterwards."
        ),
        "is_rehearsal": gettext_lazy("This is a rehearsal already."),
        "begun_already": gettext_lazy("This tournament has begun: only a prepared one can be rehearsed."),
        "rehearsal_runs": gettext_lazy("A rehearsal is going on already: end it first."),
        "too_few_entrants": gettext_lazy("Enter at least four people first: then there is a table."),
        "robots_busy": gettext_lazy("Too many rehearsals are going on on this server: try again later."),
    }
)
