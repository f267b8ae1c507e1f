"""Rows that no other table refers to: the installation's own, where clubs came from, and the parts of a front page."""

from typing import ClassVar

from django.db import models
from django.db.models.functions import Now

from tarockclub.kit import time_source


class SetupCode(models.Model):
    """A code for the set-up of the program, as long as nobody can log in; only its hash is stored."""

    digest = models.CharField(max_length=64, unique=True)
    made = models.DateTimeField(default=time_source.now)

    def __str__(self) -> str:
        return self.digest[:8]


class KeyFingerprint(models.Model):
    """A key of this installation, as a keyed hash: row 1 the key of the book, row 2 the one that signs sessions."""

    digest = models.CharField(max_length=64)

    def __str__(self) -> str:
        return self.digest[:8]


class FailedAttempt(models.Model):
    """A recent failed attempt to log in; account and address only as keyed hashes."""

    scope = models.CharField(max_length=64)
    at = models.DateTimeField()

    class Meta:
        indexes = [models.Index(fields=["scope", "at"])]  # noqa: RUF012 -- Django's own declaration

    def __str__(self) -> str:
        return self.scope[:8]


# Without IN, which PostgreSQL writes in another way after a restore.
IS_OPEN = models.Q(state="waiting") | models.Q(state="running")


class Job(models.Model):
    """Work that a process of its own does once, on whichever machine (platform/jobs); never part of a backup."""

    class Kind(models.TextChoices):
        """The kind of work."""

        EXPORT = "export"
        BACKUP = "backup"
        SITE = "site"
        FOLDER = "folder"
        REHEARSE = "rehearse"
        UPLOAD = "upload"  # a file from elsewhere, which another job works on
        IMPORT = "import"
        MESSAGE = "message"

    class State(models.TextChoices):
        """The progress of the work."""

        WAITING = "waiting"  # for a process
        RUNNING = "running"
        DONE = "done"
        FAILED = "failed"

    OPEN: ClassVar = (State.WAITING, State.RUNNING)

    kind = models.CharField(max_length=8, choices=Kind.choices)
    key = models.CharField(max_length=64)  # of the request
    about = models.CharField(max_length=64, blank=True)  # the thing that is worked on, in ids
    # As many as jobs of this kind may be open at once, for each club.
    slot = models.PositiveSmallIntegerField(default=0)
    arguments = models.JSONField(default=dict)  # without names of persons
    state = models.CharField(max_length=8, choices=State.choices, default=State.WAITING)
    done = models.PositiveIntegerField(default=0)
    of = models.PositiveIntegerField(default=0)
    begun = models.DateTimeField()
    sign = models.DateTimeField(db_default=Now())  # the last sign of life, by the database's clock
    runner = models.CharField(max_length=128, blank=True, default="")  # the process that works on it
    attempts = models.PositiveSmallIntegerField(default=1)

    class Meta:
        constraints = [  # noqa: RUF012 -- Django's own declaration
            models.UniqueConstraint(fields=["kind", "key"], name="job_key_once"),
            models.UniqueConstraint(fields=["kind", "about"], name="job_about_once", condition=IS_OPEN),
            models.UniqueConstraint(fields=["kind", "slot"], name="job_slot_once", condition=IS_OPEN),
        ]

    def __str__(self) -> str:
        return f"{self.kind} {self.about} {self.state}"


class JobPart(models.Model):
    """A piece of the file that a job has made or works on, so that every machine has it."""

    job = models.ForeignKey(Job, on_delete=models.CASCADE, related_name="parts", db_index=False)
    number = models.PositiveIntegerField()
    content = models.BinaryField()

    class Meta:
        constraints = [  # noqa: RUF012 -- Django's own declaration
            models.UniqueConstraint(fields=["job", "number"], name="job_part_once"),
        ]

    def __str__(self) -> str:
        return f"{self.job_id}/{self.number}"


class FederationMember(models.Model):
    """A club in a federation, or on its way there; kept after it has left."""

    federation = models.ForeignKey("tarockclub.Club", on_delete=models.PROTECT, related_name="members")
    club = models.ForeignKey("tarockclub.Club", on_delete=models.PROTECT, related_name="memberships")
    by_federation = models.BooleanField()  # it has invited the club; else the club has asked
    asked = models.DateTimeField()
    since = models.DateField(null=True, blank=True)  # none: the other side has not agreed yet
    until = models.DateField(null=True, blank=True)  # the last day; or the day of the refusal

    class Meta:
        constraints = [  # noqa: RUF012 -- Django's own declaration
            models.UniqueConstraint(
                fields=["federation", "club"], condition=models.Q(until=None), name="federation_member_once"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.federation_id}: {self.club_id}"


class ClubOrigin(models.Model):
    """A club file that was read in (docs/dev/club-file.md): the ids of its rows here, and where it is from.

    Hashes contain ids. The rows have other ids here; the proof puts those of the origin in their place.
    """

    club = models.ForeignKey("tarockclub.Club", on_delete=models.PROTECT, related_name="origins")
    digest = models.CharField(max_length=64)  # of the file's manifest
    made = models.DateTimeField()  # the file, there
    at = models.DateTimeField()  # read in, here
    shifts = models.TextField(default="{}")  # JSON: for each model how the ids moved (origins/ids.py)
    keys = models.TextField(default="{}")  # JSON: for each model the ids (here, there) that differ otherwise

    def __str__(self) -> str:
        return f"{self.club_id} {self.digest[:8]}"


class OriginChain(models.Model):
    """The part of a chain that was made with the ids of an origin: up to this sequence number."""

    origin = models.ForeignKey(ClubOrigin, on_delete=models.PROTECT, related_name="chains")
    name = models.CharField(max_length=80)  # with its kind: "table 12ab…"
    until = models.PositiveIntegerField()

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["name", "until"], name="origin_chain_once"),
        ]

    def __str__(self) -> str:
        return f"{self.name} {self.until}"


class SetAsideBook(models.Model):
    """A table's book that did not count when two installations had continued it differently: as people can read it."""

    club = models.ForeignKey("tarockclub.Club", on_delete=models.PROTECT, related_name="set_aside_books")
    slug = models.UUIDField()  # of the table
    side = models.CharField(max_length=4)  # where it stood: "here" or in the "file"
    sequence = models.PositiveIntegerField()  # of its last entry
    head = models.CharField(max_length=64)  # hexadecimal
    text = models.TextField()  # JSON lines: the table, its entries
    by = models.ForeignKey(
        "tarockclub.Person", on_delete=models.PROTECT, null=True, blank=True, db_index=False, related_name="+"
    )
    at = models.DateTimeField()

    def __str__(self) -> str:
        return f"{self.slug} {self.side}"


class Publication(models.Model):
    """The parts that a club shows to people without an account. A club without a row shows nothing."""

    # The parts of the front page, in their order there.
    PARTS: ClassVar = ("now", "dates", "results", "seasons", "rules", "evenings")
    FIRST_PARTS: ClassVar = ("dates", "rules")  # of a club that is set up anew: nothing with a name of a person

    club = models.OneToOneField("tarockclub.Club", on_delete=models.PROTECT, related_name="publication")
    now = models.BooleanField(default=False)  # running tournaments and their rounds
    dates = models.BooleanField(default=False)  # the next tournaments
    results = models.BooleanField(default=False)  # the last published results, with the winners
    seasons = models.BooleanField(default=False)
    rules = models.BooleanField(default=False)  # the house rules that the club plays by
    evenings = models.BooleanField(default=False)  # without names of persons

    def __str__(self) -> str:
        return f"{self.club_id}"

    @property
    def is_open(self) -> bool:
        """Tell whether the club has a front page for everybody."""
        return any(getattr(self, part) for part in self.PARTS)
