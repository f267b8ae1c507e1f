"""Seasons: tournaments that count together, results of earlier ones that were typed in, and the acts.

Points are integers in hundredths of a cup point. Names are in Person, free text in Note, and nowhere else.
"""

from django.db import models

from tarockclub.models import NAME_LENGTH, Club, Person
from tournaments.models.journal import JournalAct, JournalOwner
from tournaments.models.tournament import Tournament

MADE_PARTS = 600  # of a point: sixths, sixtieths and sixths of a cent are exact


class Season(JournalOwner):
    """A cup over several tournaments of a club; it may be one of many years ago."""

    club = models.ForeignKey(Club, on_delete=models.PROTECT, related_name="seasons")
    link_digest = models.CharField(max_length=64, blank=True, default="", db_default="")  # "": there is no secret link


class SeasonEvent(models.Model):
    """An event of a season: of the program, with only its result known, carried points, or the evenings of a date."""

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
    # All evenings of `day` that the season's settings take, read live; neither a tournament nor typed.
    evenings = models.BooleanField(default=False, db_default=False)
    name = models.CharField(max_length=NAME_LENGTH)  # of a tournament as it is called there
    day = models.DateField(null=True, blank=True)
    players = models.PositiveIntegerField(default=0)  # the number of participants, where not all of them were typed in
    edition = models.PositiveIntegerField(default=0)  # of the typed results that counts; 0: none
    others = models.TextField(blank=True, default="")  # places, with commas, of players without a row of their own
    # Of carried places of a cup: the number of its size among those of the season's settings; 0: points are known.
    size = models.PositiveSmallIntegerField(default=0)
    average = models.PositiveIntegerField(default=0)  # of a cup: players a day, in hundredths; 0: unknown
    gone = models.DateTimeField(null=True, blank=True)  # taken out of the season

    class Meta:
        constraints = [  # noqa: RUF012 -- Django's own declaration
            models.UniqueConstraint(fields=["season", "number"], name="season_event_number_once"),
            # Also of one that was taken out: it stays out.
            models.UniqueConstraint(
                fields=["season", "day"], condition=models.Q(evenings=True), name="season_evenings_of_day_once"
            ),
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
    made = models.BigIntegerField(null=True, blank=True)  # MADE_PARTS of a point, where a member club says it
    days = models.PositiveSmallIntegerField(null=True, blank=True)  # tournaments in a cup, where its list says it

    class Meta:
        constraints = [  # noqa: RUF012 -- Django's own declaration
            models.UniqueConstraint(fields=["event", "edition", "person"], name="season_result_once"),
        ]

    def __str__(self) -> str:
        return f"{self.event_id}: {self.person_id}"


class SeasonOffer(models.Model):
    """A published result that a club gives to a season of its federation: all that the federation sees of it."""

    class State(models.TextChoices):
        """The state of an offer."""

        WAITING = "waiting"
        ACCEPTED = "accepted"
        DECLINED = "declined"
        WITHDRAWN = "withdrawn"

    season = models.ForeignKey(Season, on_delete=models.PROTECT, related_name="offers")  # of the federation
    club = models.ForeignKey(Club, on_delete=models.PROTECT, related_name="offers")
    tournament = models.UUIDField()  # its address: the offer outlives it
    name = models.CharField(max_length=NAME_LENGTH)
    day = models.DateField()
    edition = models.PositiveIntegerField()  # of the final result
    players = models.PositiveIntegerField()
    # JSON (tournaments/seasons/federation/offers.py); "" once it is decided.
    rows = models.TextField(blank=True, default="")
    counted = models.PositiveIntegerField()  # players with a number of the federation
    state = models.CharField(max_length=9, choices=State.choices, default=State.WAITING)
    at = models.DateTimeField()
    decided = models.DateTimeField(null=True, blank=True)
    event = models.ForeignKey(SeasonEvent, on_delete=models.PROTECT, null=True, blank=True, related_name="offers")

    class Meta:
        constraints = [  # noqa: RUF012 -- Django's own declaration
            models.UniqueConstraint(
                fields=["season", "tournament"],
                condition=models.Q(state="waiting"),
                name="season_offer_waits_once",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.season_id}: {self.name} {self.state}"


class SeasonAct(JournalAct):
    """An act in a season."""

    season = models.ForeignKey(Season, on_delete=models.PROTECT, related_name="acts", db_index=False)

    class Meta:
        constraints = [  # noqa: RUF012 -- Django's own declaration
            models.UniqueConstraint(fields=["season", "sequence"], name="season_act_sequence_once"),
            models.UniqueConstraint(fields=["season", "key"], name="season_act_key_once"),
        ]
        indexes = [models.Index(fields=["season", "at"], name="season_act_by_time")]  # noqa: RUF012

    def __str__(self) -> str:
        return f"{self.season_id}/{self.sequence} {self.kind}"
