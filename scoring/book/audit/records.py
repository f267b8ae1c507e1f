"""The rows of tables' books as the proof reads them, several tables with eight queries, and what it finds wrong."""

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple
from uuid import UUID

from django.db.models import F, QuerySet
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from scoring.book.ledger.codec import EVENING_NUMBER, HANDS, StoredEntry, load_stored_entries
from scoring.book.ledger.seats import Holders
from scoring.models import Deal, Entry, GameTable, Mark, Seated, Sitting
from tarockclub.platform.origins.ids import Piece, load_pieces
from tarockclub.platform.server.installation import PROGRAM

SENTENCES = {
    "triggers": gettext_noop("The database would allow history to be changed: %(what)s. Run %(command)s migrate."),
    "sheet": gettext_noop("The text of the house rules is no longer the one that was played by."),
    "start": gettext_noop(
        "Players, house rules, start, first forehand or what was agreed do not match what the book begins with."
    ),
    "club": gettext_noop("The table belongs to another club than those who sat there."),
    "missing": gettext_noop("This entry is missing."),
    "last_sequence": gettext_noop("The table counts %(what)s entries, the book has more."),
    "hash": gettext_noop("This entry no longer says what it said when it was written: its hash does not match."),
    "previous": gettext_noop("This entry does not follow the one before it: their hashes do not match."),
    "head": gettext_noop("The end of the chain is not the hash of the last entry."),
    "note": gettext_noop("The text of the reason is not the one that was written."),
    "replaces": gettext_noop("It replaces an entry that is not an earlier one of this line."),
    "record": gettext_noop("What it says cannot be read, or is not a possible hand under these house rules."),
    "answer": gettext_noop("The stored lines are not what the hand pays under these house rules."),
    "sum": gettext_noop("The amounts do not add up to 0."),
    "stranger": gettext_noop("There is an amount for somebody who did not play this deal (seats %(what)s)."),
    "amounts": gettext_noop("The amounts are not what the hand pays (seats %(what)s)."),
    "deal_missing": gettext_noop("The book has no line for this entry."),
    "deal_unknown": gettext_noop("This line of the book has no entry."),
    "deal_entry": gettext_noop("The entry that counts for this line is not the latest one."),
    "deal_key": gettext_noop("The key of the line is not that of the entry that opened it."),
    "radl": gettext_noop("The Radl does not match the deals before it: here it counts ×%(what)s."),
    "forehand": gettext_noop("The forehand does not match the deals before it."),
    "dealer": gettext_noop("The dealer does not sit before the forehand."),
    "seats": gettext_noop("The four players do not match the deals before it."),
    "not_at_the_table": gettext_noop("It names somebody who does not sit at the table or does not play in this deal."),
    "unreadable": gettext_noop("The lines of the book do not fit together: what follows from them cannot be checked."),
    "sitting": gettext_noop("When this player came or left does not match the book."),
    "sitting_missing": gettext_noop("A player in the book has no seat at the table."),
    "sitting_unknown": gettext_noop("Somebody has a seat at the table whom the book does not know."),
    "seated": gettext_noop("According to the book, somebody else sits here."),
    "total": gettext_noop("The total is not the sum of the hands (%(what)s)."),
    "state": gettext_noop("The state of the table before its next deal does not match the book."),
    "last_key": gettext_noop("The last deal of the table differs from that of the book."),
    "mark": gettext_noop("This entry of another table is marked here as right or disputed."),
    "ended": gettext_noop("Whether and when the evening ended does not match the book."),
    "database": gettext_noop("The database cannot be read: %(what)s."),
    "act_missing": gettext_noop("This log entry is missing."),
    "act_count": gettext_noop("Only %(what)s log entries are counted, but there are more."),
    "act_hash": gettext_noop(
        "This log entry no longer says what it said when it was written: its hash does not match."
    ),
    "act_previous": gettext_noop("This log entry does not follow the one before it: their hashes do not match."),
    "act_unreadable": gettext_noop("The log cannot be read: none of it can be checked."),
    "left_accounts": gettext_noop("Who may log in, and in which role, does not match the log."),
    "left_merged": gettext_noop("Who was merged with whom does not match the log."),
    "left_shown": gettext_noop("What the club shows to everybody does not match the log."),
    "left_names": gettext_noop("The names of players, or what everybody may see of them, do not match the log."),
    "left_erased": gettext_noop("Erased texts, or what was left of them, do not match the log."),
    "left_starts": gettext_noop("When tables were begun does not match the log."),
    "left_access": gettext_noop("Passwords, or who looks after the installation, do not match the log."),
    "left_tokens": gettext_noop("The programs that may use the data do not match the log."),
    "left_links": gettext_noop("The links for entering hands do not match the log."),
    "left_helpers": gettext_noop("Who has a role in a single tournament does not match the log."),
    "left_helping": gettext_noop("Whose roles in single tournaments count does not match the log."),
    "left_rehearsals": gettext_noop("Which tournaments are rehearsals and do not count does not match the log."),
    "left_archive": gettext_noop("The evenings in the archive do not match the log."),
    "left_archived_tables": gettext_noop("A table of a tournament was put into the archive of evenings."),
    "left_factors": gettext_noop("Passkeys, apps and recovery codes with which people log in do not match the log."),
    "left_marks": gettext_noop("What players said about hands (right, disputed) does not match what was written."),
    "left_held_hands": gettext_noop("Late hands, or the decisions about them, do not match what was written."),
    "left_cancelled": gettext_noop("Which tournaments are cancelled does not match the log."),
    "left_moved": gettext_noop("Which tournaments were moved to another day does not match the log."),
    "left_settings": gettext_noop("The settings, day, end or seed do not match the latest log entry."),
    "left_entrants": gettext_noop("Who is taking part under which number does not match the latest log entry."),
    "left_applications": gettext_noop("Decisions about people who registered themselves do not match the log."),
    "left_teams": gettext_noop("The teams do not match the latest log entry."),
    "left_members": gettext_noop("Who plays for which team does not match the latest log entry."),
    "left_rounds": gettext_noop("The rounds (draw, start, end) do not match the latest log entry."),
    "left_draws": gettext_noop("A draw does not match what was drawn."),
    "left_presences": gettext_noop("Attendance, or what players have paid, does not match the latest log entry."),
    "left_tables": gettext_noop("Tables, or whether they are done and count, do not match the latest log entry."),
    "left_clocks": gettext_noop("The clocks of the tables do not match the latest log entry."),
    "left_rulings": gettext_noop("The rulings do not match those that were recorded."),
    "left_prizes": gettext_noop("The prizes, or their value, do not match the latest log entry."),
    "left_events": gettext_noop("The tournaments of the season do not match the latest entry of its log."),
    "left_points": gettext_noop("Results entered into the season do not match what was written."),
    "left_made": gettext_noop("Points that member clubs gave to the season do not match what was written."),
    "left_others": gettext_noop("Places of those who do not count in the season do not match what was written."),
    "left_carried": gettext_noop("The size of a cup from which points are carried does not match what was written."),
    "left_attendance": gettext_noop("The numbers of tournaments in lists of cups do not match what was written."),
    "left_evenings": gettext_noop("The dates whose evenings count in the season do not match what was written."),
    "left_versions": gettext_noop("This saved version is missing, or no longer says what it said when it was saved."),
}

OWNERS = {
    "": gettext_noop("Table %(table)s"),
    "table": gettext_noop("Beside the book of table %(table)s"),
    "tournament": gettext_noop("Tournament %(table)s"),
    "season": gettext_noop("Season %(table)s"),
    "club": gettext_noop("Club %(table)s"),
    "log": gettext_noop("Log of club %(table)s"),
    "sheet": gettext_noop("Own house rules %(table)s"),
}


def format_table_name(slug: UUID) -> str:
    """Return the name of a table in findings: enough to find the table, too little to open its pages."""
    return slug.hex[:8]


def format_owner_name(name: str) -> str:
    """Return the name of a chain as findings show it: of a slug only the beginning, of own house rules the whole id."""
    kind, identity = name.split()
    return name if kind == "sheet" else f"{kind} {identity[:8]}"


def format_finding_place(owner: str, sequence: int | None) -> str:
    """Return the book, or the owner of the acts, and the entry or act, in words."""
    kind, _blank, name = owner.rpartition(" ")
    number = _("log entry %(number)s") if kind else _("entry %(number)s")
    if kind == "sheet":
        number = _("version %(number)s")  # each act saves one
    parts = [
        _(OWNERS[kind]) % {"table": name} if owner else "",
        number % {"number": sequence} if sequence is not None else "",
    ]
    return ", ".join(part for part in parts if part)


class Finding(NamedTuple):
    """One finding and its position."""

    code: str
    table: str = ""  # format_table_name of its slug; for the acts of another owner with its kind: "season 0123abcd"
    sequence: int | None = None  # of an entry
    deal: int | None = None  # number of a line of the book
    place: int | None = None  # 0-5
    what: str = ""
    line: int | None = None  # the line's position, counted from 1

    @property
    def sentence(self) -> str:
        """The finding as a sentence, in the active language."""
        where = [
            format_finding_place(self.table, self.sequence),
            _("line %(number)s") % {"number": self.line} if self.line is not None else "",
            _("place %(number)s") % {"number": self.place + 1} if self.place is not None else "",
        ]
        sentence = _(SENTENCES[self.code]) % {"what": self.what, "command": PROGRAM}
        named = ", ".join(part for part in where if part)
        return f"{named}: {sentence}" if named else sentence


MOST_ENTRIES = 2000  # or the entries of one table if it has more: the limit of what is kept in memory
MOST_TABLES = 200


class StoredSitting(NamedTuple):
    """A sitting as it is stored."""

    id: int
    until: int | None
    money: int | None  # sixths; None: it has no total
    written: int | None
    held: dict[int, Holders]  # its holders, by the version that wrote them; the last one counts


class Ledger(NamedTuple):
    """A table's book as it is stored."""

    table: GameTable  # with its sheet_version
    entries: list[StoredEntry]  # by sequence, each with its note and the entry it replaces
    deals: dict[int, tuple[str, int]]  # number of a line: its key, id of the entry that counts
    sittings: dict[tuple[int, int], StoredSitting]  # by place and the line it begins with
    persons: dict[int, int]  # the persons at the beginning, by place
    strange_marks: list[int]  # sequence numbers of other tables' entries that this table's marks refer to
    pieces: list[Piece]  # the parts that were written in other installations
    clubs: set[int]  # of those who have sat there

    @property
    def name(self) -> str:
        """The name of the table in findings: its full slug would let people in."""
        return format_table_name(self.table.slug)

    @property
    def head(self) -> str:
        """The end of its chain as hexadecimal digits; any other value as text."""
        head: object = self.table.head
        return bytes(head).hex() if isinstance(head, bytes | memoryview) else str(head)

    @property
    def lines(self) -> dict[int, int]:
        """The positions of the lines of the book by number, counted from 1."""
        numbers = self.deals.keys() | {entry.deal_number for entry in self.entries}
        return {number: position for position, number in enumerate(sorted(numbers - {EVENING_NUMBER}), start=1)}

    @property
    def hands(self) -> int:
        """The number of hands that count."""
        counting = {entry_id for _, entry_id in self.deals.values()}
        return sum(entry.id in counting and entry.kind in HANDS for entry in self.entries)


def split_batches(table_ids: Sequence[int] | None) -> Iterator[list[int]]:
    """Yield these tables (None: all) in batches as large as the limits allow."""
    tables = GameTable.objects.all()
    return split_tables(tables if table_ids is None else tables.filter(pk__in=table_ids))


def split_tables(tables: QuerySet[GameTable]) -> Iterator[list[int]]:
    """Yield the ids of tables in batches as large as the limits allow."""
    batch: list[int] = []
    entries = 0
    for pk, count in tables.order_by("pk").values_list("pk", "last_sequence"):
        if len(batch) == MOST_TABLES or (batch and entries + count > MOST_ENTRIES):
            yield batch
            batch, entries = [], 0
        batch.append(pk)
        entries += count
    if batch:
        yield batch


def load_ledgers(table_ids: list[int]) -> list[Ledger]:
    """Read the books of tables."""
    tables = GameTable.objects.filter(pk__in=table_ids).select_related("sheet_version").order_by("pk")
    pieces = load_pieces([f"book {table.slug.hex}" for table in tables])
    ledgers = {
        table.pk: Ledger(table, [], {}, {}, {}, [], pieces.get(f"book {table.slug.hex}", []), set()) for table in tables
    }
    for entry in load_stored_entries(Entry.objects.filter(table__in=table_ids).order_by("table_id", "sequence")):
        ledgers[entry.table_id].entries.append(entry)
    deals = Deal.objects.filter(table__in=table_ids)
    for table, number, key, entry_id in deals.values_list("table_id", "number", "key", "entry_id"):
        ledgers[table].deals[number] = (key, entry_id)
    seated = list(_load_seated_rows(table_ids))
    held = _group_holders(seated)
    for table, kept_id, place, since, until, money, written in _load_sittings(table_ids):
        ledgers[table].sittings[place, since] = StoredSitting(kept_id, until, money, written, held.get(kept_id, {}))
    for row in seated:
        ledgers[row.table].clubs.add(row.club)
        if row.began == row.version == 0:
            ledgers[row.table].persons[row.place] = row.person
    marks = Mark.objects.filter(table__in=table_ids).exclude(entry__table=F("table"))
    for table, sequence in marks.order_by("pk").values_list("table_id", "entry__sequence"):
        ledgers[table].strange_marks.append(sequence)
    return list(ledgers.values())


def _load_sittings(table_ids: list[int]) -> Iterable[tuple[int, int, int, int, int | None, int | None, int | None]]:
    sittings = Sitting.objects.filter(table__in=table_ids).order_by("place", "from_deal")
    return sittings.values_list("table_id", "pk", "place", "from_deal", "to_deal", "total__money", "total__written")


class _SeatedRow(NamedTuple):
    table: int
    sitting: int
    place: int
    began: int  # the line with which the sitting began
    version: int
    since: int
    person: int
    club: int


def _load_seated_rows(table_ids: list[int]) -> Iterator[_SeatedRow]:
    rows = Seated.objects.filter(sitting__table__in=table_ids).order_by("sitting__place", "version", "from_deal")
    columns = ("sitting__table_id", "sitting_id", "sitting__place", "sitting__from_deal")
    for row in rows.values_list(*columns, "version", "from_deal", "person_id", "person__club_id"):
        yield _SeatedRow(*row)


def _group_holders(rows: Iterable[_SeatedRow]) -> dict[int, dict[int, Holders]]:
    """Return the holders of each sitting, by version."""
    holders: dict[int, dict[int, Holders]] = {}
    for row in rows:
        versions = holders.setdefault(row.sitting, {})
        versions[row.version] = (*versions.get(row.version, ()), (row.since, row.person))
    return holders
