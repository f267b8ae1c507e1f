"""What was done, a sentence for each act: who, how much, which way; by the names of today."""

from collections.abc import Callable, Iterable

from django.utils.translation import gettext as _

from scoring.templatetags.amounts import cents
from tournaments.action_log.kinds import words_of
from tournaments.action_log.names import MISREAD, Names, Said, join_names, names_in
from tournaments.acts import Kind, said_by
from tournaments.cash_journal.journal import COUNT, FLOAT, RECEIPT
from tournaments.cash_journal.messages import kind_text
from tournaments.cash_journal.receipts import label_of
from tournaments.clock.table_clocks import CLOCK
from tournaments.entrants.selectors import (
    state_word,
)
from tournaments.lookup import unknown_entry
from tournaments.models import Act, Presence
from tournaments.registration.services import As

Sentence = Callable[[Said, Names], str]


def fill_in_sentences(acts: Iterable[Act]) -> None:
    """Put its sentence into each act, as `sentence`; three queries at most, however many there are."""
    some = list(acts)
    names = names_for(some)
    for one in some:
        one.sentence = sentence_of(one, names)  # type: ignore[attr-defined]  # for its list


def names_for(acts: Iterable[Act]) -> Names:
    """The names for the sentences of these acts, and of those that they take back; three queries at most."""
    return names_in(found for one in acts for found in (one, one.undoes) if found is not None)


def sentence_of(one: Act, names: Names) -> str:
    """The sentence of an act, and whether it takes another one back, or was taken back itself."""
    if one.undoes is not None:
        return f"{words_of(Kind.UNDONE)}: {_plain_sentence(one.undoes, names)}"
    text = _plain_sentence(one, names)
    is_undone = getattr(one, "undone_by", None) is not None
    return _("%(what)s (undone)") % {"what": text} if is_undone else text


def _plain_sentence(one: Act, names: Names) -> str:
    """What an act says; where it says no more than its kind, or what nobody can read, the words of that."""
    try:
        told = _SENTENCES[one.kind](said_by(one), names) if one.kind in _SENTENCES else ""
    except MISREAD:
        told = f"{words_of(one.kind)} ({unknown_entry()})"
    return told or words_of(one.kind)


def _paid(said: Said, names: Names) -> str:
    by_amount: dict[int, list[int]] = {}
    for entrant, amount in said["paid"]:
        by_amount.setdefault(amount, []).append(entrant)
    return "; ".join(_fee(amount, names.entrants_in(some)) for amount, some in by_amount.items() if amount)


def _fee(amount: int, names: str) -> str:
    text = _("%(names)s: entry fee %(amount)s paid") if amount > 0 else _("%(names)s: entry fee %(amount)s refunded")
    return text % {"names": names, "amount": cents(abs(amount))}


def _debt(said: Said, names: Names) -> str:
    texts = {
        Presence.Debt.WAIVED: _("%(name)s: entry fee waived"),
        Presence.Debt.MOVED: _("%(payer)s pays the entry fee of %(name)s"),
    }
    text = texts.get(said["debt"], _("%(name)s owes the entry fee after all"))
    return text % {"name": names.entrant(said["entrant"]), "payer": names.entrant(said.get("payer"))}


def _substitute(said: Said, names: Names) -> str:
    if not said["gone"]:
        return _("%(name)s took over a seat") % {"name": names.entrant(said["came"])}
    return _("%(name)s plays for %(gone)s") % {
        "name": names.entrant(said["came"]),
        "gone": names.entrant(said["gone"]),
    }


def _seated_late(said: Said, names: Names) -> str:
    return _("%(name)s was seated late at table %(table)s") % {
        "name": names.entrant(said["entrant"]),
        "table": said["table"],
    }


def _entered(said: Said, names: Names) -> str:
    if "number" in said:
        numbers = {"number": said["number"], "before": said["before"]}
        return _("%(name)s: start number %(number)s instead of %(before)s") % {
            "name": names.entrant(said["entrant"]),
            **numbers,
        }
    if "out" not in said and "rounds" not in said:
        return _("everybody was numbered in alphabetical order")
    parts = [_("registered: %(names)s") % {"names": names.entrants_in(said["entrants"])}] if said["entrants"] else []
    if said.get("rounds"):
        parts.append(_("rounds: %(numbers)s") % {"numbers": ", ".join(map(str, said["rounds"]))})
    if said.get("out"):
        parts.append(_("deregistered: %(names)s") % {"names": names.entrants_in(said["out"])})
    return "; ".join(parts)


def _renamed(said: Said, names: Names) -> str:
    return _("name changed, now: %(names)s") % {"names": names.entrants_in(said["entrants"])}


def _merged(said: Said, names: Names) -> str:
    return _("two entries became one person: %(names)s") % {"names": names.entrants_in(said["entrants"])}


def _withdrawn(said: Said, names: Names) -> str:
    text = _("%(name)s is back") if said["back"] else _("%(name)s withdrew")
    return text % {"name": names.entrant(said["entrant"])}


def _presence(said: Said, names: Names) -> str:
    return _("%(names)s: %(state)s") % {
        "names": names.entrants_in(said["entrants"]),
        "state": state_word(said["state"]),
    }


def _applied(said: Said, names: Names) -> str:
    if said["as"] != As.TAKEN:
        return _("a self-registration was declined")
    return _("Self-registration confirmed: %(name)s") % {"name": names.entrant(said.get("entrant"))}


def _registration(said: Said, _names: Names) -> str:
    if said["open"]:
        return _("the link for self-registration was opened")
    return _("the link for self-registration was closed")


def _settings(said: Said, _names: Names) -> str:
    if "rounds" not in said:
        return ""
    rounds, before = (said[name] or _("any number") for name in ("rounds", "before"))
    return _("number of rounds: %(rounds)s instead of %(before)s") % {"rounds": rounds, "before": before}


def _round(said: Said, _names: Names) -> str:
    text = _("round %(number)s was cancelled") if said.get("given_up") else _("round %(number)s was opened")
    return text % {"number": said["round"]}


def _apart(said: Said, names: Names) -> str:
    one, other = map(names.entrant, said["pair"])
    apart, together = (
        _("%(one)s and %(other)s must not sit at the same table"),
        _("%(one)s and %(other)s may sit at the same table again"),
    )
    return (apart if said["apart"] else together) % {"one": one, "other": other}


def _published_draw(said: Said, _names: Names) -> str:
    return _("the draw was published, tables: %(tables)s") % {"tables": said["tables"]}


def _extended(said: Said, _names: Names) -> str:
    seconds = said.get(CLOCK, {}).get("seconds", 0)
    if not seconds:
        return ""
    minutes, rest = divmod(abs(seconds), 60)
    text = _("%(minutes)s min more") if seconds > 0 else _("%(minutes)s min less")
    return text % {"minutes": f"{minutes}:{rest:02}" if rest else minutes}


def _counted(said: Said, _names: Names) -> str:
    differs = any(chips != computed for _who, chips, computed in said["count"])
    return _("chips were counted: they differ") if differs else _("chips were counted: as computed")


def _late_hand(said: Said, _names: Names) -> str:
    return _("a late hand was accepted") if said["entry"] else _("a late hand was rejected")


def _broken_up(said: Said, _names: Names) -> str:
    stands = _("the table was ended early: its score stands")
    return stands if said["counts"] else _("the table was ended early: its score was struck out")


def _ruling(said: Said, _names: Names) -> str:
    return _("ruling %(number)s") % {"number": said["number"]}


def _paper(said: Said, _names: Names) -> str:
    return _("a paper sheet was entered, lines: %(lines)s") % {"lines": said["lines"]}


def _lot(said: Said, names: Names) -> str:
    return _("lots were drawn: %(names)s") % {"names": join_names(map(names.person, said["among"]))}


def _prize(said: Said, names: Names) -> str:
    text = _("prize removed from the list: %(name)s") if said.get("gone") else _("prize added to the list: %(name)s")
    amount = abs(said["cents"])
    return " · ".join((text % {"name": names.prize(said["prize"])}, *((cents(amount),) if amount else ())))


def _choice(said: Said, names: Names) -> str:
    name, is_known = names.person(said["person"]), said["person"] in names.persons
    text = _("%(name)s takes the prize %(prize)s") if said["prize"] else _("%(name)s takes no prize")
    told = text % {"name": name, "prize": names.prize(said["prize"]) if said["prize"] else ""}
    return told if is_known else _("%(what)s (does not count)") % {"what": told}


def _result(said: Said, _names: Names) -> str:
    text = _("result of round %(round)s published") if said["of"] else _("final result published")
    edition = _("edition %(number)s") % {"number": said["edition"]}
    return f"{text % {'round': said['of']}} · {edition}"


def _cash(said: Said, names: Names) -> str:
    what, moved = said.get("what", FLOAT), said["cents"]
    if what == RECEIPT:
        about = {"label": label_of(said), "amount": cents(abs(moved))}
        text = _("receipt %(label)s for %(amount)s") % about
        return " · ".join((text, *((names.person(said["person"]),) if said.get("person") else ())))
    if what == COUNT:
        counted = _("the cash box was counted: %(amount)s") % {"amount": cents(said["counted"])}
        return " · ".join((counted, *((_moved(moved),) if moved else ())))
    return f"{_moved(moved)} · {kind_text(what)}"


def _moved(amount: int) -> str:
    text = _("%(amount)s put into the cash box") if amount > 0 else _("%(amount)s taken out of the cash box")
    return text % {"amount": cents(abs(amount))}


def _teams(said: Said, names: Names) -> str:
    members = (names.entrants_in(some) for _team, _round, some in said["teams"] if some)
    together = join_names(f"({one})" for one in members)
    return _("teams: %(members)s") % {"members": together} if together else _("a team was dissolved")


_SENTENCES: dict[str, Sentence] = {
    Kind.PAID: _paid,
    Kind.DEBT: _debt,
    Kind.SUBSTITUTE: _substitute,
    Kind.SEATED_LATE: _seated_late,
    Kind.ENTERED: _entered,
    Kind.RENAMED: _renamed,
    Kind.MERGED: _merged,
    Kind.WITHDRAWN: _withdrawn,
    Kind.PRESENCE: _presence,
    Kind.APPLIED: _applied,
    Kind.REGISTRATION: _registration,
    Kind.SETTINGS: _settings,
    Kind.ROUND: _round,
    Kind.APART: _apart,
    Kind.PUBLISHED_DRAW: _published_draw,
    Kind.EXTEND: _extended,
    Kind.COUNTED: _counted,
    Kind.LATE_HAND: _late_hand,
    Kind.BROKEN_UP: _broken_up,
    Kind.RULING: _ruling,
    Kind.PAPER: _paper,
    Kind.LOT: _lot,
    Kind.PRIZE: _prize,
    Kind.CHOICE: _choice,
    Kind.RESULT: _result,
    Kind.CASH: _cash,
    Kind.TEAM: _teams,
}
