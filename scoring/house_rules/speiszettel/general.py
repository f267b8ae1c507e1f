"""The rules of the Speiszettel that stand below the lists: counting, kontra, Radl, conceding, Renonce, Pagatkassa."""

from collections.abc import Iterator

from scoring.engine.agreement import usual_rate
from scoring.engine.points import parse_points, print_points
from scoring.engine.texts.rules import GENERAL, PREMIUMS
from scoring.house_rules.speiszettel.sections import Row, Section
from scoring.house_rules.speiszettel.wording import Voice
from scoring.templatetags.amounts import cents

EVENTS = ("zero", "equal", "half_time")
KONTRAS = (2, 4, 8, 16)


def general_section(voice: Voice) -> Section:
    """All of them, each under a heading of its own."""
    notes = {
        "points": _points,
        "settle": _settle,
        "kontra": _kontra,
        "radl": _radl,
        "concede": _concede,
        "bei": _bei,
        "renonce": _renonce,
        "point": _money,
        "hoch": _hoch,
        "pagatkassa": _pot,
    }
    rows = []
    for anchor, tell in notes.items():
        told = tuple(tell(voice))
        if told:
            ref = voice.ref(anchor) if anchor in SECTIONS else ""
            rows.append(Row(anchor, title_of(anchor, voice), notes=told, ref=ref))
    return Section("general", voice.title("general"), (), tuple(rows))


def title_of(rule: str, voice: Voice) -> str:
    """The heading of a rule; that of the doubled deals is the sheet's own word for them."""
    if rule == "radl":
        word = voice.named(*voice.sheet.doubling.name)
        return word[0].upper() + word[1:]
    return voice.title(rule)


SECTIONS = ("points", "settle", "kontra", "radl", "concede", "renonce", "pagatkassa")


def _points(voice: Voice) -> Iterator[str]:
    say, points = voice.says(GENERAL), voice.table["points"]
    yield say("total", total=points["total"], win=print_points(parse_points(points["win"]) or 0))
    if "win_kontra" in points:
        yield say("win_kontra", win=print_points(parse_points(points["win_kontra"]) or 0))
    yield say("whole" if voice.sheet.whole else "blatt")
    if voice.sheet.rounded:
        half = voice.sheet.total // 2
        yield say("rounded", below=print_points(half - 1), half=print_points(half), above=print_points(half + 1))


def _settle(voice: Voice) -> Iterator[str]:
    say = voice.says(GENERAL)
    yield say("settled")
    if voice.sheet.premiums:
        yield say("silent_lost", items=voice.picked(voice.table["settle"]["silent_lost"]))
    once = [premium.id for premium in voice.sheet.premiums.values() if premium.once]
    if once:
        yield voice.says(PREMIUMS)("once", premiums=voice.names(once))
    if voice.sheet.round_down:
        yield say("round_down")


def _money(voice: Voice) -> Iterator[str]:
    point = voice.sheet.point
    if point is not None:
        worth = cents(usual_rate(point)) if point.endswith(" EUR") else point
        yield voice.says(GENERAL)("point", point=worth)


def _hoch(voice: Voice) -> Iterator[str]:
    if voice.sheet.hoch is not None:
        yield voice.says(GENERAL)(f"hoch_{voice.sheet.hoch}")


def _kontra(voice: Voice) -> Iterator[str]:
    say, kontra = voice.says(GENERAL), voice.table["kontra"]
    game = kontra.get("game", 1)
    premium = kontra.get("premium", game)
    if game == premium > 1:
        yield say("kontra_both", kontras=_up_to(game, voice))
    else:
        yield say("kontra_game", kontras=_up_to(game, voice)) if game > 1 else say("kontra_no_game")
        yield _kontra_on_premiums(premium, voice)
    if kontra["covers"] != ["game"]:
        yield say("kontra_covers", items=voice.picked(kontra["covers"]))
    if any(contract.is_negative and contract.game.kontra > 1 for contract in voice.sheet.contracts.values()):
        yield say("kontra_negative")
    if game > 1 or premium > 1:
        yield say("kontra_general")
    if voice.sheet.written is not None:
        written = voice.sheet.written
        yield say("kontra_written", kontra=f"{voice.kontra(written)} ×{written}" if written > 1 else "×1")


def _kontra_on_premiums(limit: int, voice: Voice) -> str:
    say = voice.says(GENERAL)
    if limit > 1:
        return say("kontra_premium", kontras=_up_to(limit, voice))
    entries = voice.table.get("premiums", {}).items()
    own = [premium for premium, entry in entries if entry.get("kontra", 1) > 1 and "announced" in entry]
    return say("kontra_no_other_premium", premiums=voice.names(own)) if own else say("kontra_no_premium")


def _up_to(limit: int, voice: Voice) -> str:
    return voice.listed([f"{voice.kontra(kontra)} ×{kontra}" for kontra in KONTRAS if kontra <= limit])


def _radl(voice: Voice) -> Iterator[str]:
    say, after = voice.says(GENERAL), voice.sheet.radl_after
    if not after:
        own = "last" in voice.table["radl"]
        yield say("radl_only_last", last=voice.named(*voice.sheet.doubling.last)) if own else say("radl_none")
    for length in dict.fromkeys(after.values()):
        events = [_event(event, voice) for event, said in after.items() if said == length]
        yield say("radl_after", events=voice.listed(events), length=_length(length, voice))
    yield say("radl_doubles", items=voice.picked(voice.table["radl"]["doubles"]))
    if after:
        yield say("radl_stacks" if voice.sheet.radl_stacks else "radl_once")


def _event(event: str, voice: Voice) -> str:
    half = print_points(voice.sheet.total // 2)
    return voice.says(GENERAL)(f"event_{event}", half=half) if event in EVENTS else voice.name(event)


def _length(length: int | str, voice: Voice) -> str:
    say = voice.says(GENERAL)
    if length == "round":
        return say("radl_round")
    return say("radl_deal") if length == 1 else say("radl_deals", deals=length)


def _concede(voice: Voice) -> Iterator[str]:
    concede = voice.table.get("concede", {})
    if any(contract.can_concede for contract in voice.sheet.contracts.values()):
        items = voice.picked(concede.get("pays", []))
        yield voice.says(GENERAL)("concede", games=voice.group_names(concede["in"]))
        yield voice.says(GENERAL)("concede_pays", items=items)


def _bei(voice: Voice) -> Iterator[str]:
    if any(contract.is_negative for contract in voice.sheet.contracts.values()):
        yield voice.says(GENERAL)("bei")


def _renonce(voice: Voice) -> Iterator[str]:
    say, sheet = voice.says(GENERAL), voice.sheet
    yield say("renonce", items=voice.picked(voice.table["renonce"]["pays"]))
    if sheet.renonce_beside:
        yield say("renonce_beside")
    yield say("renonce_three" if sheet.renonce_alone > 1 else "renonce_one")
    yield say("renonce_side" if sheet.blame_side else "renonce_offender")
    if sheet.claims != "none":
        yield say("claims")


def _pot(voice: Voice) -> Iterator[str]:
    say, sheet = voice.says(GENERAL), voice.sheet
    if sheet.pot_premium is not None and sheet.pot_premium in sheet.premiums:
        yield say(f"pot_{sheet.pot_version or 'open'}")
        yield say("pot_premium", premium=voice.name(sheet.pot_premium))
