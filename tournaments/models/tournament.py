"""Tournaments, their entrants, rounds and tables, and all acts.

The rows beside the acts hold what follows from them, so that a page need not read all of them.
"""

from typing import ClassVar

from django.db import models

from scoring.models import GameTable, SheetVersion
from tarockclub.kit.hash_chain import KEY_LENGTH
from tarockclub.models import NAME_LENGTH, TOWN_LENGTH, Club, Note, Person
from tarockclub.platform.clubs.features import build_counting_lookups, find_own_feature
from tournaments.models.journal import JournalAct, JournalOwner


class CountingTournaments(models.Manager["Tournament"]):
    """The tournaments that count: whatever lists tournaments, counts them or shows them to others."""

    def get_queryset(self) -> models.QuerySet["Tournament"]:
        """Return the tournaments without those that are a feature's own."""
        return super().get_queryset().filter(**build_counting_lookups())


class Tournament(JournalOwner):
    """A tournament of a club. Its settings are frozen when its first round starts."""

    club = models.ForeignKey(Club, on_delete=models.PROTECT, related_name="tournaments")
    day = models.DateField()
    sheet_version = models.ForeignKey(SheetVersion, on_delete=models.PROTECT)  # pinned for good when it is frozen
    frozen = models.DateTimeField(null=True, blank=True)
    archived = models.DateTimeField(null=True, blank=True)  # taken out of all lists
    cancelled = models.DateTimeField(null=True, blank=True)  # it does not take place; its act says why
    moved_from = models.DateField(null=True, blank=True)  # the day for which it was announced before
    # Begun while time ran by itself (tarockclub.kit.time_source): a demo or a test.
    lapse = models.BooleanField(default=False)
    # Of the link to enter oneself; "": closed.
    register_digest = models.CharField(max_length=64, blank=True, default="")
    rehearsal_of = models.ForeignKey(
        "self", on_delete=models.PROTECT, null=True, blank=True, editable=False, related_name="rehearsals"
    )

    # The default, of related rows and of acts: also what counts nowhere, for whatever knows which tournament it means.
    everything: ClassVar[models.Manager["Tournament"]] = models.Manager()
    objects: ClassVar[models.Manager["Tournament"]] = CountingTournaments()

    @property
    def counts(self) -> bool:
        """Return whether it is a real one; others are a feature's own, count nowhere and go as a whole."""
        return find_own_feature(self) is None

    @property
    def is_over(self) -> bool:
        """Return whether nothing is played in it any more: its final result is published, or it is cancelled."""
        return self.ended is not None or self.cancelled is not None


class Entrant(models.Model):
    """A participant of a tournament, with their start number."""

    tournament = models.ForeignKey(Tournament, on_delete=models.PROTECT, related_name="entrants")
    person = models.ForeignKey(Person, on_delete=models.PROTECT, related_name="entrants")
    number = models.PositiveIntegerField()  # start number, from 1
    entered = models.DateTimeField()
    withdrawn = models.DateTimeField(null=True, blank=True)
    arrived = models.DateTimeField(null=True, blank=True)  # the staff has seen them at the door
    asked = models.DateTimeField(null=True, blank=True)  # said themselves that they are there, and wait for the staff
    replacements = models.PositiveIntegerField(default=0, db_default=0)  # how often their code was replaced

    class Meta:
        constraints = [  # noqa: RUF012 -- Django's own declaration
            models.UniqueConstraint(fields=["tournament", "number"], name="start_number_once"),
            models.UniqueConstraint(fields=["tournament", "person"], name="entrant_once"),
        ]

    def __str__(self) -> str:
        return f"{self.tournament_id}/{self.number}"


class Application(models.Model):
    """An application to take part: by the link, on the public page, by telephone."""

    class As(models.TextChoices):
        """The decision about an application."""

        OPEN = ""
        TAKEN = "taken"
        DECLINED = "declined"
        GONE = "gone"  # withdrawn by the applicant

    tournament = models.ForeignKey(Tournament, on_delete=models.PROTECT, related_name="applications")
    name = models.ForeignKey(Note, on_delete=models.PROTECT, related_name="+")  # as typed by the applicant
    town = models.CharField(max_length=TOWN_LENGTH, blank=True, default="")
    # Of a team, or its name.
    partner = models.ForeignKey(Note, on_delete=models.PROTECT, null=True, blank=True, db_index=False, related_name="+")
    remark = models.ForeignKey(Note, on_delete=models.PROTECT, null=True, blank=True, db_index=False, related_name="+")
    own_digest = models.CharField(max_length=64, blank=True, default="")  # of the applicant's own link
    key = models.CharField(max_length=KEY_LENGTH)
    device = models.CharField(max_length=64, blank=True, default="")
    at = models.DateTimeField()
    decided_as = models.CharField(max_length=8, choices=As.choices, blank=True, default="")
    entrant = models.ForeignKey(Entrant, on_delete=models.PROTECT, null=True, blank=True, related_name="applications")
    # Whom the club has asked; as long as it is open, it waits for their answer.
    invited = models.ForeignKey(Person, on_delete=models.PROTECT, null=True, blank=True, related_name="+")
    # The same number: registered together, a place for both or for neither; 0: alone.
    pair = models.PositiveIntegerField(default=0, db_default=0)
    # Where who registered wants to be told what becomes of it.
    address = models.OneToOneField(
        "tarockclub.MessageAddress", on_delete=models.SET_NULL, null=True, blank=True, related_name="application"
    )

    class Meta:
        constraints = [  # noqa: RUF012 -- Django's own declaration
            models.UniqueConstraint(fields=["tournament", "key"], name="application_key_once"),
        ]

    def __str__(self) -> str:
        return f"{self.tournament_id} {self.decided_as}"


class Draw(models.Model):
    """The seating of a round: drawn, changed by hand or typed in; a draft until its round names it."""

    class Way(models.TextChoices):
        """The origin of a draw."""

        DRAWN = "drawn"
        SWAPPED = "swapped"  # two seats of the draft before it
        TYPED = "typed"  # by cards
        STANDING = "standing"  # by the standing so far: the first four at table 1

    round = models.ForeignKey("Round", on_delete=models.PROTECT, related_name="draws")
    number = models.PositiveIntegerField()  # from 1 in its round
    way = models.CharField(max_length=8, choices=Way.choices)
    seed = models.CharField(max_length=32, blank=True, default="")
    made_from = models.TextField()  # JSON: what it was made from (entrants, earlier meetings, forbidden pairs)
    seating = models.TextField()  # JSON: a list for each table of ids of entrants, in playing order
    dealers = models.TextField()  # JSON: for each table the place of its first dealer
    at = models.DateTimeField()

    class Meta:
        constraints = [  # noqa: RUF012 -- Django's own declaration
            models.UniqueConstraint(fields=["round", "number"], name="draw_number_once"),
        ]

    def __str__(self) -> str:
        return f"{self.round_id}: {self.number}"


class Round(models.Model):
    """A playing round (Spielrunde): open for entries, then drawn, started, closed."""

    tournament = models.ForeignKey(Tournament, on_delete=models.PROTECT, related_name="rounds")
    number = models.PositiveSmallIntegerField()  # from 1
    # The published one.
    draw = models.ForeignKey(Draw, on_delete=models.PROTECT, null=True, blank=True, related_name="+")
    started = models.DateTimeField(null=True, blank=True)
    closed = models.DateTimeField(null=True, blank=True)  # its result was published, or it was given up

    class Meta:
        constraints = [  # noqa: RUF012 -- Django's own declaration
            models.UniqueConstraint(fields=["tournament", "number"], name="round_number_once"),
        ]

    def __str__(self) -> str:
        return f"{self.tournament_id}/{self.number}"


class Presence(models.Model):
    """An entrant's registration for a round, with payment and presence."""

    class State(models.TextChoices):
        """The state of a registration."""

        IN = "in"
        WAITS = "waits"  # cannot be seated, as the director has named
        NO_SHOW = "no_show"
        LEFT = "left"  # in the middle of the round

    class Debt(models.TextChoices):
        """The decision about an unpaid fee."""

        OPEN = ""  # it is owed
        WAIVED = "waived"
        MOVED = "moved"  # somebody else pays it, by decision of the staff
        SEAT = "seat"  # the player who was replaced has paid the fee of the seat

    round = models.ForeignKey(Round, on_delete=models.PROTECT, related_name="presences")
    entrant = models.ForeignKey(Entrant, on_delete=models.PROTECT, related_name="presences")
    state = models.CharField(max_length=8, choices=State.choices, default=State.IN)
    paid = models.PositiveIntegerField(default=0)  # cents; the acts say when
    debt = models.CharField(max_length=8, choices=Debt.choices, blank=True, default="")

    class Meta:
        constraints = [  # noqa: RUF012 -- Django's own declaration
            models.UniqueConstraint(fields=["round", "entrant"], name="presence_once"),
        ]

    def __str__(self) -> str:
        return f"{self.round_id}/{self.entrant_id} {self.state}"


class RoundTable(models.Model):
    """A table of a round: its number in the room, and the end of its round."""

    round = models.ForeignKey(Round, on_delete=models.PROTECT, related_name="tables")
    number = models.PositiveSmallIntegerField()  # from 1, as it is written on the card
    game_table = models.OneToOneField(GameTable, on_delete=models.PROTECT, related_name="round_table")
    called = models.DateTimeField(null=True, blank=True)  # the referee was called and has not come yet
    done = models.DateTimeField(null=True, blank=True)  # chips were counted, or the director ended it
    counts = models.BooleanField(default=True)  # no: its score was struck, with a reason
    paper = models.BooleanField(default=False, db_default=False)  # its totals are typed

    class Meta:
        constraints = [  # noqa: RUF012 -- Django's own declaration
            models.UniqueConstraint(fields=["round", "number"], name="round_table_number_once"),
        ]

    def __str__(self) -> str:
        return f"{self.round_id}/{self.number}"


class Act(JournalAct):
    """An act in a tournament."""

    tournament = models.ForeignKey(Tournament, on_delete=models.PROTECT, related_name="acts", db_index=False)
    round = models.ForeignKey(Round, on_delete=models.PROTECT, null=True, blank=True, related_name="acts")
    table = models.ForeignKey(RoundTable, on_delete=models.PROTECT, null=True, blank=True, related_name="acts")
    # The act that this one takes back; each only once.
    undoes = models.OneToOneField("self", on_delete=models.PROTECT, null=True, blank=True, related_name="undone_by")

    class Meta:
        constraints = [  # noqa: RUF012 -- Django's own declaration
            models.UniqueConstraint(fields=["tournament", "sequence"], name="act_sequence_once"),
            models.UniqueConstraint(fields=["tournament", "key"], name="act_key_once"),
        ]
        # The log of all tournaments (tarockclub/office/audit_log).
        indexes = [models.Index(fields=["tournament", "at"], name="act_by_time")]  # noqa: RUF012

    def __str__(self) -> str:
        return f"{self.tournament_id}/{self.sequence} {self.kind}"


class Ruling(models.Model):
    """A decision of the referees (§5): final; a mistake is corrected by another ruling that names it."""

    tournament = models.ForeignKey(Tournament, on_delete=models.PROTECT, related_name="rulings")
    number = models.PositiveIntegerField()  # from 1 in its tournament
    act = models.OneToOneField(Act, on_delete=models.PROTECT, related_name="ruling")
    table = models.ForeignKey(RoundTable, on_delete=models.PROTECT, related_name="rulings")
    text = models.ForeignKey(Note, on_delete=models.PROTECT, related_name="+")
    decided_by = models.ForeignKey(Note, on_delete=models.PROTECT, related_name="+")  # the referees' names, as written
    line = models.PositiveBigIntegerField(default=0)  # of the table's book that it is about; 0: none
    entry = models.PositiveIntegerField(default=0)  # sequence number of the entry that it has brought about; 0: none
    corrects = models.ForeignKey("self", on_delete=models.PROTECT, null=True, blank=True, related_name="corrected_by")

    class Meta:
        constraints = [  # noqa: RUF012 -- Django's own declaration
            models.UniqueConstraint(fields=["tournament", "number"], name="ruling_number_once"),
        ]

    def __str__(self) -> str:
        return f"{self.tournament_id}/{self.number}"


class Prize(models.Model):
    """A prize (§3): the winners choose in order of rank."""

    tournament = models.ForeignKey(Tournament, on_delete=models.PROTECT, related_name="prizes")
    # None: overall.
    round = models.ForeignKey(Round, on_delete=models.PROTECT, null=True, blank=True, related_name="prizes")
    number = models.PositiveSmallIntegerField()
    name = models.CharField(max_length=NAME_LENGTH)
    cents = models.PositiveIntegerField(default=0)  # its cost
    gone = models.DateTimeField(null=True, blank=True)  # taken off the list before anybody chose it

    class Meta:
        constraints = [  # noqa: RUF012 -- Django's own declaration
            models.UniqueConstraint(fields=["tournament", "number"], name="prize_number_once"),
        ]

    def __str__(self) -> str:
        return self.name
