"""The end of a rehearsal: all its rows go. The guards of the database let those of a rehearsal go, and no others."""

from collections.abc import Iterator
from datetime import timedelta

from django.db import router, transaction
from django.db.models import Model, QuerySet

from tarockclub.kit.time_source import now
from tarockclub.models import Account, Note
from tarockclub.platform.accounts.actors import ANONYMOUS, Actor
from tarockclub.platform.accounts.club_log import Kind, record_access
from tarockclub.platform.accounts.persons import lock_club, seal_texts
from tarockclub.platform.clubs.ownership import list_tournament_models
from tournaments.models import Tournament, TournamentRole

LASTS = timedelta(days=1)


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
    old = Tournament.everything.exclude(rehearsal_of=None).filter(made__lt=now() - LASTS)
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
