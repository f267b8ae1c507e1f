"""Clubs, accounts, and the two places for erasable data: names and free text."""

import unicodedata
from typing import ClassVar

from django.contrib.auth.base_user import AbstractBaseUser, BaseUserManager
from django.db import models

from tarockclub.kit import time_source
from tarockclub.kit.bank import SealedField
from tarockclub.kit.hash_chain import SALT_BYTES, draw_salt
from tarockclub.kit.text import clean_text
from tarockclub.standalone_models.installation import ClubOrigin as ClubOrigin
from tarockclub.standalone_models.installation import FailedAttempt as FailedAttempt
from tarockclub.standalone_models.installation import FederationMember as FederationMember
from tarockclub.standalone_models.installation import Job as Job
from tarockclub.standalone_models.installation import JobPart as JobPart
from tarockclub.standalone_models.installation import KeyFingerprint as KeyFingerprint
from tarockclub.standalone_models.installation import OriginChain as OriginChain
from tarockclub.standalone_models.installation import Publication as Publication
from tarockclub.standalone_models.installation import SetAsideBook as SetAsideBook
from tarockclub.standalone_models.installation import SetupCode as SetupCode
from tarockclub.standalone_models.messages import Message as Message
from tarockclub.standalone_models.messages import MessageAddress as MessageAddress

NAME_LENGTH = 80
FEDERATION_NUMBER_LENGTH = 20
PLAYER_NUMBER_LENGTH, TOWN_LENGTH, CATEGORIES_LENGTH = 20, 40, 120
CONTACT_LENGTH = 300
LOGO_DIGITS = 16
SLUG_LENGTH, HOST_LENGTH = 40, 253


def normalize_login(typed: str) -> str:
    """Return the normalized spelling of a log-in name, the same for upper and lower case.

    >>> normalize_login(" Anna  MAIER ")
    'anna maier'
    """
    return clean_text(unicodedata.normalize("NFKC", clean_text(typed)).casefold())


def normalize_federation_number(typed: str) -> str:
    """Return the normalized spelling of a number of a federation, the same in every club.

    >>> normalize_federation_number(" at 12 034 "), normalize_federation_number("w-17")
    ('AT12034', 'W-17')
    """
    return unicodedata.normalize("NFKC", "".join(unicodedata.normalize("NFKC", clean_text(typed)).upper().split()))


class Club(models.Model):
    """A club, or a round of friends."""

    name = models.CharField(max_length=NAME_LENGTH)
    founded = models.DateTimeField(default=time_source.now)
    colour = models.CharField(max_length=7, blank=True, default="")  # "#rrggbb"; "": the usual green
    logo = models.CharField(max_length=LOGO_DIGITS, blank=True, default="")  # the digest of its picture
    picture = models.CharField(max_length=LOGO_DIGITS, blank=True, default="", db_default="")  # of its front; a digest
    slug = models.CharField(max_length=SLUG_LENGTH, blank=True, default="")  # /c/<slug>/; "": made when it is needed
    host_name = models.CharField(max_length=HOST_LENGTH, blank=True, default="")  # its own; "": none
    archived = models.DateTimeField(null=True, blank=True)  # nothing is written any more, the public sees nothing
    is_federation = models.BooleanField(default=False)
    # Of persons, the club's own list: Dame, Jugend, Gast; one in a line.
    categories = models.TextField(blank=True, default="", db_default="")
    shows_towns = models.BooleanField(default=False, db_default=False)  # lists say "Name, town" of those who agreed
    links_pages = models.BooleanField(default=False, db_default=False)  # standings link to pages of those who agreed
    shows_rulings = models.BooleanField(default=False, db_default=False)  # visitors of a table read its rulings
    # The Person.Publicity of names that are new at an evening's table; "": of before clubs chose it, as "full".
    new_names = models.CharField(max_length=6, blank=True, default="short", db_default="")
    iban = SealedField()  # where fees are paid to; "": nowhere

    class Meta:
        constraints = [  # noqa: RUF012 -- Django's own declaration
            models.UniqueConstraint(fields=["slug"], condition=~models.Q(slug=""), name="club_slug_once"),
            models.UniqueConstraint(fields=["host_name"], condition=~models.Q(host_name=""), name="club_host_once"),
        ]

    def __str__(self) -> str:
        return self.name


class PrivacySettings(models.Model):
    """A club's answers about data protection: whom to ask, and for how many days what is kept (0: for good)."""

    club = models.OneToOneField(Club, on_delete=models.PROTECT, related_name="privacy")
    controller = models.CharField(max_length=2 * NAME_LENGTH, blank=True, default="")
    contact = models.TextField(blank=True, default="")  # address, telephone, e-mail; in lines
    declined_days = models.PositiveIntegerField(default=90)  # names of those who were declined or never confirmed
    exports_days = models.PositiveIntegerField(default=1)  # at least 1
    programs_days = models.PositiveIntegerField(default=365)  # tokens of programs that have ended
    remarks_days = models.PositiveIntegerField(default=0)  # reasons why held hands did not count

    def __str__(self) -> str:
        return f"{self.club_id}"


class ClubLogo(models.Model):
    """The logo and the picture of a club, drawn by ourselves (tarockclub/platform/club_look/logo.py)."""

    club = models.OneToOneField(Club, on_delete=models.CASCADE, primary_key=True, related_name="+")
    png = models.BinaryField(default=b"")  # the logo
    picture = models.BinaryField(default=b"")  # of the front: WebP, as a photograph is

    def __str__(self) -> str:
        return f"{self.club_id}"


class Person(models.Model):
    """A player; the only place with names."""

    class Publicity(models.TextChoices):
        """The part of a name that public pages show."""

        FULL, SHORT, NUMBER = "full", "short", "number"  # short: Anna M.

    club = models.ForeignKey(Club, on_delete=models.PROTECT, related_name="persons")
    number = models.PositiveIntegerField()

    name = models.CharField(max_length=NAME_LENGTH)
    salt = models.BinaryField(max_length=SALT_BYTES, default=draw_salt)  # of the digests with the name: goes with it
    publicity = models.CharField(max_length=6, choices=Publicity.choices, default="full", db_default="full")
    # In public; "": the name.
    shown_as = models.CharField(max_length=NAME_LENGTH, blank=True, default="", db_default="")
    # As spelled by normalize_federation_number(); "": none.
    federation_number = models.CharField(max_length=FEDERATION_NUMBER_LENGTH, blank=True, default="", db_default="")
    # Among people of the same name, as the staff and the tables see them; "": the name.
    called = models.CharField(max_length=NAME_LENGTH, blank=True, default="", db_default="")
    town = models.CharField(max_length=TOWN_LENGTH, blank=True, default="", db_default="")
    # Of the cup; spelled like the number of the federation; "": none.
    player_number = models.CharField(max_length=PLAYER_NUMBER_LENGTH, blank=True, default="", db_default="")
    # Words of the club's list, separated by ", ".
    categories = models.CharField(max_length=CATEGORIES_LENGTH, blank=True, default="", db_default="")
    birth_year = models.PositiveSmallIntegerField(null=True, blank=True)
    contact = models.CharField(max_length=CONTACT_LENGTH, blank=True, default="", db_default="")  # in lines
    iban = SealedField()  # only to get what is settled
    # Agreed that town and categories are shown to everybody.
    details_public = models.BooleanField(default=False, db_default=False)
    # Of the link to the person's own page; "": none.
    page_digest = models.CharField(max_length=64, blank=True, default="", db_default="")
    page_public = models.BooleanField(default=False, db_default=False)  # agreed that standings link to the page
    erased = models.DateTimeField(null=True, blank=True)
    merged_into = models.ForeignKey("self", on_delete=models.PROTECT, null=True, blank=True)  # the entry that is kept

    class Meta:
        constraints = [  # noqa: RUF012 -- Django's own declaration
            models.UniqueConstraint(fields=["club", "number"], name="person_number_once_in_club"),
            models.UniqueConstraint(
                fields=["club", "federation_number"],
                condition=models.Q(federation_number__gt=""),
                name="federation_number_once_in_club",
            ),
            models.UniqueConstraint(
                fields=["club", "player_number"],
                condition=models.Q(player_number__gt=""),
                name="player_number_once_in_club",
            ),
            models.UniqueConstraint(
                fields=["page_digest"], condition=models.Q(page_digest__gt=""), name="page_digest_once"
            ),
        ]
        indexes = [models.Index(fields=["club", "name"], name="person_by_name")]  # noqa: RUF012

    def __str__(self) -> str:
        return self.name


class Note(models.Model):
    """Free text (a reason, a ruling, a remark); hashed records contain only its salted hash."""

    # None: of before notes had one, and nothing refers to it.
    club = models.ForeignKey(Club, on_delete=models.PROTECT, null=True, blank=True, related_name="+")
    text = models.TextField()
    salt = models.BinaryField(max_length=16)
    digest = models.CharField(max_length=64, blank=True, default="")  # of salt and text; stays when the text is erased
    erased = models.DateTimeField(null=True, blank=True)

    def __str__(self) -> str:
        return self.text


class LinkedAct(models.Model):
    """An act as a link of its chain (tarockclub/platform/act_chain.py)."""

    state = models.TextField(default="{}")  # JSON: digests of the rows that it has left
    previous_hash = models.BinaryField(max_length=32, default=bytes)
    hash = models.BinaryField(max_length=32, default=bytes)

    class Meta:
        abstract = True


class PlainAct(LinkedAct):
    """An act with neither key nor reason of its own."""

    sequence = models.PositiveIntegerField()
    said = models.TextField()  # JSON: ids, keys and codes
    by = models.ForeignKey(Person, on_delete=models.PROTECT, null=True, blank=True, db_index=False, related_name="+")
    device = models.CharField(max_length=64, blank=True, default="")
    at = models.DateTimeField()

    class Meta:
        abstract = True


class ClubAct(PlainAct):
    """An act in a club beside its tables, such as a change of rights or a merged person; never changed."""

    class Kind(models.TextChoices):
        """The kind of act."""

        ACCOUNT = "account"  # somebody was given access, or another role
        NAMED = "named"  # somebody is new in the register, or has another name
        MERGED = "merged"  # two entries in the register are one person
        ERASED = "erased"  # a name was removed, also from these texts
        PUBLIC = "public"  # what everybody may see was changed
        TEXTS = "texts"  # texts were erased in their time, or replaced by who had typed them
        SEALED = "sealed"  # the rows from before the acts

    club = models.ForeignKey(Club, on_delete=models.PROTECT, related_name="acts", db_index=False)
    kind = models.CharField(max_length=8, choices=Kind.choices)

    class Meta:
        constraints = [  # noqa: RUF012 -- Django's own declaration
            models.UniqueConstraint(fields=["club", "sequence"], name="club_act_sequence_once"),
        ]

    def __str__(self) -> str:
        return f"{self.club_id}/{self.sequence} {self.kind}"


class AccountManager(BaseUserManager["Account"]):
    """The manager of accounts; it loads club and person in the same query."""

    def get_queryset(self) -> models.QuerySet["Account"]:
        """Return accounts with their club and person."""
        return super().get_queryset().select_related("club", "person")

    def get_by_natural_key(self, username: str | None) -> "Account":
        """Return the account of a typed log-in name, if only one club has it."""
        return self.get(login=normalize_login(username or ""))


class Account(AbstractBaseUser):
    """An account for logging in: the name is that of its person, the log-in name is only for that."""

    class Role(models.TextChoices):
        """The roles, for the club or for one tournament; their rights: tarockclub/platform/accounts/rights.py."""

        DIRECTOR = "director"
        SECRETARY = "secretary"
        REFEREE = "referee"
        TREASURER = "treasurer"
        CASHIER = "cashier"
        WATCHER = "watcher"

    club = models.ForeignKey(Club, on_delete=models.PROTECT, related_name="accounts")
    person = models.OneToOneField(Person, on_delete=models.PROTECT, related_name="account")
    login = models.CharField(max_length=NAME_LENGTH)  # as spelled by normalize_login(); once in its club
    role = models.CharField(max_length=12, choices=Role.choices, blank=True)  # "": none for the club
    is_helper = models.BooleanField(default=False)  # has a role for some tournament: nobody else is asked about it
    is_active = models.BooleanField(default=True)
    is_host = models.BooleanField(default=False)  # founds and archives clubs, keeps the backups of all
    last_login = None  # stored in its sessions

    USERNAME_FIELD = "login"
    REQUIRED_FIELDS: ClassVar[list[str]] = []
    objects = AccountManager()

    class Meta:
        constraints = [  # noqa: RUF012 -- Django's own declaration
            models.UniqueConstraint(fields=["club", "login"], name="account_login_once_in_club"),
        ]

    def __str__(self) -> str:
        return self.login


class ClubLog(models.Model):
    """The owner of a club's log: its row is locked only while an entry is added, so that no log-in waits for a list."""

    club = models.OneToOneField(Club, on_delete=models.PROTECT, related_name="log")
    entries = models.PositiveIntegerField(default=0)  # sequence number of the last one

    def __str__(self) -> str:
        return f"{self.club_id}"


class ApiToken(models.Model):
    """The right of a program to act for an account (docs/dev/api.md): only the hash of its secret is stored."""

    account = models.ForeignKey(Account, on_delete=models.PROTECT, related_name="api_tokens")
    client = models.CharField(max_length=NAME_LENGTH)  # the program's name
    digest = models.CharField(max_length=64, unique=True)  # SHA-256, hexadecimal
    role = models.CharField(max_length=12, choices=Account.Role.choices)  # never more than the account may at present
    made = models.DateTimeField()
    expires = models.DateTimeField()
    ended = models.DateTimeField(null=True, blank=True)
    used = models.DateField(null=True, blank=True)  # the last day of use

    def __str__(self) -> str:
        return self.client


class LogEntry(PlainAct):
    """An entry in a club's log (tarockclub/platform/accounts/club_log.py); never changed, never deleted."""

    log = models.ForeignKey(ClubLog, on_delete=models.PROTECT, related_name="log_entries", db_index=False)
    kind = models.CharField(max_length=20)
    # Whom it concerns.
    about = models.ForeignKey(Person, on_delete=models.PROTECT, null=True, blank=True, db_index=False, related_name="+")
    token = models.ForeignKey(
        ApiToken, on_delete=models.PROTECT, null=True, blank=True, db_index=False, related_name="+"
    )  # of the program that acted

    class Meta:
        constraints = [  # noqa: RUF012 -- Django's own declaration
            models.UniqueConstraint(fields=["log", "sequence"], name="log_entry_sequence_once"),
        ]
        indexes = [  # noqa: RUF012 -- Django's own declaration
            # Pages with people's data ask whether somebody has looked there today (platform/accounts/looks.py).
            models.Index(fields=["by", "at"], condition=models.Q(kind="looked"), name="log_entry_looks"),
            models.Index(fields=["log", "at"], name="log_entry_by_time"),
        ]

    def __str__(self) -> str:
        return f"{self.log_id}/{self.sequence} {self.kind}"


class FailureCount(models.Model):
    """A count of failures that the log does not name one by one (tarockclub/platform/accounts/club_log.py)."""

    log = models.ForeignKey(ClubLog, on_delete=models.CASCADE, related_name="failures")
    kind = models.CharField(max_length=20)
    account = models.PositiveBigIntegerField()  # 0: all names that no account has
    since = models.DateTimeField()  # the first failure, which is in the log
    more = models.PositiveIntegerField(default=0)
    locked = models.BooleanField(default=False)  # the log says that no more are checked

    class Meta:
        constraints = [  # noqa: RUF012 -- Django's own declaration
            models.UniqueConstraint(fields=["log", "kind", "account"], name="failure_count_once"),
        ]

    def __str__(self) -> str:
        return f"{self.log_id} {self.kind} {self.account}"
