"""Belongings of a tournament beside its course: roles, teams, lists of names, the walls of its hall, invitation."""

from django.db import models

from tarockclub.models import NAME_LENGTH, Account, Club, Person
from tournaments.models.tournament import Entrant, Tournament

DIGEST_LENGTH = 16  # of a picture


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


HEADINGS_LENGTH, KINDS_LENGTH = 2000, 1000


class ListColumns(models.Model):
    """The meaning of the columns under some headings, as somebody has chosen it; no cell of a list is kept."""

    club = models.ForeignKey(Club, on_delete=models.PROTECT, related_name="+")
    headings = models.CharField(max_length=HEADINGS_LENGTH)  # folded, one a line
    kinds = models.CharField(max_length=KINDS_LENGTH)  # separated by commas; "": not used; "=": as recognised

    class Meta:
        constraints = [  # noqa: RUF012 -- Django's own declaration
            models.UniqueConstraint(fields=["club", "headings"], name="list_columns_once_in_club"),
        ]

    def __str__(self) -> str:
        return f"{self.club_id}"


class Spelling(models.Model):
    """A name as lists spell it, of whom somebody has said who it is."""

    club = models.ForeignKey(Club, on_delete=models.PROTECT, related_name="+")
    person = models.ForeignKey(Person, on_delete=models.PROTECT, related_name="+")
    name = models.CharField(max_length=NAME_LENGTH)  # folded

    class Meta:
        constraints = [  # noqa: RUF012 -- Django's own declaration
            models.UniqueConstraint(fields=["club", "name"], name="spelling_once_in_club"),
        ]

    def __str__(self) -> str:
        return f"{self.person_id}"


ANNOUNCEMENT_LENGTH = 160


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


PLACE_LENGTH, LINE_LENGTH, TEXT_LENGTH = 120, 160, 2000


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
