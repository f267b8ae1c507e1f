"""The premiums on the Speiszettel: silent and announced, their side, and what counts beside them."""

from collections.abc import Iterator

from scoring.engine.house_rules.overlay import Table
from scoring.engine.house_rules.sheet import Premium
from scoring.engine.points import parse_amount, print_points
from scoring.engine.texts.rules import CONTRACTS, PREMIUMS
from scoring.sheets.house_rules.speiszettel.sections import NONE, RuleRow, ZettelSection
from scoring.sheets.house_rules.speiszettel.wording import Voice
from tarockclub.kit.amounts import format_points


def build_premium_section(voice: Voice) -> ZettelSection:
    """Return all premiums in the order of the sheet."""
    columns = (voice.get_title("silent"), voice.get_title("announced"))
    rows = tuple(_build_row(premium, voice) for premium in voice.sheet.premiums.values())
    return ZettelSection("premiums", voice.get_title("premiums"), columns, rows)


def _build_row(premium: Premium, voice: Voice) -> RuleRow:
    entry = voice.table["premiums"][premium.id]
    gloss = [voice.choose_text(premium.gloss, premium.gloss_en)] if premium.gloss else []
    return RuleRow(
        anchor=f"premium-{premium.id}",
        name=voice.get_name(premium.id),
        cells=(_format_worth(entry.get("silent")), _format_worth(entry.get("announced"))),
        notes=(*gloss, *_format_notes(premium, entry, voice)),
        ref=premium.ref,
    )


def _format_worth(raw: object) -> str:
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
    if "in" in entry:
        yield say("in", games=voice.group_names(entry["in"]))
    if premium.side is not None:
        yield say(f"side_{premium.side}")
    if premium.between_players:
        yield say("between")
    yield from _format_effects(premium, entry, voice)
    if premium.wins_game:
        yield say("wins_game")
    if premium.all_points:
        least = voice.sheet.total - voice.sheet.talon
        yield say("least_points" if voice.sheet.talon else "all_points", points=print_points(least))
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
    if "announced" in entry and "beside" in entry and "beside_lost" not in entry:
        yield say("beside_all")
    if "denies" in entry:
        yield say("denies", items=voice.describe_selection(entry["denies"], beside=premium.id))
    for key in ("excludes", "excludes_announced", "missed_denies"):
        if key in entry:
            yield say(key, premiums=voice.join_names(entry[key]))
    if premium.left_in:
        yield say("left_in", games=voice.group_names(entry["left_in"]))
