"""What the proof may find: a code, where, and the sentence that people read."""

from typing import NamedTuple
from uuid import UUID

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

SENTENCES = {
    "triggers": gettext_noop("The database would let history be changed: %(what)s. Run manage.py migrate."),
    "sheet": gettext_noop("The text of the house rules is not the one that was pinned."),
    "start": gettext_noop("Players, house rules, first forehand or what was agreed are not what the book begins with."),
    "missing": gettext_noop("This entry is missing."),
    "last_sequence": gettext_noop("The table counts %(what)s entries, the book has more."),
    "hash": gettext_noop("This entry does not say what it said when it was written: its hash does not fit."),
    "previous": gettext_noop("This entry does not follow the one before it: their hashes do not fit."),
    "head": gettext_noop("The end of the chain is not the hash of the last entry."),
    "note": gettext_noop("The text of the reason is not the one that was written."),
    "replaces": gettext_noop("It replaces an entry that is not an earlier one of this line."),
    "record": gettext_noop("What it says cannot be read, or is no possible hand under these house rules."),
    "answer": gettext_noop("The stored lines are not what the hand pays under the pinned house rules."),
    "sum": gettext_noop("The amounts do not add up to 0."),
    "stranger": gettext_noop("There is an amount for somebody who did not play this deal (places %(what)s)."),
    "amounts": gettext_noop("The amounts are not what the hand pays (places %(what)s)."),
    "deal_missing": gettext_noop("The book has no line for this entry."),
    "deal_unknown": gettext_noop("This line of the book has no entry."),
    "deal_entry": gettext_noop("Another entry counts for this line than the latest."),
    "deal_key": gettext_noop("The line's key is not that of the entry that opened it."),
    "radl": gettext_noop("The Radl is not what the deals before it say: it counts %(what)s."),
    "forehand": gettext_noop("The forehand's seat is not what the deals before it say."),
    "dealer": gettext_noop("The dealer does not sit before the forehand."),
    "seats": gettext_noop("The four who play are not what the deals before it say."),
    "not_at_the_table": gettext_noop("It names somebody who does not sit at the table or does not play this deal."),
    "unreadable": gettext_noop("The lines of the book do not fit together: nothing that follows can be checked."),
    "sitting": gettext_noop("When this player came or left is not what the book says."),
    "sitting_missing": gettext_noop("A player of the book has no place at the table."),
    "sitting_unknown": gettext_noop("Somebody has a place at the table whom the book does not know."),
    "seated": gettext_noop("The person is not who sits there by the book."),
    "total": gettext_noop("The total is not the sum of the hands (%(what)s)."),
    "state": gettext_noop("Where the table stands before its next deal is not what the book says."),
    "last_key": gettext_noop("The table names another last deal than the book."),
    "mark": gettext_noop("Somebody has marked this entry of another table as one of this."),
    "ended": gettext_noop("Whether and when the evening ended is not what the book says."),
    "database": gettext_noop("The database cannot be read: %(what)s."),
    "act_missing": gettext_noop("This act is missing."),
    "act_count": gettext_noop("Only %(what)s acts are counted, there are more."),
    "act_hash": gettext_noop("This act does not say what it said when it was written: its hash does not fit."),
    "act_previous": gettext_noop("This act does not follow the one before it: their hashes do not fit."),
    "act_unreadable": gettext_noop("The acts cannot be read: nothing of them can be checked."),
    "left_accounts": gettext_noop("Who may log in as what is not what the acts say."),
    "left_merged": gettext_noop("Who was merged with whom is not what the acts say."),
    "left_marks": gettext_noop("What players have said of hands (right, disputed) is not what was written."),
    "left_held_hands": gettext_noop("Hands that came late, or what was decided about them, are not what was written."),
    "left_settings": gettext_noop("The settings, day, end or seed are not what the last act has left."),
    "left_entrants": gettext_noop("Who takes part, under which number, is not what the last act has left."),
    "left_applications": gettext_noop("What was decided about those who entered themselves is not what the acts say."),
    "left_teams": gettext_noop("The teams are not what the last act has left."),
    "left_members": gettext_noop("Who plays for which team is not what the last act has left."),
    "left_rounds": gettext_noop("The rounds (draw, start, end) are not what the last act has left."),
    "left_draws": gettext_noop("A draw is not what was drawn."),
    "left_presences": gettext_noop("Who is there, or what he has paid, is not what the last act has left."),
    "left_tables": gettext_noop("Tables, or whether they are done and count, are not what the last act has left."),
    "left_clocks": gettext_noop("The clocks of the tables are not what the last act has left."),
    "left_rulings": gettext_noop("The rulings are not those that were written down."),
    "left_prizes": gettext_noop("The prizes, or their value, are not what the last act has left."),
    "left_events": gettext_noop("The tournaments of the season are not what its last act has left."),
    "left_points": gettext_noop("Results that were typed into the season are not what was written."),
}

OWNERS = {
    "": gettext_noop("Table %(table)s"),
    "table": gettext_noop("Beside the book of table %(table)s"),
    "tournament": gettext_noop("Tournament %(table)s"),
    "season": gettext_noop("Season %(table)s"),
    "club": gettext_noop("Club %(table)s"),
}


def name_of(slug: UUID) -> str:
    """How findings call a table: enough to find it, too little to open its pages."""
    return slug.hex[:8]


def place_of(owner: str, sequence: int | None) -> str:
    """A table's book, or whatever acts are of, and which entry or act of it, for people."""
    kind, _blank, name = owner.rpartition(" ")
    number = _("act %(number)s") if kind else _("entry %(number)s")
    parts = [
        _(OWNERS[kind]) % {"table": name} if owner else "",
        number % {"number": sequence} if sequence is not None else "",
    ]
    return ", ".join(part for part in parts if part)


class Finding(NamedTuple):
    """One thing that is off, and where."""

    code: str
    table: str = ""  # name_of its slug; of what acts are of, its kind besides: "season 0123abcd"
    sequence: int | None = None  # of an entry
    deal: int | None = None  # number of a line of the book
    place: int | None = None  # 0-5
    what: str = ""
    line: int | None = None  # which one that is, counted from 1

    @property
    def sentence(self) -> str:
        """The finding for people, in the language that is active."""
        where = [
            place_of(self.table, self.sequence),
            _("line %(number)s") % {"number": self.line} if self.line is not None else "",
            _("place %(number)s") % {"number": self.place + 1} if self.place is not None else "",
        ]
        told = _(SENTENCES[self.code]) % {"what": self.what}
        named = ", ".join(part for part in where if part)
        return f"{named}: {told}" if named else told
