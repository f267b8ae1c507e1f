"""Writing the roles for single tournaments: the only code that does so."""

from django.db import transaction

from tarockclub.models import Account
from tarockclub.platform.accounts.actors import ANONYMOUS, Actor
from tarockclub.platform.accounts.club_log import Kind, record_access
from tarockclub.platform.accounts.persons import lock_club
from tournaments.models import Tournament, TournamentRole


@transaction.atomic
def give_role(tournament: Tournament, account: Account, role: str, who: Actor = ANONYMOUS) -> None:
    """Give an account of the club a role in this tournament, instead of the one it has there; "" takes it away."""
    lock_club(tournament.club)
    roles = TournamentRole.objects.filter(tournament=tournament, account=account)
    before = roles.values_list("role", flat=True).first() or ""
    if before == role:
        return
    facts = {"role": role, "tournament": tournament.pk}
    with record_access(tournament.club_id, Kind.TOURNAMENT_ROLE, who, account.person_id, **facts):
        if role:
            TournamentRole.objects.update_or_create(tournament=tournament, account=account, defaults={"role": role})
        else:
            roles.delete()
        has_some = TournamentRole.objects.filter(account=account).exists()
        Account.objects.filter(pk=account.pk).update(is_helper=has_some)
