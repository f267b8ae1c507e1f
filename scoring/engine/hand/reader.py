"""Reading hand records from JSON values: strict types, all problems at once; the inverse of record.print_record."""

from collections.abc import Iterator, Mapping
from typing import Any, BinaryIO, Protocol

from scoring.engine.hand.record import (
    FOUR_KONTRAS,
    MOST_CLAIMED,
    MOST_TRICKS,
    NOBODY,
    SIDES,
    HandRecord,
    Play,
    RecordedPremium,
    Renonce,
)
from scoring.engine.house_rules.schema import KONTRAS
from scoring.engine.points import SIXTHS, convert_to_sixths, parse_amount, parse_points
from scoring.engine.problems import Problem

Problems = list[Problem]
_RECORD = frozenset(("id", "sheet", "options", "forehand", "radl", "plays", "premiums", "renonce"))
_PLAY = frozenset(
    (
        "contract",
        "declarer",
        "partner",
        "king_in_talon",
        "result",
        "points",
        "tricks",
        "kontra",
        "kontra_by",
        "losers",
        "jungfrauen",
        "buergermeister",
    )
)
_PREMIUM = frozenset(("premium", "side", "announced", "won", "kontra", "kontra_by", "by", "from"))
_RENONCE = frozenset(("seat", "claims"))
# One object for each word: what is compared again and again is then compared by identity.
_RESULTS = {word: word for word in ("won", "lost", "conceded")}
_SIDES = {word: word for word in SIDES}
_RADL = {4: 4, 8: 8}


def parse(raw: object) -> tuple[HandRecord | None, Problems]:
    """Read a record from JSON values; with problems, the record holds what could be read (None: not an object).

    Values as they should be are taken here; the functions below are asked only for others.
    """
    problems: Problems = []
    if type(raw) is not dict:
        return None, [Problem("", "not_an_object")]
    if not raw.keys() <= _RECORD:
        _report_unknown_fields(raw, _RECORD, "", problems)
    get = raw.get
    plays, premiums, renonce, forehand = get("plays"), get("premiums"), get("renonce"), get("forehand")
    radl, options = get("radl"), get("options")
    if type(plays) is not list:
        plays = _refuse_list(plays, "plays", problems, needed=True)
    played = tuple([_read_play(play, f"plays/{index}/", problems) for index, play in enumerate(plays)])
    if type(premiums) is not list:
        premiums = _refuse_list(premiums, "premiums", problems)
    record = HandRecord(
        played,
        tuple([_read_premium(premium, f"premiums/{index}/", problems) for index, premium in enumerate(premiums)]),
        None if renonce is None else _read_renonce(renonce, problems),
        forehand
        if forehand is None or (type(forehand) is int and 0 <= forehand <= 3)
        else _read_seat(forehand, "", "forehand", problems),
        None if radl is None else _read_radl(radl, problems),
        () if options is None else _read_options(options, problems),
        _read_text(get("sheet"), "sheet", problems),
        _read_text(get("id"), "id", problems),
    )
    return record, problems


def _report_unknown_fields(raw: Mapping[str, Any], known: frozenset[str], path: str, problems: Problems) -> None:
    problems += [
        Problem(path + name[:60], "unknown_field", (("field", name[:60]),)) for name in raw if name not in known
    ]


def _report_wrong(path: str, problems: Problems, expects: str) -> None:
    problems.append(Problem(path, "wrong_type", (("expects", expects),)))


def _refuse_list(value: object, name: str, problems: Problems, *, needed: bool = False) -> list[Any]:
    if value is not None:
        _report_wrong(name, problems, "list")
    elif needed:
        problems.append(Problem(name, "missing_field", (("field", name),)))
    return []


def _read_text(value: object, path: str, problems: Problems) -> str | None:
    if value is None or type(value) is str:
        return value
    _report_wrong(path, problems, "text")
    return None


def _read_seat(value: object, path: str, field: str, problems: Problems) -> int:
    if type(value) is int and 0 <= value <= 3:
        return value
    if value is None:
        problems.append(Problem(path + field, "missing_field", (("field", field),)))
    else:
        problems.append(Problem(path + field, "invalid_seat"))
    return NOBODY


def _read_flag(value: object, path: str, field: str, problems: Problems, *, default: bool = False) -> bool:
    if type(value) is bool:
        return value
    _report_wrong(path + field, problems, "bool")
    return default


def _read_kontra(value: object, path: str, field: str, problems: Problems) -> int:
    if type(value) is int and value in KONTRAS:
        return value
    if value is not None:
        problems.append(Problem(path + field, "invalid_kontra"))
    return 1


def _refuse_word(value: object, path: str, name: str, problems: Problems) -> str:
    if value is None:
        problems.append(Problem(path + name, "missing_field", (("field", name),)))
    else:
        _report_wrong(path + name, problems, "text")
    return ""


def _read_radl(value: object, problems: Problems) -> int:
    if type(value) is bool:
        return 2 if value else 1
    if type(value) is int and value in _RADL:
        return value
    problems.append(Problem("radl", "invalid_radl"))
    return 1


def _read_options(value: object, problems: Problems) -> tuple[tuple[str, bool], ...]:
    if type(value) is not dict:
        _report_wrong("options", problems, "object")
        return ()
    return tuple(
        (name, _read_flag(on, "options/", name[:60], problems)) for name, on in value.items() if on is not None
    )


def _read_play(raw: object, path: str, problems: Problems) -> Play:
    if type(raw) is not dict:
        _report_wrong(path[:-1], problems, "object")
        return Play("", NOBODY)
    if not raw.keys() <= _PLAY:
        _report_unknown_fields(raw, _PLAY, path, problems)
    get = raw.get
    contract, declarer, partner, king_in_talon = get("contract"), get("declarer"), get("partner"), get("king_in_talon")
    result, points, tricks = get("result"), get("points"), get("tricks")
    kontra, kontra_by = get("kontra"), get("kontra_by")
    losers, jungfrauen, mayor = get("losers"), get("jungfrauen"), get("buergermeister")
    if result is not None and (type(result) is not str or result not in _RESULTS):
        problems.append(Problem(path + "result", "invalid_result"))
        result = None
    return Play(
        contract if type(contract) is str else _refuse_word(contract, path, "contract", problems),
        declarer if type(declarer) is int and 0 <= declarer <= 3 else _read_seat(declarer, path, "declarer", problems),
        None if partner is None else _read_seat(partner, path, "partner", problems),
        king_in_talon is not None and _read_flag(king_in_talon, path, "king_in_talon", problems),
        result and _RESULTS[result],
        None if points is None else _read_points(points, path, problems),
        None if tricks is None else _read_tricks(tricks, path, problems),
        1 if kontra is None else _read_kontras(kontra, path, problems),
        None if kontra_by is None else _read_seat(kontra_by, path, "kontra_by", problems),
        None if losers is None else _read_seats(losers, f"{path}losers", problems),
        None if jungfrauen is None else _read_seats(jungfrauen, f"{path}jungfrauen", problems),
        None if mayor is None else _read_seat(mayor, path, "buergermeister", problems),
    )


def _read_seats(value: object, path: str, problems: Problems) -> tuple[int, ...] | None:
    """Read several seats; none of them is as if nothing were said."""
    if type(value) is not list:
        _report_wrong(path, problems, "list")
    elif not all(type(seat) is int and 0 <= seat <= 3 for seat in value):
        problems.append(Problem(path, "invalid_seat"))
    elif len({*value}) < len(value):
        problems.append(Problem(path, "seat_twice"))
    else:
        return tuple(sorted(value)) or None
    return None


def _read_points(value: object, path: str, problems: Problems) -> int | tuple[int, ...] | None:
    if type(value) is list and len(value) == 4:
        listed = tuple(parse_points(player_points) for player_points in value)
        if None not in listed:
            return tuple(player_points or 0 for player_points in listed)
    elif (points := parse_points(value)) is not None:
        return points
    problems.append(Problem(path + "points", "invalid_points"))
    return None


def _read_tricks(value: object, path: str, problems: Problems) -> int | tuple[int, ...] | None:
    if type(value) is int and 0 <= value <= MOST_TRICKS:
        return value
    if (
        type(value) is list
        and len(value) == 4
        and all(type(count) is int and 0 <= count <= MOST_TRICKS for count in value)
    ):
        return tuple(value)
    problems.append(Problem(path + "tricks", "invalid_tricks"))
    return None


def _read_kontras(value: object, path: str, problems: Problems) -> int | FOUR_KONTRAS:
    """Read one kontra, or one for each opponent."""
    if type(value) is not dict:
        return _read_kontra(value, path, "kontra", problems)
    by_seat = [1, 1, 1, 1]
    for name, kontra in value.items():
        if name in ("0", "1", "2", "3"):
            by_seat[int(name)] = _read_kontra(kontra, f"{path}kontra/", name, problems)
        else:
            problems.append(Problem(f"{path}kontra/{name[:60]}", "invalid_seat"))
    first, second, third, fourth = by_seat
    return first, second, third, fourth


def _read_premium(raw: object, path: str, problems: Problems) -> RecordedPremium:
    if type(raw) is not dict:
        _report_wrong(path[:-1], problems, "object")
        return RecordedPremium("", "")
    if not raw.keys() <= _PREMIUM:
        _report_unknown_fields(raw, _PREMIUM, path, problems)
    get = raw.get
    premium, side, announced, won = get("premium"), get("side"), get("announced"), get("won")
    kontra, kontra_by, by, from_ = get("kontra"), get("kontra_by"), get("by"), get("from")
    if type(side) is not str or side not in _SIDES:
        problems.append(
            Problem(path + "side", "missing_field" if side is None else "invalid_side", (("field", "side"),))
        )
        side = ""
    return RecordedPremium(
        premium if type(premium) is str else _refuse_word(premium, path, "premium", problems),
        side and _SIDES[side],
        announced is not None and _read_flag(announced, path, "announced", problems),
        won is None or _read_flag(won, path, "won", problems, default=True),
        1 if kontra is None else _read_kontra(kontra, path, "kontra", problems),
        None if kontra_by is None else _read_seat(kontra_by, path, "kontra_by", problems),
        None if by is None else _read_seat(by, path, "by", problems),
        None if from_ is None else _read_seat(from_, path, "from", problems),
    )


def _read_renonce(raw: object, problems: Problems) -> Renonce:
    if type(raw) is not dict:
        _report_wrong("renonce", problems, "object")
        return Renonce(NOBODY)
    if not raw.keys() <= _RENONCE:
        _report_unknown_fields(raw, _RENONCE, "renonce/", problems)
    claims = raw.get("claims")
    if claims is not None and type(claims) is not dict:
        _report_wrong("renonce/claims", problems, "object")
        claims = None
    return Renonce(
        _read_seat(raw.get("seat"), "renonce/", "seat", problems),
        tuple(sorted(_claim(seat, points, problems) for seat, points in (claims or {}).items() if points is not None)),
    )


def _claim(seat: str, points: object, problems: Problems) -> tuple[int, int]:
    path = f"renonce/claims/{seat[:60]}"
    if seat not in ("0", "1", "2", "3"):
        problems.append(Problem(path, "invalid_seat"))
        return NOBODY, 0
    amount = parse_amount(points)
    sixths = None if amount is None else convert_to_sixths(amount)
    if sixths is None or not 0 <= sixths <= MOST_CLAIMED * SIXTHS:
        problems.append(Problem(path, "invalid_claim", (("most", MOST_CLAIMED),)))
        return int(seat), 0
    return int(seat), sixths


# Lines out of a stream of bytes, as they come in: constant memory, and no waiting for more than there is.

CHUNK = 1 << 16
LONGEST = 1 << 20  # bytes of a line; a longer one is no record
BOM = b"\xef\xbb\xbf"


class Stream(Protocol):
    """A stream that gives what it has, at most so many bytes (io.BufferedReader, io.BytesIO)."""

    def read1(self, size: int = -1, /) -> bytes: ...


def read_batches(stream: Stream | BinaryIO) -> Iterator[list[bytes]]:
    """The lines of a stream in the batches they arrive in; empty lines are skipped, endless ones cut.

    >>> import io
    >>> list(read_batches(io.BytesIO(b'{"a": 1}\\n\\n{"b": 2}')))
    [[b'{"a": 1}'], [b'{"b": 2}']]
    """
    rest, first = b"", True
    while chunk := stream.read1(CHUNK):  # type: ignore[union-attr]
        *lines, rest = (rest + chunk).split(b"\n")
        if first and [*lines, rest] != [b""]:
            lines, rest, first = _strip_bom(lines, rest)
        if len(rest) > LONGEST:
            rest = rest[: LONGEST + 1]  # no JSON any more, whatever follows
        if batch := [line[: LONGEST + 1] for line in lines if line.strip()]:
            yield batch
    if rest.strip():
        yield [rest]


def _strip_bom(lines: list[bytes], rest: bytes) -> tuple[list[bytes], bytes, bool]:
    """Some editors put a byte order mark in front of a file."""
    if lines:
        return [lines[0].removeprefix(BOM), *lines[1:]], rest, False
    return lines, rest.removeprefix(BOM), len(rest) < len(BOM)
