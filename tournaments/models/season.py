"""Seasons: tournaments that count together, results of earlier ones that were typed in, and the acts.

Points are integers in hundredths of a cup point. Names are in Person, free text in Note, and nowhere else.
"""

import uuid

from django.db import models

from tarockclub.idempotency import KEY_LENGTH
from tarockclub.models import NAME_LENGTH, Club, LinkedAct, Note, Person
from tournaments.models.tournament import KIND_LENGTH, Tournament


class Season(models.Model):
    """A cup over several tournaments of a club; it may be one of many years ago."""

    club = models.ForeignKey(Club, on_delete=models.PROTECT, related_name="seasons")
    slug = models.UUIDField(unique=True, default=uuid.uuid4, editable=False)
    name = models.CharField(max_length=NAME_LENGTH)
    settings = models.TextField()  # JSON (season/settings.py)
    seed = models.CharField(max_length=32)  # hexadecimal; lots follow from it
    made = models.DateTimeField()
    ended = models.DateTimeField(null=True, blank=True)  # its final standing was published
    version = models.PositiveIntegerField(default=0)  # sequence number of its last act
    start_key = models.CharField(max_length=KEY_LENGTH, unique=True)
    start_digest = models.CharField(max_length=64)

    def __str__(self) -> str:
        return self.name


class SeasonEvent(models.Model):
    """An event of a season: a tournament of the program, one with only its result known, or carried points."""

    class Kind(models.TextChoices):
        """The way an event counts."""

        DAY = "day"  # one of many
        FINAL = "final"
        CARRIED = "carried"  # points from an earlier season

    season = models.ForeignKey(Season, on_delete=models.PROTECT, related_name="events")
    number = models.PositiveSmallIntegerField()  # from 1, in order of time
    kind = models.CharField(max_length=8, choices=Kind.choices, default=Kind.DAY)
    tournament = models.ForeignKey(
        Tournament, on_delete=models.PROTECT, null=True, blank=True, related_name="season_events"
    )  # none: its results were typed in
    name = models.CharField(max_length=NAME_LENGTH)  # of a tournament as it is called there
    day = models.DateField(null=True, blank=True)
    players = models.PositiveIntegerField(default=0)  # the number of participants, where not all of them were typed in
    edition = models.PositiveIntegerField(default=0)  # of the typed results that counts; 0: none
    gone = models.DateTimeField(null=True, blank=True)  # taken out of the season

    class Meta:
        constraints = [  # noqa: RUF012 -- Django's own declaration
            models.UniqueConstraint(fields=["season", "number"], name="season_event_number_once"),
        ]

    def __str__(self) -> str:
        return f"{self.season_id}/{self.number} {self.name}"


class SeasonResult(models.Model):
    """A person's result, typed in or read from a list; never changed: a new edition has all rows again."""

    event = models.ForeignKey(SeasonEvent, on_delete=models.PROTECT, related_name="results")
    edition = models.PositiveIntegerField()  # from 1
    person = models.ForeignKey(Person, on_delete=models.PROTECT, related_name="season_results")
    rank = models.PositiveIntegerField(default=0)  # 0: only the points are known
    points = models.BigIntegerField(null=True, blank=True)  # hundredths; none: they follow from the rank
    written = models.BigIntegerField(null=True, blank=True)  # sixths of a point, where the list says it

    class Meta:
        constraints = [  # noqa: RUF012 -- Django's own declaration
            models.UniqueConstraint(fields=["event", "edition", "person"], name="season_result_once"),
        ]

    def __str__(self) -> str:
        return f"{self.event_id}: {self.person_id}"


class SeasonAct(LinkedAct):
    """An action in a season; never changed, never deleted."""

    season = models.ForeignKey(Season, on_delete=models.PROTECT, related_name="acts", db_index=False)
    sequence = models.PositiveIntegerField()
    key = models.CharField(max_length=KEY_LENGTH)
    body_digest = models.CharField(max_length=64)
    kind = models.CharField(max_length=KIND_LENGTH)  # one of acts.SeasonKind
    said = models.TextField()  # JSON: ids, numbers, moments; no names, no free text
    note = models.ForeignKey(Note, on_delete=models.PROTECT, null=True, blank=True, db_index=False, related_name="+")
    by = models.ForeignKey(Person, on_delete=models.PROTECT, null=True, blank=True, db_index=False, related_name="+")
    device = models.CharField(max_length=64, blank=True, default="")
    at = models.DateTimeField()

    class Meta:
        constraints = [  # noqa: RUF012 -- Django's own declaration
            models.UniqueConstraint(fields=["season", "sequence"], name="season_act_sequence_once"),
            models.UniqueConstraint(fields=["season", "key"], name="season_act_key_once"),
        ]

    def __str__(self) -> str:
        return f"{self.season_id}/{self.sequence} {self.kind}"
