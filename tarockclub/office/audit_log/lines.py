"""A line of the log: an entry of the club's log, or an act in a tournament or a season, in today's names."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any, NamedTuple

from django.utils.translation import gettext as _

from tarockclub.kit.tables.search import has_words
from tarockclub.kit.words import fold
from tarockclub.models import LogEntry
from tarockclub.office.audit_log.kinds import GROUPS, find_group
from tarockclub.office.audit_log.messages import (
    fill_in_sentences,
    format_device_mark,
    format_origin,
    format_way,
)
from tarockclub.office.audit_log.names import format_person, parse_facts
from tournaments.core.actions.names import load_act_names
from tournaments.core.actions.sentences import (
    fill_in_act_sentences,
    format_season_sentence,
    load_event_names,
)
from tournaments.core.table_names import name_table
from tournaments.models import Act, SeasonAct


class LogLine(NamedTuple):
    """A line of the log."""

    row: LogEntry | Act | SeasonAct
    text: str
    about: str = ""  # a group of kinds, or the name of a tournament or a season
    slug: str = ""  # of the tournament or season
    href: str = ""  # the page of the one thing that an entry names
    round: int | None = None
    table: int | None = None
    by: str = ""
    whom: str = ""  # it concerns
    reason: str = ""
    origin: str = ""  # from where it was done
    browser: str = ""
    way: str = ""
    program: str = ""

    @property
    def at(self) -> datetime:
        """The moment."""
        return self.row.at

    @property
    def sequence(self) -> int:
        """The number in its chain: that of the club, the tournament or the season."""
        return self.row.sequence

    @property
    def hash(self) -> str:
        """The hash, which covers everything before it in its chain."""
        return bytes(self.row.hash).hex()

    @property
    def place(self) -> str:
        """The round and the table."""
        if self.round is None:
            return ""
        if self.table is None:
            return _("round %(round)s") % {"round": self.round}
        return name_table(self.table, self.round)

    def has(self, words: tuple[str, ...]) -> bool:
        """Return whether each folded word is part of what the line says."""
        if not words:
            return True
        texts = (self.text, self.about, self.place, self.by, self.whom, self.reason, self.origin, self.way)
        return has_words(fold(" ".join(texts)), words)


def build_entry_lines(entries: Sequence[LogEntry]) -> list[LogLine]:
    """Build the lines of entries of a club's log; five queries at most."""
    fill_in_sentences(entries)
    return [_build_entry_line(entry) for entry in entries]


def _build_entry_line(entry: Any) -> LogLine:
    facts, group = parse_facts(entry), GROUPS.get(find_group(entry.kind))
    return LogLine(
        entry,
        entry.sentence,
        about=str(group.words) if group else "",
        href=entry.target.address if entry.target else "",
        by=format_person(entry.by),
        whom=format_person(entry.about),
        origin=format_origin(entry),
        browser=str(facts.get("browser", "")),
        way=format_way(entry),
        program=entry.token.client if entry.token is not None else "",
    )


def build_act_lines(acts: Sequence[Act]) -> list[LogLine]:
    """Build the lines of acts in tournaments; three queries at most."""
    fill_in_act_sentences(acts)
    return [
        _build_line(act, vars(act)["sentence"], act.tournament)._replace(
            round=act.round.number if act.round is not None else None,
            table=act.table.number if act.table is not None else None,
        )
        for act in acts
    ]


def build_season_lines(acts: Sequence[SeasonAct]) -> list[LogLine]:
    """Build the lines of acts in seasons; three queries at most."""
    names, events = load_act_names(acts), load_event_names(acts)
    return [_build_line(act, format_season_sentence(act, names, events), act.season) for act in acts]


def _build_line(act: Any, text: str, owner: Any) -> LogLine:
    reason = act.note.text if act.note is not None else ""
    by, origin = format_person(act.by), format_device_mark(act.device)
    return LogLine(act, text, about=owner.name, slug=str(owner.slug), by=by, reason=reason, origin=origin)
