"""The construction of a Speiszettel from a sheet, with the rules below its lists."""

import json
from collections.abc import Iterator, Mapping

from scoring.engine.agreement import get_usual_rate
from scoring.engine.house_rules.build import build
from scoring.engine.house_rules.library import load_vocabulary
from scoring.engine.house_rules.loader import Rules
from scoring.engine.house_rules.paper_facts import format_ref
from scoring.engine.house_rules.reminders import OF_REMINDER, RULES, Reminder, get_english, list_said
from scoring.engine.house_rules.schema import Table, lay_over
from scoring.engine.house_rules.sheet import Option
from scoring.engine.points import print_points
from scoring.engine.texts.rules import CONTRACTS, EVIDENCE, GENERAL, MOMENTS, PREMIUMS
from scoring.sheets.house_rules.speiszettel.contracts import (
    build_contract_legend,
    build_contract_section,
    build_group_section,
    build_premium_section,
    build_trischaken_section,
    format_also,
)
from scoring.sheets.house_rules.speiszettel.play import build_play_section, format_counting
from scoring.sheets.house_rules.speiszettel.sections import (
    OPEN_MARK,
    RuleRow,
    Voice,
    Zettel,
    ZettelSection,
    list_zettel_changes,
)
from tarockclub.kit.amounts import format_cents, format_points

EVENTS = ("zero", "equal", "half_time")
KONTRAS = (2, 4, 8, 16)


def build_general_section(voice: Voice) -> ZettelSection:
    """Return all of them, each under its own heading."""
    notes = {
        "points": format_counting,
        "settle": _format_settlement,
        "kontra": _format_kontra,
        "radl": _format_radl,
        "concede": _format_concede,
        "bei": _format_bei,
        "renonce": _format_renonce,
        "point": _format_money,
        "hoch": _format_hoch,
        "pagatkassa": _format_pot,
    }
    rows = []
    for anchor, tell in notes.items():
        sentences = tuple(tell(voice))
        if sentences:
            negative = voice.table["groups"].get("negativspiele", {}) if anchor == "bei" else {}
            ref = voice.get_ref(anchor) if anchor in SECTIONS else str(negative.get("ref", ""))
            folded = tuple(_format_once(voice)) if anchor == "settle" else ()
            row = RuleRow(anchor, format_title(anchor, voice), notes=(*sentences, *folded), ref=ref, folded=folded)
            rows.append(row)
    return ZettelSection("general", voice.get_title("general"), (), tuple(rows))


def format_title(rule: str, voice: Voice) -> str:
    """Return the heading of a rule; for doubled deals, the sheet's own word."""
    if rule == "radl":
        word = voice.choose_text(*voice.sheet.doubling.name)
        return word[0].upper() + word[1:]
    return voice.get_title(rule)


SECTIONS = ("points", "settle", "kontra", "radl", "concede", "renonce", "pagatkassa")


def _format_settlement(voice: Voice) -> Iterator[str]:
    say = voice.load_texts(GENERAL)
    yield say("settled")
    if voice.sheet.premiums:
        yield say("silent_lost", items=voice.describe_selection(voice.table["settle"]["silent_lost"]))
    if any(premium.side is None for premium in voice.sheet.premiums.values()):
        yield say("defence_too")
    if voice.sheet.round_down:
        yield say("round_down")


def _format_once(voice: Voice) -> Iterator[str]:
    if once := [premium.id for premium in voice.sheet.premiums.values() if premium.once]:
        yield voice.load_texts(PREMIUMS)("once", premiums=voice.join_names(once))


def _format_money(voice: Voice) -> Iterator[str]:
    point = voice.sheet.point
    if point is not None:
        worth = format_cents(get_usual_rate(point)) if point.endswith(" EUR") else point
        yield voice.load_texts(GENERAL)("point", point=worth)


def _format_hoch(voice: Voice) -> Iterator[str]:
    if voice.sheet.hoch is not None:
        yield voice.load_texts(GENERAL)(f"hoch_{voice.sheet.hoch}")


def _format_kontra(voice: Voice) -> Iterator[str]:
    say, kontra = voice.load_texts(GENERAL), voice.table["kontra"]
    game = kontra.get("game", 1)
    premium = kontra.get("premium", game)
    if voice.sheet.coins:
        yield say("kontra_coins")
        return
    if game == premium > 1:
        yield say("kontra_both", kontras=_format_up_to(game, voice))
    else:
        yield say("kontra_game", kontras=_format_up_to(game, voice)) if game > 1 else say("kontra_no_game")
        yield _format_premium_kontra(premium, voice)
    if kontra["covers"] != ["game"]:
        yield say("kontra_covers", items=voice.describe_selection(kontra["covers"]))
    if also := format_also(kontra, voice):
        yield also
    if any(contract.is_negative and contract.game.kontra > 1 for contract in voice.sheet.contracts.values()):
        yield say("kontra_negative")
    if game > 1 or premium > 1:
        yield say("kontra_general")
    if voice.sheet.written is not None:
        written = voice.sheet.written
        yield say("kontra_written", kontra=f"{voice.name_kontra(written)} ×{written}" if written > 1 else "×1")


def _format_premium_kontra(limit: int, voice: Voice) -> str:
    say = voice.load_texts(GENERAL)
    if limit > 1:
        return say("kontra_premium", kontras=_format_up_to(limit, voice))
    entries = voice.table.get("premiums", {}).items()
    own = [premium for premium, entry in entries if entry.get("kontra", 1) > 1 and "announced" in entry]
    return say("kontra_no_other_premium", premiums=voice.join_names(own)) if own else say("kontra_no_premium")


def _format_up_to(limit: int, voice: Voice) -> str:
    return voice.join_words([f"{voice.name_kontra(kontra)} ×{kontra}" for kontra in KONTRAS if kontra <= limit])


def _format_radl(voice: Voice) -> Iterator[str]:
    say, after = voice.load_texts(GENERAL), voice.sheet.radl_after
    if not after:
        own = "last" in voice.table["radl"]
        yield say("radl_only_last", last=voice.choose_text(*voice.sheet.doubling.last)) if own else say("radl_none")
    for length in dict.fromkeys(after.values()):
        events = [_format_event(event, voice) for event, own_length in after.items() if own_length == length]
        yield say("radl_after", events=voice.join_words(events), length=_format_length(length, voice))
    yield say("radl_doubles", items=voice.describe_selection(voice.table["radl"]["doubles"]))
    if after:
        if "ends" in voice.table["radl"]:
            yield say(f"last_round_{voice.table['radl']['ends']}", last=voice.choose_text(*voice.sheet.doubling.last))
        yield say("radl_stacks" if voice.sheet.radl_stacks else "radl_once")


def _format_event(event: str, voice: Voice) -> str:
    half = print_points(voice.sheet.total // 2)
    if event == "zero" and "zero" in voice.table["radl"]:
        return voice.load_texts(GENERAL)("event_zero_named", names=voice.join_words(voice.table["radl"]["zero"], "or"))
    return voice.load_texts(GENERAL)(f"event_{event}", half=half) if event in EVENTS else voice.get_name(event)


def _format_length(length: int | str, voice: Voice) -> str:
    say = voice.load_texts(GENERAL)
    if length == "round":
        return say("radl_round")
    return say("radl_deal") if length == 1 else say("radl_deals", deals=length)


def _format_concede(voice: Voice) -> Iterator[str]:
    concede = voice.table.get("concede", {})
    if any(contract.can_concede for contract in voice.sheet.contracts.values()):
        items = voice.describe_selection(concede.get("pays", []))
        yield voice.load_texts(GENERAL)("concede", games=voice.group_names(concede["in"]))
        yield voice.load_texts(GENERAL)("concede_pays", items=items)


def _format_bei(voice: Voice) -> Iterator[str]:
    negative = [contract for contract in voice.sheet.contracts.values() if contract.is_negative]
    if any(contract.may_stand_beside(other) for contract in negative for other in negative):
        yield voice.load_texts(GENERAL)("bei")


def _format_renonce(voice: Voice) -> Iterator[str]:
    say, sheet = voice.load_texts(GENERAL), voice.sheet
    yield say("renonce", items=voice.describe_selection(voice.table["renonce"]["pays"]))
    if sheet.renonce_beside:
        yield say("renonce_beside")
    yield say("renonce_three" if sheet.renonce_alone > 1 else "renonce_one")
    yield say("renonce_side" if sheet.blame_side else "renonce_offender")
    if sheet.renonce_early:
        yield say("renonce_early")
    if amounts := _list_bird_amounts(sheet.renonce_bird, voice):
        bird = voice.get_name(str(sheet.renonce_bird))
        yield say("renonce_bird", premium=bird, amounts=voice.join_words(amounts))
    if sheet.claims != "none":
        yield say("claims")


def _list_bird_amounts(bird: str | None, voice: Voice) -> list[str]:
    """Return what each other player gets in the games that are bid with a bird, where it counts as announced."""
    amounts = []
    for contract in voice.sheet.contracts.values():
        form = contract.forms.get((str(bird), True))
        if contract.needs and form is not None:
            game = contract.lost if contract.game.renonce[0] else 0
            premium = form.value * form.solo[0] if form.renonce[0] else 0
            amounts.append(f"{voice.get_name(contract.id)} {format_points(game + premium)}")
    return amounts


def _format_pot(voice: Voice) -> Iterator[str]:
    say, sheet = voice.load_texts(GENERAL), voice.sheet
    if sheet.pot_premium is not None and sheet.pot_premium in sheet.premiums:
        yield say(f"pot_{sheet.pot_version or 'open'}")
        yield say("pot_premium", premium=voice.get_name(sheet.pot_premium))


def build_option_section(
    voice: Voice, chosen: Mapping[str, bool], others: Mapping[str, tuple[Zettel, Zettel]]
) -> ZettelSection:
    """Return the options: their settings, and their effects if `others` has the sheet both ways."""
    say, rows = voice.load_texts(GENERAL), []
    for option in voice.sheet.options.values():
        on = chosen.get(option.id, option.default)
        notes = [say("option_on" if on else "option_off")]
        if option.text:
            notes.append(voice.choose_text(option.text, option.text_en))
        if option.id in others:
            changes = "; ".join(list_zettel_changes(*others[option.id], say))
            notes.append(say("option_changes_off" if on else "option_changes_on", changes=changes))
        excluded = [voice.choose_text(*voice.sheet.options[other].names) for other in _format_excluded(option, voice)]
        if excluded:
            notes.append(say("option_excludes", options="; ".join(excluded)))
        name = voice.choose_text(option.name, option.name_en)
        rows.append(RuleRow(f"option-{option.id}", name, notes=tuple(notes), ref=option.ref))
    return ZettelSection("options", voice.get_title("options"), (), tuple(rows))


def _format_excluded(option: Option, voice: Voice) -> Iterator[str]:
    """Yield the options that cannot be on together with this one, whichever of the two names the other."""
    for other in voice.sheet.options.values():
        if other.id in option.excludes or option.id in other.excludes:
            yield other.id


def build_reading_section(voice: Voice) -> ZettelSection:
    """Return the readings of passages that the printed sheet leaves open, named after the rules they are about."""
    ids = {*voice.sheet.contracts, *voice.sheet.premiums}
    rows = []
    for name, entry in voice.table.get("readings", {}).items():
        about = [word for word in entry["of"] if word in ids or word in RULES or word in voice.table["groups"]]
        titles = [format_title(word, voice) if word in RULES else voice.group_names([word]) for word in about]
        titles += [
            _format_moment(reminder, voice)
            for reminder in voice.sheet.reminders
            if f"{OF_REMINDER}{reminder.id}" in entry["of"]
        ]
        if titles:
            rows.append(_build_aside(f"reading-{name}", voice.join_words(titles), entry, voice))
    return ZettelSection("readings", voice.get_title("readings"), (), tuple(rows))


def build_gap_section(voice: Voice) -> ZettelSection:
    """Return the rules that the printed sheet names and no record can hold."""
    rows = []
    for name, entry in voice.table.get("gaps", {}).items():
        title = voice.choose_text(entry["name"], entry.get("name_en", entry["name"]))
        rows.append(_build_aside(f"gap-{name}", title, entry, voice))
    return ZettelSection("gaps", voice.get_title("gaps"), (), tuple(rows))


def build_paragraph_section(voice: Voice) -> ZettelSection:
    """Return the meanings of the printed sheet's headings, which appear behind every rule; in English only."""
    paragraphs = voice.table.get("paragraphs", {}) if voice.language.startswith("en") else {}
    sentence = "; ".join(f"{heading}: {meaning}" for heading, meaning in paragraphs.items())
    rows = (RuleRow("headings", voice.get_title("in_english"), notes=(sentence,)),) if sentence else ()
    return ZettelSection("paragraphs", voice.get_title("paragraphs"), (), rows)


def find_open_anchors(voice: Voice) -> frozenset[str]:
    """Return the anchors of the rules that the printed sheet leaves open."""
    words = {word for entry in voice.table.get("readings", {}).values() for word in entry["of"]}
    kinds = ("contract-", "premium-", "group-", "")
    reminders = (word.replace(OF_REMINDER, "reminder-") for word in words if word.startswith(OF_REMINDER))
    return frozenset((*(f"{kind}{word}" for word in words for kind in kinds), *reminders))


def _build_aside(anchor: str, title: str, entry: Table, voice: Voice) -> RuleRow:
    text = voice.choose_text(entry["text"], str(entry.get("text_en", entry["text"])))
    return RuleRow(anchor, title[0].upper() + title[1:], notes=(text,), ref=entry.get("ref", ""))


def build_reminder_section(voice: Voice) -> ZettelSection:
    """Return the rules that no record can show, in the order of the sheet file."""
    by_id = {reminder.id: reminder for reminder in voice.sheet.reminders}
    entries = voice.table.get("reminders", {}).items()
    rows = tuple(_build_reminder_row(by_id[name], entry, voice) for name, entry in entries if name in by_id)
    return ZettelSection("reminders", voice.get_title("reminders"), (), rows)


def _build_reminder_row(reminder: Reminder, entry: Table, voice: Voice) -> RuleRow:
    """Return a reminder, with its own words as they read on a Speiszettel, where a phone says them otherwise."""
    english = str(entry.get("paper_en", entry.get("paper", get_english(entry))))
    own = voice.choose_text(str(entry.get("paper", entry.get("text", ""))), english)
    sentences = tuple(voice.choose_text(*names) for names in list_said(entry, voice.table))
    return RuleRow(
        f"reminder-{reminder.id}",
        _format_moment(reminder, voice),
        notes=(*filter(None, (own,)), *sentences),
        ref=reminder.ref,
        at=str(entry.get("at", "")),
        folded=sentences,
    )


def _format_moment(reminder: Reminder, voice: Voice) -> str:
    """Return the moment of a reminder, in words."""
    entry = voice.table["reminders"][reminder.id]
    words = [voice.group_names(entry["in"])] if "in" in entry else []
    words += [voice.describe_selection(entry["premiums"])] if "premiums" in entry else []
    text = "; ".join([*words, *_format_conditions(entry.get("when", ()), voice)]) or voice.load_texts(MOMENTS)("always")
    return text[0].upper() + text[1:]


def _format_conditions(words: list[str], voice: Voice) -> Iterator[str]:
    say = voice.load_texts(MOMENTS)
    own = {"last_round": voice.choose_text(*voice.sheet.doubling.last)} if "last" in voice.table["radl"] else {}
    for word in words:
        bare, code = word.removeprefix("not "), word.replace(" ", "_")
        moment = own.get(bare) or say(bare)
        yield own.get(word) or (say(code) if code in MOMENTS else say("not", moment=moment))


_YOUNGER = ("groups", "pagatkassa")  # keys missing in the texts of sheets pinned long ago


def build_rules_zettel(rules: Rules, options: Mapping[str, bool], language: str) -> Zettel:
    """Return the Speiszettel of a sheet with these options; each option names the changes it would make."""
    chosen = {**rules.defaults, **{name: on for name, on in options.items() if name in rules.defaults}}
    zettel = build_zettel(rules.combine_options(chosen), chosen, language)
    both = {name: (zettel, _build_switched(rules, chosen, name, language)) for name in chosen}
    return build_zettel(rules.combine_options(chosen), chosen, language, both)


def _build_switched(rules: Rules, chosen: Mapping[str, bool], name: str, language: str) -> Zettel:
    other = {**chosen, name: not chosen[name]}
    return build_zettel(rules.combine_options(other), chosen, language)


def build_pinned_zettel(text: str, language: str) -> Zettel:
    """Return the Speiszettel of a pinned version, with today's names for rules that had none then."""
    pinned: Table = json.loads(text)
    names = {section: load_vocabulary()[section] for section in _YOUNGER}
    return build_zettel(lay_over(names, pinned), pinned["chosen"], language)


def build_zettel(
    table: Table,
    chosen: Mapping[str, bool],
    language: str,
    others: Mapping[str, tuple[Zettel, Zettel]] | None = None,
) -> Zettel:
    """Return the Speiszettel of a whole table of rules, with the sections in their order."""
    sheet = build(table, chosen)
    voice = Voice(sheet, table, language)
    sections: tuple[ZettelSection, ...] = (
        build_contract_section(voice),
        build_group_section(voice),
        build_premium_section(voice),
        build_trischaken_section(voice),
        build_play_section(voice),
        build_general_section(voice),
        build_option_section(voice, chosen, others or {}),
        build_reminder_section(voice),
        build_reading_section(voice),
        build_gap_section(voice),
        build_paragraph_section(voice),
    )
    name, anchors = voice.choose_text(*sheet.names), find_open_anchors(voice)
    sections = tuple(section.name_places(language) for section in sections)
    marked = tuple(section.mark_open(anchors) for section in sections)
    signs = build_contract_legend(voice)
    if marked != sections:
        signs = (*signs, (OPEN_MARK, voice.load_texts(CONTRACTS)("mark_open")))
    ref = format_ref(str(table.get("ref", "")), language)
    return Zettel(sheet.id, name, sheet.source, ref, signs, marked, _format_evidence(voice))


def _format_evidence(voice: Voice) -> str:
    """Return the year of the sheet's rules and how they are known, as far as it says that."""
    say, sheet = voice.load_texts(EVIDENCE), voice.sheet
    sentences = [say("as_of", year=sheet.year)] if sheet.year else []
    sentences += [say(f"about_{sheet.evidence}")] if sheet.evidence else []
    return " ".join(sentences)
