"""The invitation to a tournament: what everybody may know before the day, and how people register."""

from django.db import models

from tarockclub.models import NAME_LENGTH
from tournaments.models.tournament import Tournament

PLACE_LENGTH, LINE_LENGTH, TEXT_LENGTH = 120, 160, 2000
DIGEST_LENGTH = 16


class Invitation(models.Model):
    """The invitation to a tournament; without a row only its name and day are known. It decides no result."""

    class Registration(models.TextChoices):
        """The way in which players register on the public page."""

        CLOSED = ""
        ASK = "ask"  # the director confirms each of them
        AUTO = "auto"  # whoever is clear takes part at once

    tournament = models.OneToOneField(Tournament, on_delete=models.PROTECT, primary_key=True, related_name="invitation")
    starts = models.TimeField(null=True, blank=True)  # in the time zone of the program
    place = models.CharField(max_length=PLACE_LENGTH, blank=True, default="")  # the inn
    address = models.CharField(max_length=LINE_LENGTH, blank=True, default="")
    closes = models.DateTimeField(null=True, blank=True)  # of entries; none: with the first round
    most = models.PositiveSmallIntegerField(default=0)  # players; 0: any number
    contact = models.CharField(max_length=LINE_LENGTH, blank=True, default="")
    counts_for = models.CharField(max_length=LINE_LENGTH, blank=True, default="")
    remarks = models.CharField(max_length=TEXT_LENGTH, blank=True, default="")
    is_public = models.BooleanField(default=False)
    registration = models.CharField(max_length=4, choices=Registration.choices, blank=True, default="")
    lists_players = models.BooleanField(default=False)  # everybody may see who takes part
    # Its name as a template; "": it is none.
    template = models.CharField(max_length=NAME_LENGTH, blank=True, default="")
    picture = models.CharField(max_length=DIGEST_LENGTH, blank=True, default="")  # its digest; "": none

    def __str__(self) -> str:
        return f"{self.tournament_id}"


class InvitationPicture(models.Model):
    """The picture of an invitation, drawn by ourselves (tarockclub/platform/club_look/logo.py)."""

    invitation = models.OneToOneField(Invitation, on_delete=models.CASCADE, primary_key=True, related_name="+")
    png = models.BinaryField()

    def __str__(self) -> str:
        return f"{self.invitation_id}"
