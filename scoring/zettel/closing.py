"""The end of the Speiszettel: the switches with what they change, the reminders, what is open, what has no place."""

from collections.abc import Iterator, Mapping

from scoring.engine.house_rules.overlay import Table
from scoring.engine.house_rules.remarks import RULES
from scoring.engine.house_rules.reminders import Reminder
from scoring.engine.house_rules.sheet import Option
from scoring.engine.texts.rules import GENERAL, MOMENTS
from scoring.house_rules.speiszettel.compare import changes
from scoring.house_rules.speiszettel.general import title_of
from scoring.house_rules.speiszettel.sections import Row, Section, Zettel
from scoring.house_rules.speiszettel.wording import Voice


def option_section(voice: Voice, chosen: Mapping[str, bool], others: Mapping[str, tuple[Zettel, Zettel]]) -> Section:
    """The switches: how each is set, and what it changes where `others` has the sheet both ways."""
    say, rows = voice.says(GENERAL), []
    for option in voice.sheet.options.values():
        on = chosen.get(option.id, option.default)
        notes = [say("option_on" if on else "option_off")]
        if option.id in others:
            said = "; ".join(changes(*others[option.id], say))
            notes.append(say("option_changes_off" if on else "option_changes_on", changes=said))
        beside = [voice.named(*voice.sheet.options[other].names) for other in _excluded(option, voice)]
        if beside:
            notes.append(say("option_excludes", options="; ".join(beside)))
        name = voice.named(option.name, option.name_en)
        rows.append(Row(f"option-{option.id}", name, notes=tuple(notes), ref=option.ref))
    return Section("options", voice.title("options"), (), tuple(rows))


def _excluded(option: Option, voice: Voice) -> Iterator[str]:
    """The switches that cannot be on beside it, whichever of the two says so."""
    for other in voice.sheet.options.values():
        if other.id in option.excludes or option.id in other.excludes:
            yield other.id


def reading_section(voice: Voice) -> Section:
    """What the printed sheet leaves open, named after the rules that it is about; none where they are not played."""
    known = {*voice.sheet.contracts, *voice.sheet.premiums}
    rows = []
    for name, entry in voice.table.get("readings", {}).items():
        about = [word for word in entry["of"] if word in known or word in RULES or word in voice.table["groups"]]
        if about:
            titles = [title_of(word, voice) if word in RULES else voice.group_names([word]) for word in about]
            rows.append(_aside(f"reading-{name}", voice.listed(titles), entry, voice))
    return Section("readings", voice.title("readings"), (), tuple(rows))


def gap_section(voice: Voice) -> Section:
    """What the printed sheet names and no record can hold."""
    rows = []
    for name, entry in voice.table.get("gaps", {}).items():
        title = voice.named(entry["name"], entry.get("name_en", entry["name"]))
        rows.append(_aside(f"gap-{name}", title, entry, voice))
    return Section("gaps", voice.title("gaps"), (), tuple(rows))


def paragraph_section(voice: Voice) -> Section:
    """What the headings of the printed sheet mean, which stand behind every rule; for those who do not read German."""
    found = voice.table.get("paragraphs", {}) if voice.language.startswith("en") else {}
    said = "; ".join(f"{heading}: {meaning}" for heading, meaning in found.items())
    rows = (Row("headings", voice.title("in_english"), notes=(said,)),) if said else ()
    return Section("paragraphs", voice.title("paragraphs"), (), rows)


def open_anchors(voice: Voice) -> frozenset[str]:
    """The rows of the Speiszettel about which the printed sheet leaves something open."""
    words = {word for entry in voice.table.get("readings", {}).values() for word in entry["of"]}
    kinds = ("contract-", "premium-", "group-", "")
    return frozenset(f"{kind}{word}" for word in words for kind in kinds)


def _aside(anchor: str, title: str, entry: Table, voice: Voice) -> Row:
    text = voice.named(entry["text"], str(entry.get("text_en", entry["text"])))
    return Row(anchor, title[0].upper() + title[1:], notes=(text,), ref=entry.get("ref", ""))


def reminder_section(voice: Voice) -> Section:
    """What no record can show, in the order of the sheet file."""
    by_id = {one.id: one for one in voice.sheet.reminders}
    rows = tuple(
        Row(f"reminder-{name}", _moment(by_id[name], voice), notes=(_text(by_id[name], voice),), ref=by_id[name].ref)
        for name in voice.table.get("reminders", {})
    )
    return Section("reminders", voice.title("reminders"), (), rows)


def _text(one: Reminder, voice: Voice) -> str:
    return voice.named(one.text, one.text_en)


def _moment(one: Reminder, voice: Voice) -> str:
    """When it is said, in words."""
    entry = voice.table["reminders"][one.id]
    words = [voice.group_names(entry["in"])] if "in" in entry else []
    words += [voice.picked(entry["premiums"])] if "premiums" in entry else []
    said = "; ".join([*words, *_conditions(entry.get("when", ()), voice)]) or voice.says(MOMENTS)("always")
    return said[0].upper() + said[1:]


def _conditions(words: list[str], voice: Voice) -> Iterator[str]:
    say = voice.says(MOMENTS)
    own = {"last_round": voice.named(*voice.sheet.doubling.last)} if "last" in voice.table["radl"] else {}
    for word in words:
        bare, known = word.removeprefix("not "), word.replace(" ", "_")
        moment = own.get(bare) or say(bare)
        yield own.get(word) or (say(known) if known in MOMENTS else say("not", moment=moment))
