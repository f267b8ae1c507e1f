"""Games, premiums and Trischaken on the Speiszettel: value, aim, who may declare, special rules."""

from collections.abc import Callable, Iterator
from itertools import groupby
from typing import Any

from scoring.engine.house_rules.build import TRISCHAKEN as TRISCHAKEN_ID
from scoring.engine.house_rules.schema import Table
from scoring.engine.house_rules.sheet import Contract, Premium
from scoring.engine.house_rules.sheet import TrischakenRow as Case
from scoring.engine.house_rules.validate import resolve
from scoring.engine.points import parse_amount, print_points
from scoring.engine.texts.play import PLAY
from scoring.engine.texts.rules import CONTRACTS, GENERAL, PREMIUMS, TRISCHAKEN
from scoring.sheets.house_rules.speiszettel.play import format_ways
from scoring.sheets.house_rules.speiszettel.sections import NONE, RuleRow, Voice, ZettelSection
from scoring.table.entry.script_data import format_worth
from tarockclub.kit.amounts import format_points, format_signed_points

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
    also = format_also(entry, voice)
    return RuleRow(
        anchor=f"contract-{contract.id}",
        name=voice.get_name(contract.id),
        marks=_list_marks(contract, voice),
        cells=(_format_value(contract, voice),),
        aside=_format_aim(contract, voice),
        notes=(
            *notes,
            *([also] if also else []),
            *_format_worth(contract, voice),
            *format_rules(entry, voice),
            *_format_blank(contract, voice),
        ),
        ref=contract.ref,
        also=also,
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
    if contract.is_trischaken:
        worth = format_points(contract.value)
        of_forehand = [row.places[1] for row in voice.sheet.trischaken.rows if row.when == {"forehand"}]
        return f"{worth} ({FOREHAND} {format_points(of_forehand[0])})" if of_forehand else worth
    return format_worth(contract)


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


def format_also(entry: Table, voice: Voice) -> str:
    """Return the other names of a game or premium; "" if it has none."""
    return voice.load_texts(PLAY)("also", names=voice.join_words(entry["also"], "or")) if "also" in entry else ""


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


def build_premium_section(voice: Voice) -> ZettelSection:
    """Return all premiums in the order of the sheet."""
    columns = (voice.get_title("silent"), voice.get_title("announced"))
    rows = tuple(_build_premiums_row(premium, voice) for premium in voice.sheet.premiums.values())
    return ZettelSection("premiums", voice.get_title("premiums"), columns, rows)


def _build_premiums_row(premium: Premium, voice: Voice) -> RuleRow:
    entry = voice.table["premiums"][premium.id]
    gloss = [voice.choose_text(premium.gloss, premium.gloss_en)] if premium.gloss else []
    also, folded = format_also(entry, voice), tuple(_format_folded(premium, entry, voice))
    return RuleRow(
        anchor=f"premium-{premium.id}",
        name=voice.get_name(premium.id),
        cells=(_format_premiums_worth(entry.get("silent")), _format_premiums_worth(entry.get("announced"))),
        notes=(*gloss, *([also] if also else []), *_format_notes(premium, entry, voice), *folded),
        ref=premium.ref,
        also=also,
        folded=folded,
    )


def _format_premiums_worth(raw: object) -> str:
    if isinstance(raw, str) and raw.startswith("x"):
        return f"×{raw[1:]}"
    worth = parse_amount(raw)
    return NONE if worth is None else format_points(int(worth * 6))


def _format_notes(premium: Premium, entry: Table, voice: Voice) -> Iterator[str]:
    say = voice.load_texts(PREMIUMS)
    if premium.points is not None and print_points(premium.points) not in voice.choose_text(
        premium.gloss, premium.gloss_en
    ):
        yield say("needs_points", points=print_points(premium.points))
    if premium.points is not None and not voice.sheet.whole:
        yield voice.load_texts(GENERAL)("at_most", points=print_points(voice.sheet.total - premium.points))
    if "in" in entry:
        yield say("in", games=voice.group_names(entry["in"]))
    if premium.side is not None:
        yield say(f"side_{premium.side}")
    if premium.between_players:
        yield say("between")
    yield from _format_effects(premium, entry, voice)
    if premium.takes_kontra:
        yield say("takes_kontra")
    if "kontra" in entry and "announced" in entry:
        limit = entry["kontra"]
        say_game = voice.load_texts(CONTRACTS)
        yield say_game("kontra_up_to", kontra=voice.name_kontra(limit)) if limit > 1 else say_game("no_kontra")


def _format_effects(premium: Premium, entry: Table, voice: Voice) -> Iterator[str]:
    """Yield the effects of a premium on the game and on the other premiums."""
    say = voice.load_texts(PREMIUMS)
    for key in ("multiplies", "multiplies_lost", "beside", "beside_lost"):
        if key in entry:
            yield say(key, items=voice.describe_selection(entry[key], beside=premium.id))
    if premium.all_points and not {"beside", "multiplies"} & entry.keys():
        yield say("beside", items=voice.describe_selection(["all"], beside=premium.id))
    if "announced" in entry and "beside" in entry and "beside_lost" not in entry:
        yield say("beside_all")
    for key in ("excludes", "excludes_announced"):
        if key in entry:
            yield say(key, premiums=voice.join_names(entry[key]))
    if premium.left_in:
        yield say("left_in", games=voice.group_names(entry["left_in"]))


def _format_folded(premium: Premium, entry: Table, voice: Voice) -> Iterator[str]:
    """Yield what only who enters a hand needs."""
    say = voice.load_texts(PREMIUMS)
    if "denies" in entry and resolve(entry["denies"], voice.items).plain:  # what the sheet has none of is not said
        yield say("denies", items=voice.describe_selection(entry["denies"], beside=premium.id))
    if "missed_denies" in entry:
        yield say("missed_denies", premiums=voice.join_names(entry["missed_denies"]))
    if premium.wins_game:
        yield say("wins_game")
    if premium.all_points:
        least = voice.sheet.total - voice.sheet.talon
        yield say("least_points" if voice.sheet.talon else "all_points", points=print_points(least))


RENONCE = "renonce"


def build_trischaken_section(voice: Voice) -> ZettelSection:
    """Return the rules of Trischaken; no rows if the sheet has none."""
    rules, title = voice.sheet.trischaken, voice.get_name(TRISCHAKEN_ID)
    if not rules.rows:
        return ZettelSection("trischaken-cases", voice.get_title("trischaken"), (), ())
    say = voice.load_texts(TRISCHAKEN)
    ways = format_ways("play", ("trischaken_must_take", "trischaken_talon"), voice)
    notes = (say("order"), say("equal"), say(f"jungfrauen_{rules.jungfrauen}"), *ways)
    general = RuleRow("trischaken", voice.get_title("cases"), notes=notes, ref=_format_refs(voice))
    return ZettelSection("trischaken-cases", title, (voice.get_title("paid"),), (general, *_build_case_rows(voice)))


def _format_refs(voice: Voice) -> str:
    rows = voice.table["trischaken"]["pays"]
    return "; ".join(
        dict.fromkeys(ref for ref in (voice.get_ref("trischaken"), *(row.get("ref") for row in rows)) if ref)
    )


def _build_case_rows(voice: Voice) -> Iterator[RuleRow]:
    """Yield each case with its payment; nothing can follow a case of anybody's Renonce."""
    rules = voice.sheet.trischaken
    for case in rules.rows:
        yield _build_trischaken_row(case, voice)
    for case in rules.renonce:
        yield _build_trischaken_row(case, voice, {RENONCE})
        if case.when <= {RENONCE}:
            return


def _build_trischaken_row(case: Case, voice: Voice, besides: set[str] | None = None) -> RuleRow:
    words = sorted(case.when | (besides or set()), key=list(TRISCHAKEN).index)
    text = ", ".join(_format_conditions(words, voice)) or voice.load_texts(TRISCHAKEN)(
        "else" if voice.sheet.trischaken.rows[1:] else "always"
    )
    pays = _format_payment(case, voice, "offender_pays" if RENONCE in words else "first_pays")
    return RuleRow(f"trischaken-{'-'.join(words) or 'else'}", text[0].upper() + text[1:], cells=(pays,))


def _format_conditions(words: list[str], voice: Voice) -> Iterator[str]:
    say, limit = voice.load_texts(TRISCHAKEN), print_points(voice.sheet.trischaken.buergermeister or 0)
    if RENONCE in words:
        by = [say("forehand_offends")] if "forehand" in words else []
        yield " ".join([say(RENONCE), *by])
        words = [word for word in words if word not in (RENONCE, "forehand")]
    for word in words:
        yield say(f"{word}_case" if word.startswith("jungfrauen") else word, points=limit)


def _format_payment(case: Case, voice: Voice, usual_code: str) -> str:
    """Return the payment of a case in words: the usual cases in short, all others place by place."""
    say = voice.load_texts(TRISCHAKEN)
    first, second, third, fourth = case.places
    if first < 0 and second == third == fourth:
        usual = voice.sheet.trischaken.rows[-1].places
        times = second // usual[1] if usual[1] == usual[2] == usual[3] > 0 else 1
        much = [say(f"times_{times}")] if f"times_{times}" in TRISCHAKEN else []
        return " ".join([say(usual_code, amount=format_points(second)), *much])
    if first == second < 0 and third == fourth:
        return say("two_pay", amount=format_points(third))
    places, start = [], 1
    for worth, run in groupby(case.places):
        until = start + len(list(run))
        named = voice.join_words([f"{place}." for place in range(start, until)])
        places.append(say("place", place=named, amount=format_signed_points(worth)))
        start = until
    return ", ".join(places)
