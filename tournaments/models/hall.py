"""The hall of a tournament: what its walls show now, and how far the ceremony has come. No act: it decides nothing."""

from django.db import models

from tournaments.models.tournament import Tournament

ANNOUNCEMENT_LENGTH = 160
DIGEST_LENGTH = 16


class Hall(models.Model):
    """The walls of a tournament, as its director arranges them; without a row there is one wall, by itself."""

    tournament = models.OneToOneField(Tournament, on_delete=models.PROTECT, primary_key=True, related_name="hall")
    version = models.PositiveIntegerField(default=0)  # raised with each change: the walls' pages follow it
    # JSON: the arrangement of each wall (tournaments/results/projector/walls.py).
    walls = models.TextField(default="[]")
    announcement = models.CharField(max_length=ANNOUNCEMENT_LENGTH, blank=True, default="")
    step = models.PositiveSmallIntegerField(null=True, blank=True)  # of the ceremony; none: it is not held now
    from_last = models.BooleanField(default=False)  # the ceremony begins with the last place; else with the last prize
    picture = models.CharField(max_length=DIGEST_LENGTH, blank=True, default="")  # digest of the sponsor's; "": none

    def __str__(self) -> str:
        return f"{self.tournament_id}"


class HallPicture(models.Model):
    """The sponsor's picture for the walls, drawn by ourselves (tarockclub/platform/club_look/logo.py)."""

    hall = models.OneToOneField(Hall, on_delete=models.CASCADE, primary_key=True, related_name="+")
    png = models.BinaryField()

    def __str__(self) -> str:
        return f"{self.hall_id}"
