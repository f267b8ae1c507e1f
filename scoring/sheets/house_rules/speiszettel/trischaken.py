"""Trischaken on the Speiszettel: its table of cases, row by row in words."""

from collections.abc import Iterator
from itertools import groupby

from scoring.engine.house_rules.build import TRISCHAKEN as TRISCHAKEN_ID
from scoring.engine.house_rules.sheet import TrischakenRow as Case
from scoring.engine.points import print_points
from scoring.engine.texts.rules import TRISCHAKEN
from scoring.sheets.house_rules.speiszettel.sections import RuleRow, ZettelSection
from scoring.sheets.house_rules.speiszettel.wording import Voice
from tarockclub.kit.amounts import format_points, format_signed_points

RENONCE = "renonce"


def build_trischaken_section(voice: Voice) -> ZettelSection:
    """Return the rules of Trischaken; no rows if the sheet has none."""
    rules, title = voice.sheet.trischaken, voice.get_name(TRISCHAKEN_ID)
    if not rules.rows:
        return ZettelSection("trischaken-cases", voice.get_title("trischaken"), (), ())
    say = voice.load_texts(TRISCHAKEN)
    notes = (say("order"), say("equal"), say(f"jungfrauen_{rules.jungfrauen}"))
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
        yield _build_row(case, voice)
    for case in rules.renonce:
        yield _build_row(case, voice, {RENONCE})
        if case.when <= {RENONCE}:
            return


def _build_row(case: Case, voice: Voice, besides: set[str] | None = None) -> RuleRow:
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
