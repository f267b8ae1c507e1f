"""Second look at a sheet: words that name nothing, and rules that contradict each other, with the names of both."""

from collections.abc import Callable, Collection, Iterator
from fractions import Fraction
from typing import NamedTuple

from scoring.engine.house_rules import reminders
from scoring.engine.house_rules.build import TRISCHAKEN, collect_items, merge_contract_table
from scoring.engine.house_rules.reminders import find_reminder_faults
from scoring.engine.house_rules.schema import OF_THE_GROUP, Table, drop_entries, may_follow
from scoring.engine.house_rules.trischaken_table import check_rows
from scoring.engine.house_rules.validate import WORDS, check_words, list_words, report_both, report_unknown, resolve
from scoring.engine.points import BLATT, convert_to_sixths, parse_amount, parse_points
from scoring.engine.problems import Names, Problem, join_names
from scoring.engine.texts.rules import ITEMS
from scoring.engine.texts.words import FACTORS

EVENTS = ("zero", "equal")
HALF_TIME = "half_time"  # nothing in a hand says that it is half-time: such a Radl is set by hand


class KnownIds(NamedTuple):
    """The ids that the vocabulary and the sheets below know, on this sheet or not."""

    contracts: frozenset[str]
    premiums: frozenset[str]
    contract_groups: frozenset[str]
    premium_groups: frozenset[str]
    options: frozenset[str]


def _is_times(worth: object) -> bool:
    return isinstance(worth, str) and worth.startswith("x")


def check_required(table: Table, known: KnownIds) -> Iterator[Problem]:
    """The needs of every sheet: an id, a source, and a value for each contract and premium that it names."""
    yield from (Problem(key, "missing_key", (("key", key),)) for key in ("id", "source") if key not in table)
    for name, contract in table["contracts"].items():
        if "name" not in contract:
            yield report_unknown(f"contracts/{name}", "unknown_entry", name, known.contracts - {name})
        elif "value" not in contract:
            yield Problem(f"contracts/{name}", "missing_key", (("key", "value"),))
    for name, premium in table["premiums"].items():
        if "name" not in premium:
            yield report_unknown(f"premiums/{name}", "unknown_entry", name, known.premiums - {name})
        elif not {"silent", "announced"} & premium.keys():
            yield Problem(f"premiums/{name}", "missing_key", (("key", "silent / announced"),))
    if not table["contracts"]:
        yield Problem("contracts", "missing_key", (("key", "contracts"),))
    events = (*EVENTS, HALF_TIME)
    reserved = (("contracts", {*events, "all", "claim"}), ("premiums", {*events, *WORDS, *FACTORS, "radl", "case"}))
    for section, words in reserved:
        yield from (
            Problem(f"{section}/{name}", "reserved_id", (("id", name),)) for name in table[section] if name in words
        )
    yield from _check_twins(table, known)


def _check_twins(table: Table, known: KnownIds) -> Iterator[Problem]:
    """An id that is a contract's and a premium's would mean both wherever a rule names it."""
    for section, other, taken in (
        ("premiums", "contracts", known.contracts),
        ("contracts", "premiums", known.premiums.difference(table["premiums"])),
    ):
        for name in taken.intersection(table[section]):
            yield Problem(f"{section}/{name}", "id_of_both", (("id", name),), others=(f"{other}/{name}",))


def _list_words(section: Table, key: str) -> list[str]:
    return [section[key]] if key in section else []


def check_selectors(table: Table, known: KnownIds) -> Iterator[Problem]:
    """Every word of a selector over items names something of this sheet's vocabulary."""
    every = list_words(collect_items(table)) | known.premiums | known.premium_groups
    plain = every - {"kontra"}
    for section, key, words in (
        ("kontra", "covers", plain),
        ("radl", "doubles", every),
        ("renonce", "pays", every),
    ):
        yield from check_words(f"{section}/{key}", table[section][key], words)
    yield from check_words("settle/silent_lost", table["settle"]["silent_lost"], plain)
    yield from check_words("concede/pays", table.get("concede", {}).get("pays", ()), plain)
    for section in ("contracts", "groups"):
        for name, entry in table.get(section, {}).items():
            for key, words in (("premiums", plain), ("doubles", every), ("king_lies", plain)):
                yield from check_words(f"{section}/{name}/{key}", entry.get(key, ()), words)
    for name, premium in table["premiums"].items():
        yield from check_words(f"premiums/{name}/denies", premium.get("denies", ()), plain)
        for key in ("multiplies", "multiplies_lost", "beside", "beside_lost"):
            yield from check_words(f"premiums/{name}/{key}", premium.get(key, ()), every)


def check_names(table: Table, known: KnownIds) -> Iterator[Problem]:
    """Every contract, group and premium that is named exists."""
    groups = frozenset(table.get("groups", {})) | known.contract_groups
    contracts = known.contracts | frozenset(table["contracts"]) | groups | {"all"}
    premiums = known.premiums | frozenset(table["premiums"])
    yield from check_words("concede/in", table.get("concede", {}).get("in", ()), contracts)
    yield from check_words("pagatkassa/premium", _list_words(table["pagatkassa"], "premium"), premiums)
    yield from check_words("blank", table.get("blank", ()), contracts)
    for section, words in (("contracts", contracts), ("premiums", premiums)):
        yield from check_words(f"order/{section}", table.get("order", {}).get(section) or (), words)
    for name, premium in table["premiums"].items():
        yield from check_words(f"premiums/{name}/in", premium.get("in", ()), contracts)
        yield from check_words(f"premiums/{name}/left_in", premium.get("left_in", ()), contracts)
        yield from check_words(f"premiums/{name}/missed_denies", premium.get("missed_denies", ()), premiums)
        for key in ("excludes", "excludes_announced"):
            yield from check_words(f"premiums/{name}/{key}", premium.get(key, ()), premiums)
            yield from _check_excludes(f"premiums/{name}/{key}", name, premium.get(key, ()))
    for section in ("contracts", "groups"):
        for name, entry in table.get(section, {}).items():
            for key in ("bei", "only_bei"):
                yield from check_words(f"{section}/{name}/{key}", entry.get(key, ()), contracts)
            for key in ("needs", "defence_kontra"):
                yield from check_words(f"{section}/{name}/{key}", entry.get(key, ()), premiums)
    own_groups = {group for entry in table["contracts"].values() for group in entry.get("groups", ())}
    yield from (
        report_unknown(f"groups/{group}", "unknown_word", group, own_groups | known.contract_groups)
        for group in table.get("groups", {})
        if group not in own_groups | known.contract_groups
    )
    events = known.contracts | premiums | {*EVENTS, HALF_TIME}
    yield from check_words("radl/after", table["radl"].get("after", {}), events)


def _check_excludes(at: str, name: str, excluded: Collection[str]) -> Iterator[Problem]:
    if name in excluded:
        yield Problem(at, "excludes_itself", (("id", name),))


def check_groups(table: Table, known: KnownIds) -> Iterator[Problem]:
    """Two groups of one contract do not say different things about the same key."""
    for name, contract in table["contracts"].items():
        values: dict[str, tuple[str, object]] = {}
        for group in contract.get("groups", ()):
            for key, value in table.get("groups", {}).get(group, {}).items():
                before = values.setdefault(key, (group, value))
                if key not in (*OF_THE_GROUP, *contract) and before[1] != value:
                    yield report_both(
                        f"contracts/{name}",
                        "groups_contradict",
                        f"{before[0]}.{key}",
                        f"{group}.{key}",
                        (f"groups/{before[0]}/{key}", f"groups/{group}/{key}"),
                    )


def check_contracts(table: Table, known: KnownIds) -> Iterator[Problem]:
    """Contradictions within a contract."""
    for name in table["contracts"]:
        entry, path = merge_contract_table(table, name), f"contracts/{name}"
        pairs = (
            ("lost" in entry and "tricks" in entry, "lost", "tricks"),
            ("partner" in entry and "tricks" in entry, "partner", "tricks"),
            ("self_call" in entry and entry.get("partner") != "king", "self_call", "partner"),
            ("queen_call" in entry and entry.get("partner") != "king", "queen_call", "partner"),
            ("queen_call" in entry and "self_call" in entry, "queen_call", "self_call"),
        )
        for wrong, key, other in pairs:
            if wrong:
                origin = _find_origin(table, name, key)
                yield report_both(origin, "keys_contradict", key, other, (f"{origin}/{key}",))
        for key in ("only_bei", "bei"):
            if key in entry and "tricks" not in entry:
                yield report_both(f"{_find_origin(table, name, key)}/{key}", "key_needs_key", key, "tricks")
        for premium in entry.get("needs", ()):
            if "announced" not in table["premiums"].get(premium, {}):
                paths = (f"premiums/{premium}/announced", f"premiums/{premium}")
                yield report_both(f"{path}/needs", "needs_premium", name, premium, paths)
        for key in ("value", "lost"):
            amount = parse_amount(entry.get(key, 0))
            if amount is not None and convert_to_sixths(amount) is None:
                yield Problem(f"{path}/{key}", "not_in_sixths")
    yield from _check_limits(table)


def _find_origin(table: Table, name: str, key: str) -> str:
    """The path of the entry that says a key of a contract: its own, or that of a group."""
    if key in table["contracts"][name]:
        return f"contracts/{name}"
    groups = [
        group for group in table["contracts"][name].get("groups", ()) if key in table.get("groups", {}).get(group, {})
    ]
    return f"groups/{groups[-1]}" if groups else f"contracts/{name}"


def _check_limits(table: Table) -> Iterator[Problem]:
    """Card points to win with, each where it is said: for all contracts, for a group, or for one."""
    points = table["points"]
    entries = [("points", points)]
    for section in ("groups", "contracts"):
        entries += [(f"{section}/{name}", entry) for name, entry in table.get(section, {}).items()]
    for path, entry in entries:
        for key in ("win", "win_kontra"):
            raw = entry.get(key)
            limit = parse_points(raw) if raw is not None else None
            if limit is not None and limit > points["total"] * BLATT:
                yield report_both(f"{path}/{key}", "above_total", str(raw), str(points["total"]), ("points/total",))
            if limit is not None and "whole" in points and limit % BLATT:
                yield report_both(
                    f"{path}/{key}", "keys_contradict", f"{key} = {raw}", "points.whole", ("points/whole",)
                )


def check_premiums(table: Table, known: KnownIds) -> Iterator[Problem]:
    """Contradictions within a premium."""
    for name, entry in table["premiums"].items():
        path = f"premiums/{name}"
        worths = [entry[form] for form in ("silent", "announced") if form in entry]
        yield from _check_multiplying(table, name, entry)
        times = [worth for worth in worths if _is_times(worth)]
        if 0 < len(times) < len(worths):
            params = (("times", str(times[0])), ("amount", str(next(worth for worth in worths if worth not in times))))
            yield Problem(path, "times_beside_amount", params, others=(f"{path}/silent", f"{path}/announced"))
        if times and entry.get("between") == "players":
            yield report_both(path, "keys_contradict", str(times[0]), "between", (f"{path}/between",))
        for key in ("multiplies_lost", "beside_lost", "takes_kontra", "excludes_announced"):
            if key in entry and "announced" not in entry:
                yield report_both(f"{path}/{key}", "key_needs_key", key, "announced")
        for form in ("silent", "announced"):
            amount = None if _is_times(entry.get(form, 0)) else parse_amount(entry.get(form, 0))
            if amount is not None and convert_to_sixths(amount) is None:
                yield Problem(f"{path}/{form}", "not_in_sixths")
        needed = parse_points(entry.get("points", 0))
        if needed is not None and needed > table["points"]["total"] * BLATT:
            total = table["points"]["total"]
            yield report_both(f"{path}/points", "above_total", str(entry["points"]), str(total), ("points/total",))


def _check_multiplying(table: Table, name: str, entry: Table) -> Iterator[Problem]:
    """A multiplier without a word on what it multiplies, and the other way round."""
    path = f"premiums/{name}"
    forms = [form for form in ("silent", "announced") if _is_times(entry.get(form))]
    if forms and "multiplies" not in entry:
        yield report_both(path, "key_needs_key", str(entry[forms[0]]), "multiplies", (f"{path}/{forms[0]}",))
    for key in ("multiplies", "multiplies_lost"):
        if key in entry and not forms:
            yield report_both(path, "key_needs_key", key, "x2", (f"{path}/{key}",))
    if forms:
        yield from _check_multiplied(table, name, entry)


def _check_multiplied(table: Table, name: str, entry: Table) -> Iterator[Problem]:
    """Items that a premium multiplies, and that do not count beside it."""
    items = collect_items(table)
    lost = "multiplies_lost" if "multiplies_lost" in entry else "multiplies"
    for multiplies, beside_key in (("multiplies", "beside"), (lost, "beside_lost")):
        if multiplies not in entry or beside_key not in entry:
            continue
        picked, counted = resolve(entry[multiplies], items), resolve(entry[beside_key], items)
        left_out = {key[0] for key in (picked.plain - counted.plain) | (picked.kontrad - counted.kontrad)} - {name}
        if left_out:
            path = f"premiums/{name}"
            named = join_names(_name_item(table, item) for item in sorted(left_out))
            params = (("items", named), ("one", multiplies), ("other", beside_key))
            yield Problem(f"{path}/{beside_key}", "multiplied_not_counted", params, others=(f"{path}/{multiplies}",))


def _name_item(table: Table, item: str) -> Names:
    """The game, or a premium, as its players call it."""
    entry = table["premiums"].get(item, {})
    name = str(entry.get("name", item))
    return (name, str(entry.get("name_en", name))) if item else ITEMS["game"]


def check_kontra_and_radl(table: Table, known: KnownIds) -> Iterator[Problem]:
    """Contradictions in the rules for counting, kontra and Radl."""
    kontra, radl = table["kontra"], table["radl"]
    if {"whole", "rounded"} <= table["points"].keys():
        yield report_both("points", "keys_contradict", "whole", "rounded", ("points/rounded", "points/whole"))
    if kontra["covers"] not in (["game"], []) and kontra.get("premium", kontra.get("game", 1)) > 1:
        yield report_both("kontra", "keys_contradict", "covers", "premium", ("kontra/covers", "kontra/premium"))
    if kontra.get("written", 1) > kontra.get("game", 1):
        params = (("written", kontra["written"]), ("game", kontra.get("game", 1)))
        yield Problem("kontra", "written_above_game", params, others=("kontra/written", "kontra/game"))
    for key in ("game", "premium", "written") if "coins" in kontra else ():
        if key in kontra:
            yield report_both("kontra", "keys_contradict", "coins", key, ("kontra/coins", f"kontra/{key}"))
    yield from _check_bird(table)
    if "early" in table["renonce"] and table["renonce"]["blame"] == "side":
        yield report_both("renonce", "keys_contradict", "early", "blame = side", ("renonce/early", "renonce/blame"))
    if "stacks" in radl and not radl.get("after"):
        yield report_both("radl", "key_needs_key", "stacks", "after", ("radl/stacks",))
    if HALF_TIME in radl.get("after", {}):
        yield Problem(f"radl/after/{HALF_TIME}", "half_time_by_hand")


def _check_bird(table: Table) -> Iterator[Problem]:
    """The bird of a declarer who has named none can be announced, and a record may leave it out."""
    bird = table["renonce"].get("bird")
    if bird is not None and "early" not in table["renonce"]:
        yield report_both("renonce/bird", "key_needs_key", "bird", "early")
    if bird is not None and "announced" not in table["premiums"].get(bird, {}):
        yield report_both("renonce/bird", "needs_premium", "bird", bird, (f"premiums/{bird}",))


def check_trischaken(table: Table, known: KnownIds) -> Iterator[Problem]:
    """Contradictions around Trischaken, and in its table."""
    if TRISCHAKEN not in table["contracts"]:
        return
    entry, path = merge_contract_table(table, TRISCHAKEN), f"contracts/{TRISCHAKEN}"
    if entry.get("by") == "others":
        yield report_both(path, "keys_contradict", "by = others", TRISCHAKEN, (f"{path}/by",))
    if entry.get("kontra", 1) > 1:
        yield report_both(path, "keys_contradict", "kontra", TRISCHAKEN, (f"{path}/kontra",))
    if "tricks" in entry or "partner" in entry:
        paths = (f"{path}/tricks", f"{path}/partner")
        yield report_both(path, "keys_contradict", "tricks / partner", TRISCHAKEN, paths)
    limit = parse_points(table.get("trischaken", {}).get("buergermeister", 0))
    if limit is not None and limit > table["points"]["total"] * BLATT:
        raw, total = str(table["trischaken"]["buergermeister"]), str(table["points"]["total"])
        yield report_both("trischaken/buergermeister", "above_total", raw, total, ("points/total",))
    if "trischaken" not in table:
        yield report_both("trischaken", "key_needs_key", f"contracts.{TRISCHAKEN}", "[trischaken]", (path,))
    elif "pays" not in table["trischaken"]:
        yield Problem("trischaken", "missing_key", (("key", "pays"),))
    else:
        yield from check_rows(table["trischaken"], parse_amount(entry["value"]) or Fraction(1))


def check_reminders(table: Table, known: KnownIds) -> Iterator[Problem]:
    """Faults of the reminders."""
    groups = frozenset(table.get("groups", {})) | known.contract_groups
    contracts = known.contracts | frozenset(table["contracts"]) | groups | {"all"}
    plain = (list_words(collect_items(table)) | known.premiums | known.premium_groups) - {"kontra"}
    yield from find_reminder_faults(table, contracts, plain)


def check_left_open(table: Table, known: KnownIds) -> Iterator[Problem]:
    """Faults of readings and gaps, and options that exclude others that do not exist."""
    groups = frozenset(table.get("groups", {})) | known.contract_groups
    premiums = known.premiums | frozenset(table["premiums"])
    yield from reminders.find_remark_faults(table, known.contracts | frozenset(table["contracts"]) | groups | premiums)
    for name, entry in table.get("options", {}).items():
        yield from check_words(f"options/{name}/excludes", entry.get("excludes", ()), known.options)
        yield from _check_excludes(f"options/{name}/excludes", name, entry.get("excludes", ()))


CHECKS: tuple[Callable[[Table, KnownIds], Iterator[Problem]], ...] = (
    check_selectors,
    check_names,
    check_groups,
    check_contracts,
    check_premiums,
    check_kontra_and_radl,
    check_trischaken,
    check_reminders,
    check_left_open,
)


def find_contradictions(table: Table, known: KnownIds) -> Iterator[Problem]:
    """All that contradicts in a laid-together table; what lacks what it needs is left out of the other checks."""
    required = list(check_required(table, known))
    yield from required
    broken = [problem.path for problem in required if "/" in problem.path]
    sound = drop_entries(table, broken)
    contracts, premiums = known.contracts.union(table["contracts"]), known.premiums.union(table["premiums"])
    for check in CHECKS:
        for problem in check(sound, known):
            if not may_follow(problem, broken):
                yield _name_mixup(problem, contracts, premiums)


def _name_mixup(problem: Problem, contracts: frozenset[str], premiums: frozenset[str]) -> Problem:
    """Say it where a contract stands in place of a premium, or the other way round."""
    word = str(next((value for name, value in problem.params if name == "word"), ""))
    if (
        problem.code != "unknown_word"
        or problem.path.endswith(("/when", f"/{word}"))
        or word not in contracts | premiums
    ):
        return problem
    code = "contract_for_premium" if word in contracts else "premium_for_contract"
    return Problem(problem.path, code, (("word", word),))
