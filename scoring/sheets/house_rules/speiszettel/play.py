"""The section of the Speiszettel on dealing, bidding and playing, which no record of a hand shows."""

from collections.abc import Iterator

from scoring.engine.hand.counting import find_pack
from scoring.engine.points import parse_points, print_points
from scoring.engine.texts import pick_language
from scoring.engine.texts.play import PLAY
from scoring.engine.texts.rules import TITLES
from scoring.sheets.house_rules.speiszettel.sections import RuleRow, Voice, Zettel, ZettelSection

FULL_PACK, TALON = 54, 6  # cards; what is said of packets and of each card holds for no other pack
_QUOTES = ("„{}“", "“{}”")


def build_play_section(voice: Voice) -> ZettelSection:
    """Return the rules of dealing, bidding and playing that the sheet says; what it does not say has no row."""
    tellers = {"deal": _format_deal, "auction": _format_auction, "trick": _format_trick, "cards": _format_cards}
    rows = []
    for anchor, tell in tellers.items():
        sentences = tuple(tell(voice))
        if sentences:
            ref = voice.get_ref({"trick": "play", "cards": "play"}.get(anchor, anchor))
            rows.append(RuleRow(anchor, voice.get_title(anchor), notes=sentences, ref=ref))
    return ZettelSection("play", voice.get_title("play"), (), tuple(rows))


def _count_cards(voice: Voice) -> int:
    """Return the cards of the pack; 0 where nobody knows it."""
    pack = find_pack(voice.sheet.total, whole=voice.sheet.whole)
    return pack.cards if pack is not None else 0


def _format_deal(voice: Voice) -> Iterator[str]:
    say, deal = voice.load_texts(PLAY), voice.table.get("deal", {})
    cards = _count_cards(voice)
    basics = [say("pack", cards=cards)] if cards and deal else []
    basics += [say(f"players_{deal['players']}")] if "players" in deal else []
    basics += [say(deal["direction"])] if "direction" in deal else []
    if basics:
        yield "; ".join(basics) + "."
    if "shuffle" in deal:
        yield say("shuffle")
    if "cut" in deal:
        yield say(f"cut_{deal['cut']}")
    if "packets" in deal and cards == FULL_PACK:
        yield _format_packets(voice) + "."
    elif "talon_middle" in deal:
        yield say("only_middle")
    if "knock" in deal:
        yield say(f"knock_{deal['knock']}")


def _format_packets(voice: Voice) -> str:
    """Return how a player's cards are dealt: half of the packets, the talon, the other half."""
    say, deal = voice.load_texts(PLAY), voice.table["deal"]
    cards, packets = deal["packets"], (FULL_PACK - TALON) // 4 // deal["packets"] // 2
    talon = say("talon_middle" if "talon_middle" in deal else "talon")
    text = say("packets", cards=f"{packets} × {cards}" if packets > 1 else cards, talon=talon)
    return f"{text} ({say('talon_first')})" if "talon_first" in deal else text


def _quote_words(words: list[str], voice: Voice) -> str:
    return voice.join_words([pick_language(_QUOTES, voice.language).format(word) for word in words], "or")


def _format_auction(voice: Voice) -> Iterator[str]:
    say, auction = voice.load_texts(PLAY), voice.table.get("auction", {})
    if "opens" in auction:
        else_done = "".join(say(key) for key in ("opens_with_game", "hands_on") if key in auction)
        yield say("opens", words=_quote_words(auction["opens"], voice)) + else_done + "."
    if "pass" in auction:
        yield say("pass", words=_quote_words(auction["pass"], voice))
    if "steps" in auction:
        yield say("steps")
    yield from format_ways("auction", ("ladder", "hold", "raise"), voice)
    if "closes" in auction:
        yield say("closes", words=_quote_words(auction["closes"], voice))
    yield from format_ways("auction", ("good", "kontra"), voice)


def format_ways(section: str, keys: tuple[str, ...], voice: Voice) -> Iterator[str]:
    """Yield the sentences of these rules, of each that the sheet says."""
    say, rules = voice.load_texts(PLAY), voice.table.get(section, {})
    yield from (say(f"{key}_{rules[key]}") for key in keys if key in rules)


def _format_trick(voice: Voice) -> Iterator[str]:
    say, play = voice.load_texts(PLAY), voice.table.get("play", {})
    yield from format_ways("play", ("leads", "follows", "talon"), voice)
    if any(contract.is_negative for contract in voice.sheet.contracts.values()):
        yield from format_ways("play", ("must_take",), voice)
    if "etiquette" in play:
        yield say("etiquette", etiquette=play["etiquette"])


def _format_cards(voice: Voice) -> Iterator[str]:
    say = voice.load_texts(PLAY)
    if "cards" in voice.table.get("play", {}) and _count_cards(voice) == FULL_PACK:
        yield from (say("cards_pack"), say("cards_ranks"), say("cards_values"))


def format_counting(voice: Voice) -> Iterator[str]:
    """Yield when the game is won, and how the points of tricks are counted."""
    say, points = voice.load_texts(PLAY), voice.table["points"]
    yield say("total", total=points["total"], win=_format_win(voice))
    if "win_kontra" in points:
        yield say("win_kontra", win=print_points(parse_points(points["win_kontra"]) or 0))
    yield from _format_count(voice)
    yield say("whole" if voice.sheet.whole else "blatt")
    if voice.sheet.rounded:
        win, half = parse_points(points["win"]) or 0, voice.sheet.total // 2
        code = "rounded_won" if win <= half + 1 else "rounded"
        below, middle, above = map(print_points, (half - 1, half, half + 1))
        yield say(code, below=below, half=middle, above=above, win=print_points(win))


def _format_win(voice: Voice) -> str:
    win = parse_points(voice.table["points"]["win"]) or 0
    written = print_points(voice.sheet.convert_points(win))
    as_written = "" if written == print_points(win) else voice.load_texts(PLAY)("written_as", written=written)
    return print_points(win) + as_written


def _format_count(voice: Voice) -> Iterator[str]:
    say = voice.load_texts(PLAY)
    match voice.table["points"].get("count"):
        case "minus_two":
            yield say("count_minus_two", rest="" if voice.sheet.rounded else say("count_single"))
        case "counters":
            yield say("count_counters")


_OWN_ROWS = ("deal", "auction", "trick", "talon", "birds", "fair")  # on paper they stand there for reminders alone


def arrange_for_paper(zettel: Zettel, language: str) -> Zettel:
    """Return a Speiszettel as people print it: without what is folded on its page, each reminder under its rule.

    A phone says a reminder at its moment; on paper it has none, and what another row says is not said again.
    """
    zettel = zettel._replace(sections=tuple(map(_drop_folded, zettel.sections)))
    rows = zettel.map_rows()
    reminders = [row for section in zettel.sections if section.id == "reminders" for row in section.rows]
    placed = {row.anchor: row.at for row in reminders if row.at in rows or row.at in _OWN_ROWS}

    def add_reminders(row: RuleRow) -> RuleRow:
        under = [reminder for reminder in reminders if placed.get(reminder.anchor) == row.anchor]
        refs = dict.fromkeys(ref for each in (row, *under) for ref in each.ref.split("; ") if ref)
        return row._replace(
            notes=(*row.notes, *(" ".join((*reminder.marks, *reminder.notes)) for reminder in under)),
            ref="; ".join(refs),
        )

    missing = [place for place in _OWN_ROWS if place not in rows and place in placed.values()]
    new_rows = tuple(RuleRow(place, pick_language(TITLES[place], language)) for place in missing)
    sections = []
    for section in zettel.sections:
        own_rows = [row for row in section.rows if row.anchor not in placed]
        own_rows = sorted((*own_rows, *new_rows), key=_find_place) if section.id == "play" else own_rows
        sections.append(section._replace(rows=tuple(map(add_reminders, own_rows))))
    return zettel._replace(sections=tuple(sections))


def _drop_folded(section: ZettelSection) -> ZettelSection:
    rows = (row._replace(notes=tuple(note for note in row.notes if note not in row.folded)) for row in section.rows)
    return section._replace(rows=tuple(row for row in rows if row.notes or section.id != "reminders"))


def _find_place(row: RuleRow) -> int:
    return _OWN_ROWS.index(row.anchor) if row.anchor in _OWN_ROWS else len(_OWN_ROWS)
