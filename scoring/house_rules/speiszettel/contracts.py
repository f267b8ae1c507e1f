"""The games on the Speiszettel: value, aim, who may declare them, and what is different in them."""

from collections.abc import Callable, Iterator
from typing import Any

from scoring.engine.house_rules.overlay import Table
from scoring.engine.house_rules.sheet import Contract
from scoring.engine.points import print_points
from scoring.engine.texts.rules import CONTRACTS
from scoring.house_rules.speiszettel.sections import Row, Section
from scoring.house_rules.speiszettel.wording import Voice
from scoring.templatetags.amounts import amount

FOREHAND, NEGATIVE = "V", "–"


def contract_section(voice: Voice) -> Section:
    """All games in the order of the sheet."""
    columns = (voice.title("value"),)
    rows = tuple(_row(contract, voice) for contract in voice.sheet.contracts.values())
    return Section("contracts", voice.title("contracts"), columns, rows)


def group_section(voice: Voice) -> Section:
    """What the sheet says of several games at once."""
    rows = tuple(_group_rows(voice))
    return Section("groups", voice.title("groups"), (), rows)


def legend(voice: Voice) -> tuple[tuple[str, str], ...]:
    """What the signs before the games mean."""
    say = voice.says(CONTRACTS)
    contracts = voice.sheet.contracts.values()
    found = {mark for contract in contracts for mark in _marks(contract, voice)}
    groups = {
        group["mark"]: voice.group_names([name]) for name, group in voice.table["groups"].items() if "mark" in group
    }
    meanings = {FOREHAND: say("mark_forehand"), NEGATIVE: say("mark_negative"), **groups}
    return tuple((mark, meaning) for mark, meaning in meanings.items() if mark in found)


def _row(contract: Contract, voice: Voice) -> Row:
    entry = voice.table["contracts"][contract.id]
    notes = [voice.named(contract.gloss, contract.gloss_en)] if contract.gloss else []
    return Row(
        anchor=f"contract-{contract.id}",
        name=voice.name(contract.id),
        marks=_marks(contract, voice),
        cells=(_value(contract, voice),),
        aside=_aim(contract, voice),
        notes=(
            *notes,
            *_worth(contract, voice),
            *said_of(entry, voice),
            *_blank(contract, voice),
        ),
        ref=contract.ref,
    )


def _marks(contract: Contract, voice: Voice) -> tuple[str, ...]:
    groups = voice.table["groups"]
    marks = [FOREHAND] if contract.by == "forehand" else []
    marks += [NEGATIVE] if contract.is_trischaken else []
    named = voice.table["contracts"][contract.id].get("groups", ())
    marks += [groups[name]["mark"] for name in named if "mark" in groups.get(name, {})]
    return tuple(dict.fromkeys(marks))


def _aim(contract: Contract, voice: Voice) -> str:
    say = voice.says(CONTRACTS)
    if contract.is_trischaken:
        return say("little")
    if contract.tricks is not None:
        return say({0: "no_trick", 1: "one_trick"}.get(contract.tricks, "tricks"), tricks=contract.tricks)
    if contract.win_kontra != contract.win:
        return say("win_kontra", points=print_points(contract.win), kontra=print_points(contract.win_kontra))
    return say("win", points=print_points(contract.win))


def _value(contract: Contract, voice: Voice) -> str:
    worth = amount(contract.value)
    if contract.is_trischaken:
        of_forehand = [row.places[1] for row in voice.sheet.trischaken.rows if row.when == {"forehand"}]
        return f"{worth} ({FOREHAND} {amount(of_forehand[0])})" if of_forehand else worth
    if len(contract.needs) > 1:
        return f"{worth}+V"
    if contract.needs:
        return amount(contract.value + _needed(contract))
    return worth if contract.lost == contract.value else f"{worth} (−{amount(contract.lost)})"


def _needed(contract: Contract) -> int:
    """What the one announcement that a game needs is worth in it; 0 where it multiplies."""
    item = contract.forms.get((contract.needs[0], True))
    return item.value * item.solo[0] if item else 0


def _worth(contract: Contract, voice: Voice) -> Iterator[str]:
    say = voice.says(CONTRACTS)
    if contract.lost != contract.value:
        yield say("lost", lost=amount(contract.lost))
    if len(contract.needs) == 1:
        premium = voice.name(contract.needs[0])
        yield say("needs_one", game=amount(contract.value), premium=premium, worth=amount(_needed(contract)))
    elif contract.needs:
        names = [voice.name(premium) for premium in contract.needs]
        yield say("needs", premiums=voice.listed(names, "or"))


def _blank(contract: Contract, voice: Voice) -> list[str]:
    return [voice.says(CONTRACTS)("blank")] if contract.id in voice.sheet.blank else []


def said_of(entry: Table, voice: Voice) -> Iterator[str]:
    """The sentences of a contract's or group's own keys."""
    for key, tell in TOLD.items():
        if key in entry:
            sentence = tell(entry[key], voice)
            if sentence:
                yield sentence


def _selected(code: str) -> Callable[[Any, Voice], str]:
    return lambda words, voice: voice.says(CONTRACTS)(code, items=voice.picked(words))


def _games(code: str) -> Callable[[Any, Voice], str]:
    return lambda words, voice: voice.says(CONTRACTS)(code, games=voice.group_names(words))


def _premiums(words: list[str], voice: Voice) -> str:
    say = voice.says(CONTRACTS)
    return say("premiums", items=voice.premiums(words)) if words else say("no_premiums")


def _by(who: str, voice: Voice) -> str:
    return voice.says(CONTRACTS)("by_others") if who == "others" else ""  # the forehand's have their sign


def _partner(who: str, voice: Voice) -> str:
    return voice.says(CONTRACTS)(f"partner_{who}")


def _kontra(limit: int, voice: Voice) -> str:
    say = voice.says(CONTRACTS)
    return say("kontra_up_to", kontra=voice.kontra(limit)) if limit > 1 else say("no_kontra")


def _obliged(premiums: dict[str, str], voice: Voice) -> str:
    say = voice.says(CONTRACTS)
    return " ".join(
        say(how, premiums=voice.names([name for name, said in premiums.items() if said == how]))
        for how in ("must", "should")
        if how in premiums.values()
    )


TOLD: dict[str, Callable[[Any, Voice], str]] = {
    "by": _by,
    "partner": _partner,
    "self_call": lambda _, voice: voice.says(CONTRACTS)("self_call"),
    "premiums": _premiums,
    "doubles": _selected("doubles"),
    "king_lies": _selected("king_lies"),
    "bei": _games("beside"),
    "only_bei": _games("only_beside"),
    "defence_kontra": _obliged,
    "kontra": _kontra,
}


def _group_rows(voice: Voice) -> Iterator[Row]:
    for name, group in voice.table["groups"].items():
        entries = voice.table["contracts"].items()
        members = [contract for contract, entry in entries if name in entry.get("groups", ())]
        notes = tuple(said_of(group, voice))
        if members and notes:
            mark = (group["mark"],) if "mark" in group else ()
            said = () if mark else (voice.says(CONTRACTS)("members", games=voice.names(members)),)
            yield Row(f"group-{name}", voice.group_names([name]), mark, (), (*notes, *said), group.get("ref", ""))
