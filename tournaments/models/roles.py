"""The roles of accounts in one tournament only."""

from django.db import models

from tarockclub.models import Account
from tournaments.models.tournament import Tournament


class TournamentRole(models.Model):
    """A role of an account in one tournament, beside the one that it has for the club, if any."""

    account = models.ForeignKey(Account, on_delete=models.CASCADE, related_name="tournament_roles")
    tournament = models.ForeignKey(Tournament, on_delete=models.PROTECT, related_name="roles")
    role = models.CharField(max_length=12, choices=Account.Role.choices)

    class Meta:
        constraints = [  # noqa: RUF012 -- Django's own declaration
            models.UniqueConstraint(fields=["tournament", "account"], name="tournament_role_once"),
        ]

    def __str__(self) -> str:
        return f"{self.tournament_id}: {self.account_id} {self.role}"
