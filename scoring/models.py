"""Tables, their players, and the book of their hands: append-only entries, derived deals and totals.

Amounts are integers in sixths of a sheet point, six columns for six places. A deal's number is its place in the order
of play, in steps that leave room for a forgotten hand.
"""

import uuid

from django.db import models
from django.db.models import F, Q

from scoring.book.sheet_models import OwnSheet as OwnSheet
from scoring.book.sheet_models import OwnSheetAct as OwnSheetAct
from scoring.book.sheet_models import OwnSheetVersion as OwnSheetVersion
from scoring.book.sheet_models import SheetExample as SheetExample
from tarockclub.kit import time_source
from tarockclub.kit.hash_chain import KEY_LENGTH
from tarockclub.models import Club, Note, Person, PlainAct

PLACES = 6
DEAL_STEP = 1 << 32  # halved again and again where hands are put between two others


def _sum_is_zero(letter: str) -> Q:
    """Return the condition that the amounts of all six places add up to 0."""
    rest = F(f"{letter}1") + F(f"{letter}2") + F(f"{letter}3") + F(f"{letter}4") + F(f"{letter}5")
    return Q(**{f"{letter}0": 0 - rest})


class SheetVersion(models.Model):
    """A house-rule sheet with its options applied; immutable, pinned by everything scored with it."""

    club = models.ForeignKey(Club, on_delete=models.PROTECT, null=True, blank=True)  # none: built in
    sheet = models.CharField(max_length=40)
    text = models.TextField()
    digest = models.CharField(max_length=64)

    class Meta:
        constraints = [  # noqa: RUF012 -- Django's own declaration
            models.UniqueConstraint(fields=["club", "digest"], name="sheet_version_once"),
            models.UniqueConstraint(fields=["digest"], condition=Q(club=None), name="built_in_sheet_version_once"),
        ]

    def __str__(self) -> str:
        return f"{self.sheet} {self.digest[:8]}"


class GameTable(models.Model):
    """A table of an evening or of a tournament round. Few of its fields change: the head of its book, its clock."""

    club = models.ForeignKey(Club, on_delete=models.PROTECT)
    slug = models.UUIDField(unique=True, default=uuid.uuid4, editable=False)
    sheet_version = models.ForeignKey(SheetVersion, on_delete=models.PROTECT)
    players = models.PositiveSmallIntegerField(default=4)  # when the evening began
    first_forehand = models.PositiveSmallIntegerField(default=0)
    started = models.DateTimeField(default=time_source.now)
    agreed = models.TextField(blank=True, default="{}")  # JSON of engine.agreed, as it was when the evening began
    ended = models.DateTimeField(null=True, blank=True)  # derived from the entries, as all that follows
    start_key = models.CharField(max_length=KEY_LENGTH, unique=True)
    start_digest = models.CharField(max_length=64)  # of what was wanted under this key
    last_key = models.CharField(max_length=KEY_LENGTH, blank=True, default="")  # of the last deal that counts
    last_sequence = models.PositiveIntegerField(default=0)
    held = models.PositiveIntegerField(default=0, db_default=0)  # how often a held hand came or was decided; 0: never
    # Until when it plays, as JSON (table_clock); "": no clock.
    clock = models.TextField(blank=True, default="", db_default="")
    # How often something changed that is shown beside the book.
    news = models.PositiveIntegerField(default=0, db_default=0)
    # What its chain begins with; 1: not yet when the evening started.
    genesis = models.PositiveSmallIntegerField(default=2, db_default=1)
    state = models.TextField(blank=True, default="")  # before its next deal, as JSON (ledger/table_state.py)
    head = models.BinaryField(max_length=32, blank=True, default=bytes)
    archived = models.DateTimeField(null=True, blank=True)  # taken out of all lists (evenings/services.py)
    # How often its links were replaced, and with them the code for watching.
    replacements = models.PositiveIntegerField(default=0, db_default=0)

    def __str__(self) -> str:
        return str(self.slug)


class AccessToken(models.Model):
    """A link that lets a phone write at one table: only the hash of its secret is kept."""

    table = models.ForeignKey(GameTable, on_delete=models.PROTECT, related_name="tokens")
    digest = models.CharField(max_length=64, unique=True)  # SHA-256, hexadecimal
    made = models.DateTimeField()
    expires = models.DateTimeField()
    ended = models.DateTimeField(null=True, blank=True)  # replaced by another one

    def __str__(self) -> str:
        return f"{self.table_id} until {self.expires:%Y-%m-%d}"


class Sitting(models.Model):
    """A place at a table for a stretch of deals, with its own total."""

    table = models.ForeignKey(GameTable, on_delete=models.PROTECT, related_name="sittings")
    place = models.PositiveSmallIntegerField()
    from_deal = models.PositiveBigIntegerField(default=0)
    to_deal = models.PositiveBigIntegerField(null=True, blank=True)

    class Meta:
        constraints = [  # noqa: RUF012 -- Django's own declaration
            models.UniqueConstraint(fields=["table", "place", "from_deal"], name="sitting_once"),
            models.CheckConstraint(condition=Q(place__lt=PLACES), name="sitting_place_known"),
        ]

    def __str__(self) -> str:
        return f"{self.table_id}/{self.place}"


class Seated(models.Model):
    """The holder of a sitting from a deal on; a substitute takes it over, and both stay visible.

    Only the rows of a sitting with the latest `version` count: a swap of two players' seats writes all of them again.
    """

    sitting = models.ForeignKey(Sitting, on_delete=models.PROTECT, related_name="seated")
    person = models.ForeignKey(Person, on_delete=models.PROTECT)
    from_deal = models.PositiveBigIntegerField(default=0)
    version = models.PositiveIntegerField(default=0)  # sequence number of the entry that wrote it; 0: from the start

    class Meta:
        constraints = [  # noqa: RUF012 -- Django's own declaration
            models.UniqueConstraint(fields=["sitting", "from_deal", "version"], name="seated_once"),
        ]

    def __str__(self) -> str:
        return f"{self.sitting_id}: {self.person_id}"


class Entry(models.Model):
    """One line of the book; never changed, never deleted."""

    class Kind(models.TextChoices):
        """The kind of an entry. Those with a deal number follow the order of play; the others concern the evening."""

        HAND = "hand"
        VOID = "void"  # a deal that was played and counts nothing
        REDEAL = "redeal"  # the same dealer deals again
        CORRECTION = "correction"  # another record for a hand, or the old one again
        STRIKE = "strike"
        FOLLOW_UP = "follow_up"  # a hand whose Radl, forehand or seats follow from a change further up
        RADL = "radl"  # set or ended by hand, from here on
        LAST_ROUND = "last_round"  # Schlussradl: announced, begun
        FOREHAND = "forehand"  # set from here on
        SEATING = "seating"  # somebody comes, goes, is replaced; another order
        CASH = "cash"  # put into or taken from the Pagatkassa by hand
        TRANSFER = "transfer"
        END_TOTALS = "end_totals"
        SWAP = "swap"  # two players' seats, for the whole evening
        AGREED = "agreed"  # rate, donation box, Pagatkassa
        ENDED = "ended"
        REOPENED = "reopened"

    # Every index is one page more that saving a hand writes; the keys below begin with the table.
    table = models.ForeignKey(GameTable, on_delete=models.PROTECT, related_name="entries", db_index=False)
    sequence = models.PositiveIntegerField()
    deal_number = models.PositiveBigIntegerField()  # 0: of the evening as a whole
    kind = models.CharField(max_length=12, choices=Kind.choices)
    key = models.CharField(max_length=KEY_LENGTH)
    body_digest = models.CharField(max_length=64)
    # Of a table with a clock (table_clock).
    phase = models.CharField(max_length=6, blank=True, default="", db_default="")
    answer = models.TextField()  # codes and numbers, as JSON text: exactly what is hashed
    replaces = models.ForeignKey("self", on_delete=models.PROTECT, null=True, blank=True, db_index=False)
    note = models.ForeignKey(Note, on_delete=models.PROTECT, null=True, blank=True, db_index=False)
    dealer = models.PositiveSmallIntegerField()
    forehand = models.PositiveSmallIntegerField(default=0)  # a place, as all of these
    active0 = models.PositiveSmallIntegerField()
    active1 = models.PositiveSmallIntegerField()
    active2 = models.PositiveSmallIntegerField()
    active3 = models.PositiveSmallIntegerField()
    record = models.TextField(blank=True)  # JSON text: a hand without `radl`, or other facts (ledger/codec.py)
    radl_set = models.PositiveSmallIntegerField(null=True, blank=True)  # the factor, set by hand
    radl = models.PositiveSmallIntegerField(default=1)
    money0 = models.BigIntegerField(default=0)
    money1 = models.BigIntegerField(default=0)
    money2 = models.BigIntegerField(default=0)
    money3 = models.BigIntegerField(default=0)
    money4 = models.BigIntegerField(default=0)
    money5 = models.BigIntegerField(default=0)
    written0 = models.BigIntegerField(default=0)
    written1 = models.BigIntegerField(default=0)
    written2 = models.BigIntegerField(default=0)
    written3 = models.BigIntegerField(default=0)
    written4 = models.BigIntegerField(default=0)
    written5 = models.BigIntegerField(default=0)
    by = models.ForeignKey(Person, on_delete=models.PROTECT, null=True, blank=True, db_index=False)
    device = models.CharField(max_length=64, blank=True, default="")
    at = models.DateTimeField()
    previous_hash = models.BinaryField(max_length=32, blank=True, default=bytes)
    hash = models.BinaryField(max_length=32, blank=True, default=bytes)

    class Meta:
        constraints = [  # noqa: RUF012 -- Django's own declaration
            models.UniqueConstraint(fields=["table", "sequence"], name="entry_sequence_once"),
            models.UniqueConstraint(fields=["table", "key"], name="entry_key_once"),
            models.CheckConstraint(condition=_sum_is_zero("money"), name="entry_money_sums_to_zero"),
            models.CheckConstraint(condition=_sum_is_zero("written"), name="entry_written_sums_to_zero"),
        ]

    def __str__(self) -> str:
        return f"{self.table_id}/{self.sequence} {self.kind}"


class Deal(models.Model):
    """The entry that counts for a line of the book (a deal, or an event between two); derived from the entries."""

    table = models.ForeignKey(GameTable, on_delete=models.PROTECT, related_name="deals", db_index=False)
    number = models.PositiveBigIntegerField()
    key = models.CharField(max_length=KEY_LENGTH, default="")  # of the entry that opened the line, for good
    entry = models.ForeignKey(Entry, on_delete=models.PROTECT, db_index=False)  # of this table and number

    class Meta:
        constraints = [  # noqa: RUF012 -- Django's own declaration
            models.UniqueConstraint(fields=["table", "number"], name="deal_number_once"),
        ]

    def __str__(self) -> str:
        return f"{self.table_id}/{self.number}"


class Mark(models.Model):
    """A player's mark on a line of the book from another phone: right, or disputed; never changed.

    It counts as long as the amounts of the line are those of the entry it was given for.
    """

    class Kind(models.TextChoices):
        """The kind of mark."""

        FITS = "fits"  # passt
        DISPUTED = "disputed"  # strittig
        SETTLED = "settled"  # a dispute is over

    table = models.ForeignKey(GameTable, on_delete=models.PROTECT, related_name="marks")
    entry = models.ForeignKey(Entry, on_delete=models.PROTECT, related_name="marks", db_index=False)
    kind = models.CharField(max_length=8, choices=Kind.choices)
    place = models.PositiveSmallIntegerField()  # of the player who set the mark
    key = models.CharField(max_length=KEY_LENGTH)
    by = models.ForeignKey(Person, on_delete=models.PROTECT, null=True, blank=True, db_index=False)
    device = models.CharField(max_length=64, blank=True, default="")
    at = models.DateTimeField()

    class Meta:
        constraints = [  # noqa: RUF012 -- Django's own declaration
            models.UniqueConstraint(fields=["table", "key"], name="mark_key_once"),
            models.CheckConstraint(condition=Q(place__lt=PLACES), name="mark_place_known"),
        ]

    def __str__(self) -> str:
        return f"{self.entry_id} {self.kind}"


class HeldHand(models.Model):
    """A hand of a phone without a network: it came too late to be the next one, and people decide about it.

    It is outside the book. Once saved under its key, it is a hand like all others; its original form is never deleted.
    """

    class Why(models.TextChoices):
        """The reason why it was not saved."""

        STALE = "stale"  # others had saved hands meanwhile
        ENDED = "ended"  # the evening had ended
        TIME = "time"  # entered in time, and the table's time was up when it came

    class As(models.TextChoices):
        """The decision. A saved hand has an entry under its key, and no decision here."""

        SAME = "same"  # it is a deal of the sheet, entered twice
        DROPPED = "dropped"  # it does not count

    table = models.ForeignKey(GameTable, on_delete=models.PROTECT, related_name="held_hands", db_index=False)
    key = models.CharField(max_length=KEY_LENGTH)
    body_digest = models.CharField(max_length=64)
    previous = models.CharField(max_length=KEY_LENGTH, blank=True, default="")  # key of the deal it followed there
    seats = models.CharField(max_length=100)  # whom it means, as the form writes it: places, forehand, sittings
    fields = models.TextField()  # JSON text: those of the entry form
    why = models.CharField(max_length=5, choices=Why.choices)
    by = models.ForeignKey(Person, on_delete=models.PROTECT, null=True, blank=True, db_index=False, related_name="+")
    device = models.CharField(max_length=64, blank=True, default="")
    at = models.DateTimeField()  # when it came
    entered = models.DateTimeField()  # by the clock of the phone, where that can be
    decided_as = models.CharField(max_length=7, choices=As.choices, blank=True, default="")
    deal = models.PositiveBigIntegerField(default=0)  # number of the line that it is the same as
    note = models.CharField(max_length=300, blank=True, default="")  # why it does not count
    decided_by = models.ForeignKey(
        Person, on_delete=models.PROTECT, null=True, blank=True, db_index=False, related_name="+"
    )
    decided_device = models.CharField(max_length=64, blank=True, default="")
    decided_at = models.DateTimeField(null=True, blank=True)  # also of a decision that was taken back

    class Meta:
        constraints = [  # noqa: RUF012 -- Django's own declaration
            models.UniqueConstraint(fields=["table", "key"], name="held_hand_key_once"),
        ]

    def __str__(self) -> str:
        return f"{self.table_id} {self.key} {self.decided_as}"


class TableAct(PlainAct):
    """An act beside a table's book: a mark, a held hand or a decision about one; never changed."""

    class Kind(models.TextChoices):
        """The kind of act."""

        MARK = "mark"
        HELD = "held"
        DECIDED = "decided"
        SEALED = "sealed"  # what was there before there were acts

    table = models.ForeignKey(GameTable, on_delete=models.PROTECT, related_name="acts", db_index=False)
    kind = models.CharField(max_length=8, choices=Kind.choices)

    class Meta:
        constraints = [  # noqa: RUF012 -- Django's own declaration
            models.UniqueConstraint(fields=["table", "sequence"], name="table_act_sequence_once"),
        ]

    def __str__(self) -> str:
        return f"{self.table_id}/{self.sequence} {self.kind}"


class Total(models.Model):
    """The total of a sitting, in sixths; derived from the deals, by one writer."""

    sitting = models.OneToOneField(Sitting, on_delete=models.PROTECT, primary_key=True)
    money = models.BigIntegerField(default=0)
    written = models.BigIntegerField(default=0)

    def __str__(self) -> str:
        return f"{self.sitting_id}: {self.money}"


class TableCount(models.Model):
    """The record that a table's hands were added up for the statistics, with the state of its book; derived."""

    table = models.OneToOneField(GameTable, on_delete=models.PROTECT, primary_key=True, related_name="count")
    head = models.BinaryField(max_length=32)  # of the book that was added up
    version = models.PositiveSmallIntegerField()  # of how it is added up (book/sums/counts.py)
    hands = models.PositiveIntegerField(default=0)
    radl = models.PositiveIntegerField(default=0)  # of these, that counted double or more

    def __str__(self) -> str:
        return f"{self.table_id}: {self.hands}"


class PlayCount(models.Model):
    """The sums of a table's hands for a player in a role of a game (book/sums/facts.py); amounts in sixths."""

    table = models.ForeignKey(GameTable, on_delete=models.PROTECT, related_name="play_counts")
    person = models.ForeignKey(Person, on_delete=models.PROTECT, related_name="play_counts")
    partner = models.ForeignKey(
        Person, on_delete=models.PROTECT, null=True, blank=True, related_name="+", db_index=False
    )
    contract = models.CharField(max_length=40)
    role = models.CharField(max_length=8)
    hands = models.PositiveIntegerField()
    won = models.PositiveIntegerField()
    lost = models.PositiveIntegerField()
    radl = models.PositiveIntegerField()
    kontra = models.PositiveIntegerField()
    kontra_won = models.PositiveIntegerField()
    pointed = models.PositiveIntegerField()
    points = models.BigIntegerField()  # thirds
    written = models.BigIntegerField()
    money = models.BigIntegerField()
    best = models.BigIntegerField()
    best_line = models.PositiveBigIntegerField()
    worst = models.BigIntegerField()
    worst_line = models.PositiveBigIntegerField()

    def __str__(self) -> str:
        return f"{self.table_id}: {self.person_id} {self.role} {self.contract}"


class ClaimCount(models.Model):
    """The numbers of a premium made and lost at a table, by a player's side; rows without a player are the table's."""

    table = models.ForeignKey(GameTable, on_delete=models.PROTECT, related_name="claim_counts")
    person = models.ForeignKey(Person, on_delete=models.PROTECT, null=True, blank=True, related_name="claim_counts")
    premium = models.CharField(max_length=40)
    announced = models.BooleanField()
    made = models.PositiveIntegerField()
    lost = models.PositiveIntegerField()

    def __str__(self) -> str:
        return f"{self.table_id}: {self.premium}"
