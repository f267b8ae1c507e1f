"""The sentences of a club's log, one for each entry, with today's names."""

from collections import defaultdict
from collections.abc import Callable, Iterable
from datetime import datetime

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from tarockclub.kit.days import format_short_moment
from tarockclub.kit.hash_chain import encode_compact
from tarockclub.models import LogEntry
from tarockclub.office.audit_log.names import (
    Facts,
    Names,
    Target,
    format_kind,
    format_person,
    load_log_names,
    parse_facts,
)
from tarockclub.office.backups.errors import SENTENCES as TROUBLES
from tarockclub.platform.accounts.actors import API, COMMAND, PAGE
from tarockclub.platform.accounts.club_log import Kind
from tarockclub.platform.accounts.looks import FILES, LOOKS
from tarockclub.platform.accounts.permissions import format_role
from tarockclub.platform.server.installation import PROGRAM
from tournaments.core.selectors import format_unknown_entry

PARSE_ERRORS = (KeyError, IndexError, TypeError, ValueError)  # of an entry that this version cannot read
Sentence = Callable[[LogEntry, Facts, Names], str]
SHEET_DIGITS = 12  # of a version's digest
DEVICE_DIGITS = 4  # of a device's id: enough to tell the few devices of a club apart


def fill_in_sentences(entries: Iterable[LogEntry]) -> None:
    """Put into each entry its sentence, as `sentence`, and the thing that it is about, as `target`."""
    rows = list(entries)
    names = load_log_names(rows)
    for entry in rows:
        entry.sentence = format_entry_sentence(entry, names)  # type: ignore[attr-defined]  # for its list
        entry.target = find_entry_target(entry, names)  # type: ignore[attr-defined]


def find_entry_target(entry: LogEntry, names: Names) -> Target | None:
    """Return the thing with a page that an entry is about, if there is one."""
    try:
        return names.find_target(entry.kind, parse_facts(entry))
    except PARSE_ERRORS:
        return None


def format_entry_sentence(entry: LogEntry, names: Names) -> str:
    """Return the sentence of an entry; the words of its kind where it says no more, or cannot be read."""
    words = format_kind(entry.kind)
    try:
        if entry.kind in _SENTENCES:
            return _SENTENCES[entry.kind](entry, parse_facts(entry), names)
    except PARSE_ERRORS:
        return f"{words} ({format_unknown_entry()})"
    return _add(words, format_person(entry.about) if entry.about_id != entry.by_id else "")


def _add(words: str, *more: str) -> str:
    """Return the words, and what there is to add."""
    added = ", ".join(filter(None, more))
    return f"{words}: {added}" if added else words


def _format_failure(entry: LogEntry, _facts: Facts, _names: Names) -> str:
    if entry.about is None:
        return _("failed log-in under a name that no account has")
    if entry.by_id is not None:
        return _("a wrong password when it was asked for again")
    return _add(format_kind(entry.kind), format_person(entry.about))


def _format_more_failures(entry: LogEntry, facts: Facts, _names: Names) -> str:
    number = facts["number"]
    text = ngettext(
        "%(number)s further failed log-in since %(since)s", "%(number)s further failed log-ins since %(since)s", number
    )
    moment = format_short_moment(datetime.fromisoformat(facts["since"]))
    return _add(text % {"number": number, "since": moment}, format_person(entry.about))


def _format_log_out(entry: LogEntry, facts: Facts, _names: Names) -> str:
    number = facts["number"]
    text = ngettext("logged out on %(number)s other device", "logged out on %(number)s other devices", number) % facts
    return _add(text, "" if entry.about_id == entry.by_id else format_person(entry.about))


def _format_password(entry: LogEntry, facts: Facts, _names: Names) -> str:
    number = facts["programs"]
    ended = ngettext("the token of %(number)s program ended", "the tokens of %(number)s programs ended", number)
    own = entry.about_id == entry.by_id
    words = _("changed the own password") if own else format_kind(entry.kind)
    return _add(words, "" if own else format_person(entry.about), ended % {"number": number} if number else "")


def _format_account(entry: LogEntry, facts: Facts, _names: Names) -> str:
    may = "" if facts.get("active", True) else _("may not log in")
    return _add(format_kind(entry.kind), format_person(entry.about), format_role(facts["role"]), may)


def _format_token(entry: LogEntry, facts: Facts, names: Names) -> str:
    role = format_role(facts["role"]) if "role" in facts else ""
    lasts = ngettext("%(days)s day", "%(days)s days", facts["days"]) % facts if "days" in facts else ""
    return _add(format_kind(entry.kind), names.programs[facts["program"]], role, lasts)


def _format_recovery(entry: LogEntry, facts: Facts, _names: Names) -> str:
    left = ngettext("%(left)s left", "%(left)s left", facts["left"]) % facts
    return f"{_add(format_kind(entry.kind), format_person(entry.about))} ({left})"


def _format_links(entry: LogEntry, facts: Facts, _names: Names) -> str:
    number = len(facts["tables"])
    tables = ngettext("%(number)s table", "%(number)s tables", number) % {"number": number}
    return _add(format_kind(entry.kind), tables if entry.kind == Kind.LINKS else "")


def _format_sheet(entry: LogEntry, facts: Facts, _names: Names) -> str:
    number = _("version %(number)s") % {"number": facts["version"]} if "version" in facts else ""
    return _add(format_kind(entry.kind), facts["sheet"], number)


def _format_price(entry: LogEntry, facts: Facts, _names: Names) -> str:
    return _add(format_kind(entry.kind), facts["sheet"][:SHEET_DIGITS], encode_compact(facts["record"]))


def _format_backup(entry: LogEntry, facts: Facts, _names: Names) -> str:
    return _add(format_kind(entry.kind), facts["file"], *map(_format_trouble, facts.get("troubles", ())))


def _format_failed_backup(entry: LogEntry, facts: Facts, _names: Names) -> str:
    return _add(format_kind(entry.kind), _format_trouble(facts["code"]))


def _format_trouble(code: str) -> str:
    """Return what went wrong, without the folders and reasons, which are not in the log."""
    text = _(TROUBLES[code]) if code in TROUBLES else code
    return (text % defaultdict(lambda: "…", command=PROGRAM)).partition(": …")[0].strip(".")


def _format_restore(entry: LogEntry, facts: Facts, _names: Names) -> str:
    number, findings = facts["hands"], facts.get("findings", 0)
    hands = ngettext("%(number)s hand", "%(number)s hands", number) % {"number": number}
    sentence = ngettext("%(number)s problem was found.", "%(number)s problems were found.", findings)
    return _add(format_kind(entry.kind), facts["file"], hands, sentence % {"number": findings} if findings else "")


def _format_file(entry: LogEntry, facts: Facts, names: Names) -> str:
    target = names.find_target(entry.kind, facts)
    what = str(FILES.get(facts["what"], facts["what"]))
    return _add(format_kind(entry.kind), f"{what} ({facts['form'].upper()})", target.name if target else "")


def _format_look(entry: LogEntry, facts: Facts, names: Names) -> str:
    target = names.find_target(entry.kind, facts)
    what = str(LOOKS.get(facts["what"], facts["what"]))
    return _add(format_kind(entry.kind), format_person(entry.about), what, target.name if target else "")


def _format_tournament_role(entry: LogEntry, facts: Facts, names: Names) -> str:
    target = names.find_target(entry.kind, facts)
    role = format_role(facts["role"]) if facts["role"] else _("taken away")
    return _add(format_kind(entry.kind), format_person(entry.about), role, target.name if target else "")


def _format_rehearsal(entry: LogEntry, facts: Facts, names: Names) -> str:
    target = names.find_target(entry.kind, facts)
    return _add(format_kind(entry.kind), _("begun") if facts["begun"] else _("ended"), target.name if target else "")


def _format_addition(_entry: LogEntry, facts: Facts, _names: Names) -> str:
    number = facts["number"]
    text = ngettext("%(number)s person added to the register", "%(number)s people added to the register", number)
    return text % {"number": number}


_MEMBERSHIP = {
    "asked": gettext_lazy("invitation or request"),
    "agreed": gettext_lazy("joined"),
    "refused": gettext_lazy("invitation or request declined or taken back"),
    "left": gettext_lazy("left"),
}


def _format_membership(entry: LogEntry, facts: Facts, names: Names) -> str:
    return _add(format_kind(entry.kind), str(_MEMBERSHIP[facts["what"]]), names.clubs[facts["other"]])


def _format_offer(entry: LogEntry, facts: Facts, names: Names) -> str:
    return _add(format_kind(entry.kind), names.clubs[facts["other"]], _("taken back") if facts.get("back") else "")


def _format_decision(entry: LogEntry, facts: Facts, names: Names) -> str:
    what = _("accepted") if facts["accepted"] else _("declined")
    return _add(format_kind(entry.kind), names.clubs[facts["other"]], what)


_SENTENCES: dict[str, Sentence] = {
    Kind.LOG_IN_FAILED: _format_failure,
    Kind.MORE_FAILED: _format_more_failures,
    Kind.LOG_OUT: _format_log_out,
    Kind.PASSWORD: _format_password,
    Kind.ACCOUNT_MADE: _format_account,
    Kind.ACCOUNT: _format_account,
    Kind.TOURNAMENT_ROLE: _format_tournament_role,
    Kind.TOKEN_MADE: _format_token,
    Kind.TOKEN_ENDED: _format_token,
    Kind.CODE_USED: _format_recovery,
    Kind.LINKS: _format_links,
    Kind.LINKS_REPLACED: _format_links,
    Kind.SHEET_SAVED: _format_sheet,
    Kind.SHEET_RETIRED: _format_sheet,
    Kind.SHEET_OFFERED: _format_sheet,
    Kind.SHEET_PUBLIC: _format_sheet,
    Kind.SHEET_PRIVATE: _format_sheet,
    Kind.PRICE_DIFFERS: _format_price,
    Kind.BACKUP_MADE: _format_backup,
    Kind.BACKUP_FETCHED: _format_backup,
    Kind.BACKUP_SENT: _format_backup,
    Kind.BACKUP_FAILED: _format_failed_backup,
    Kind.RESTORE_FAILED: _format_failed_backup,
    Kind.RESTORED: _format_restore,
    Kind.EXPORTED: _format_file,
    Kind.LOOKED: _format_look,
    Kind.ADDED: _format_addition,
    Kind.REHEARSAL: _format_rehearsal,
    Kind.FEDERATION: _format_membership,
    Kind.RESULT_OFFERED: _format_offer,
    Kind.OFFER_DECIDED: _format_decision,
}


def format_way(entry: LogEntry) -> str:
    """Return by which way something was done: a page, the API, the command line, or the program by itself."""
    ways = {PAGE: _("page"), API: _("API"), COMMAND: _("command line")}
    way = parse_facts(entry).get("way", "")
    return ways.get(way, "") or (_("by itself") if entry.by_id is None and not entry.device else "")


def format_device(entry: LogEntry) -> str:
    """Return the browser and the beginning of the device's id; "" if neither is known."""
    browser = str(parse_facts(entry).get("browser", ""))
    return " · ".join(filter(None, (browser, format_device_mark(entry.device))))


def format_device_mark(device: str) -> str:
    """Return the beginning of a device's id; "" if it is not known."""
    return _("device %(sign)s") % {"sign": device[:DEVICE_DIGITS]} if device else ""


def format_origin(entry: LogEntry) -> str:
    """Return from where something was done: the device, or the program, or else the way."""
    if entry.token is not None:
        return _("program %(name)s") % {"name": entry.token.client}
    return format_device(entry) or format_way(entry)
