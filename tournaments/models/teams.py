"""Teams of a tournament: two, three or four players with one result."""

from django.db import models

from tarockclub.models import NAME_LENGTH
from tournaments.models.tournament import Entrant, Tournament


class Team(models.Model):
    """A team, with its number and name; one that was dissolved keeps both."""

    tournament = models.ForeignKey(Tournament, on_delete=models.PROTECT, related_name="teams")
    number = models.PositiveIntegerField()  # from 1
    name = models.CharField(max_length=NAME_LENGTH)
    gone = models.DateTimeField(null=True, blank=True)  # dissolved

    class Meta:
        constraints = [  # noqa: RUF012 -- Django's own declaration
            models.UniqueConstraint(fields=["tournament", "number"], name="team_number_once"),
        ]

    def __str__(self) -> str:
        return self.name


class TeamMember(models.Model):
    """An entrant who plays for a team; after leaving it the entrant has no row (the acts record the time)."""

    team = models.ForeignKey(Team, on_delete=models.PROTECT, related_name="members")
    entrant = models.OneToOneField(Entrant, on_delete=models.PROTECT, related_name="membership")

    def __str__(self) -> str:
        return f"{self.team_id}: {self.entrant_id}"
