"""The games on the Speiszettel: value, aim, possible declarers, and their special rules."""

from collections.abc import Callable, Iterator
from typing import Any

from scoring.engine.house_rules.overlay import Table
from scoring.engine.house_rules.sheet import Contract
from scoring.engine.points import print_points
from scoring.engine.texts.rules import CONTRACTS
from scoring.sheets.house_rules.speiszettel.sections import RuleRow, ZettelSection
from scoring.sheets.house_rules.speiszettel.wording import Voice
from tarockclub.kit.amounts import format_points

FOREHAND, NEGATIVE = "V", "–"


def build_contract_section(voice: Voice) -> ZettelSection:
    """Return all games in the order of the sheet."""
    columns = (voice.get_title("value"),)
    rows = tuple(_build_row(contract, voice) for contract in voice.sheet.contracts.values())
    return ZettelSection("contracts", voice.get_title("contracts"), columns, rows)


def build_group_section(voice: Voice) -> ZettelSection:
    """Return the rules about several games at once."""
    rows = tuple(_build_group_rows(voice))
    return ZettelSection("groups", voice.get_title("groups"), (), rows)


def build_contract_legend(voice: Voice) -> tuple[tuple[str, str], ...]:
    """Return the meanings of the marks before the games."""
    say = voice.load_texts(CONTRACTS)
    contracts = voice.sheet.contracts.values()
    marks = {mark for contract in contracts for mark in _list_marks(contract, voice)}
    groups = {
        group["mark"]: voice.group_names([name]) for name, group in voice.table["groups"].items() if "mark" in group
    }
    meanings = {FOREHAND: say("mark_forehand"), NEGATIVE: say("mark_negative"), **groups}
    return tuple((mark, meaning) for mark, meaning in meanings.items() if mark in marks)


def _build_row(contract: Contract, voice: Voice) -> RuleRow:
    entry = voice.table["contracts"][contract.id]
    notes = [voice.choose_text(contract.gloss, contract.gloss_en)] if contract.gloss else []
    return RuleRow(
        anchor=f"contract-{contract.id}",
        name=voice.get_name(contract.id),
        marks=_list_marks(contract, voice),
        cells=(_format_value(contract, voice),),
        aside=_format_aim(contract, voice),
        notes=(
            *notes,
            *_format_worth(contract, voice),
            *format_rules(entry, voice),
            *_format_blank(contract, voice),
        ),
        ref=contract.ref,
    )


def _list_marks(contract: Contract, voice: Voice) -> tuple[str, ...]:
    groups = voice.table["groups"]
    marks = [FOREHAND] if contract.by == "forehand" else []
    marks += [NEGATIVE] if contract.is_trischaken else []
    named = voice.table["contracts"][contract.id].get("groups", ())
    marks += [groups[name]["mark"] for name in named if "mark" in groups.get(name, {})]
    return tuple(dict.fromkeys(marks))


def _format_aim(contract: Contract, voice: Voice) -> str:
    say = voice.load_texts(CONTRACTS)
    if contract.is_trischaken:
        return say("little")
    if contract.tricks is not None:
        return say({0: "no_trick", 1: "one_trick"}.get(contract.tricks, "tricks"), tricks=contract.tricks)
    if contract.win_kontra != contract.win:
        return say("win_kontra", points=print_points(contract.win), kontra=print_points(contract.win_kontra))
    return say("win", points=print_points(contract.win))


def _format_value(contract: Contract, voice: Voice) -> str:
    worth = format_points(contract.value)
    if contract.is_trischaken:
        of_forehand = [row.places[1] for row in voice.sheet.trischaken.rows if row.when == {"forehand"}]
        return f"{worth} ({FOREHAND} {format_points(of_forehand[0])})" if of_forehand else worth
    if len(contract.needs) > 1:
        return f"{worth}+V"
    if contract.needs:
        return format_points(contract.value + contract.needed_value)
    return worth if contract.lost == contract.value else f"{worth} (−{format_points(contract.lost)})"


def _format_worth(contract: Contract, voice: Voice) -> Iterator[str]:
    say = voice.load_texts(CONTRACTS)
    if contract.lost != contract.value:
        yield say("lost", lost=format_points(contract.lost))
    if len(contract.needs) == 1:
        premium = voice.get_name(contract.needs[0])
        yield say(
            "needs_one",
            game=format_points(contract.value),
            premium=premium,
            worth=format_points(contract.needed_value),
        )
    elif contract.needs:
        names = [voice.get_name(premium) for premium in contract.needs]
        yield say("needs", premiums=voice.join_words(names, "or"))


def _format_blank(contract: Contract, voice: Voice) -> list[str]:
    return [voice.load_texts(CONTRACTS)("blank")] if contract.id in voice.sheet.blank else []


def format_rules(entry: Table, voice: Voice) -> Iterator[str]:
    """Yield the sentences for the keys of a contract or group."""
    for key, tell in RULE_FORMATS.items():
        if key in entry:
            sentence = tell(entry[key], voice)
            if sentence:
                yield sentence


def _make_selected_format(code: str) -> Callable[[Any, Voice], str]:
    def write(words: Any, voice: Voice) -> str:
        return voice.load_texts(CONTRACTS)(code, items=voice.describe_selection(words)) if words else ""

    return write


def _make_games_format(code: str) -> Callable[[Any, Voice], str]:
    return lambda words, voice: voice.load_texts(CONTRACTS)(
        code if words else "beside_none", games=voice.group_names(words)
    )


def _format_premiums(words: list[str], voice: Voice) -> str:
    say = voice.load_texts(CONTRACTS)
    return say("premiums", items=voice.describe_premiums(words)) if words else say("no_premiums")


def _format_who(who: str, voice: Voice) -> str:
    return (
        voice.load_texts(CONTRACTS)("by_others") if who == "others" else ""
    )  # those of the forehand have their own mark


def _format_partner(who: str, voice: Voice) -> str:
    return voice.load_texts(CONTRACTS)(f"partner_{who}")


def _format_kontra(limit: int, voice: Voice) -> str:
    say = voice.load_texts(CONTRACTS)
    return say("kontra_up_to", kontra=voice.name_kontra(limit)) if limit > 1 else say("no_kontra")


def _format_obliged(premiums: dict[str, str], voice: Voice) -> str:
    say = voice.load_texts(CONTRACTS)
    ways = {name: how for name, how in premiums.items() if name in voice.sheet.premiums}
    return " ".join(
        say(how, premiums=voice.join_names([name for name, word in ways.items() if word == how]))
        for how in ("must", "should", "never")
        if how in ways.values()
    )


RULE_FORMATS: dict[str, Callable[[Any, Voice], str]] = {
    "by": _format_who,
    "partner": _format_partner,
    "self_call": lambda _, voice: voice.load_texts(CONTRACTS)("self_call"),
    "queen_call": lambda _, voice: voice.load_texts(CONTRACTS)("queen_call"),
    "premiums": _format_premiums,
    "doubles": _make_selected_format("doubles"),
    "king_lies": _make_selected_format("king_lies"),
    "bei": _make_games_format("beside"),
    "only_bei": _make_games_format("only_beside"),
    "defence_kontra": _format_obliged,
    "kontra": _format_kontra,
}


def _build_group_rows(voice: Voice) -> Iterator[RuleRow]:
    for name, group in voice.table["groups"].items():
        entries = voice.table["contracts"].items()
        members = [contract for contract, entry in entries if name in entry.get("groups", ())]
        notes = tuple(format_rules(group, voice))
        if members and notes:
            mark = (group["mark"],) if "mark" in group else ()
            sentences = () if mark else (voice.load_texts(CONTRACTS)("members", games=voice.join_names(members)),)
            yield RuleRow(
                f"group-{name}", voice.group_names([name]), mark, (), (*notes, *sentences), group.get("ref", "")
            )
