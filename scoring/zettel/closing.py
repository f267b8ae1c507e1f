"""The end of the Speiszettel: the switches with what they change, and the reminders."""

from collections.abc import Iterator, Mapping

from scoring.engine.reminders import Reminder
from scoring.engine.texts.rules import GENERAL, MOMENTS
from scoring.zettel.compare import changes
from scoring.zettel.shape import Row, Section, Zettel
from scoring.zettel.voice import Voice


def option_section(voice: Voice, chosen: Mapping[str, bool], others: Mapping[str, tuple[Zettel, Zettel]]) -> Section:
    """The switches: how each is set, and what it changes where `others` has the sheet both ways."""
    say, rows = voice.says(GENERAL), []
    for option in voice.sheet.options.values():
        on = chosen.get(option.id, option.default)
        notes = [say("option_on" if on else "option_off")]
        if option.id in others:
            said = "; ".join(changes(*others[option.id], say))
            notes.append(say("option_changes_off" if on else "option_changes_on", changes=said))
        name = voice.named(option.name, option.name_en)
        rows.append(Row(f"option-{option.id}", name, notes=tuple(notes), ref=option.ref))
    return Section("options", voice.title("options"), (), tuple(rows))


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
    for word in words:
        bare, known = word.removeprefix("not "), word.replace(" ", "_")
        yield say(known) if known in MOMENTS else say("not", moment=say(bare))
