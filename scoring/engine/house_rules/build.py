"""From the laid-together table of a sheet (known to be sound) to the typed sheet."""

from collections.abc import Mapping
from fractions import Fraction

from scoring.engine.house_rules.reminders import build_reminders
from scoring.engine.house_rules.schema import OF_THE_GROUP, Table
from scoring.engine.house_rules.sheet import (
    Contract,
    Doubling,
    Item,
    Option,
    Premium,
    Sheet,
    Trischaken,
    TrischakenRow,
    make_wordings,
)
from scoring.engine.house_rules.validate import GAME, Items, Key, Selector, resolve
from scoring.engine.points import BLATT, SIXTHS, parse_amount, parse_points, print_points
from scoring.engine.problems import Names
from scoring.engine.texts import pick_language
from scoring.engine.texts.rules import CONTRACTS
from scoring.engine.texts.words import DOUBLING

TRISCHAKEN = "trischaken"  # the one id that means something in code
FORMS = (("silent", False), ("announced", True))
WRITTEN_OUT = frozenset(("gleich_2", "gleich_3"))


def collect_items(table: Table) -> Items:
    """Collect the items that the sheet's selectors can pick."""
    premiums: Table = table.get("premiums", {})
    keys = {(name, announced) for name, premium in premiums.items() for form, announced in FORMS if form in premium}
    groups: dict[str, set[str]] = {}
    for name, premium in premiums.items():
        for group in premium.get("groups", ()):
            groups.setdefault(group, set()).add(name)
    return Items(frozenset(keys | {GAME}), {group: frozenset(names) for group, names in groups.items()})


def merge_contract_table(table: Table, name: str) -> Table:
    """A contract with its groups' keys folded in; its own keys beat theirs."""
    own: Table = table["contracts"][name]
    folded: Table = {}
    for group in own.get("groups", ()):
        entry: Table = table.get("groups", {}).get(group, {})
        folded.update({key: value for key, value in entry.items() if key not in OF_THE_GROUP})
    return {**folded, **own}


def list_named_contracts(table: Table, words: list[str]) -> frozenset[str]:
    """The contracts that a list of ids, groups and `all` names."""
    contracts: Table = table.get("contracts", {})
    names = set(words)
    return frozenset(
        name
        for name, contract in contracts.items()
        if name in names or "all" in names or names.intersection(contract.get("groups", ()))
    )


def parse_sixths(raw: object) -> int:
    """An amount of the sheet in sixths, known to fit."""
    return int((parse_amount(raw) or Fraction(0)) * SIXTHS)


def parse_thirds(raw: object) -> int | None:
    """Card points of the sheet in thirds."""
    return None if raw is None else parse_points(raw)


def _format_gloss(entry: Table, key: str, language: str) -> str:
    """The explanation of a game or premium, with the tricks or card points that its rules ask for."""
    text, tricks = str(entry.get(key, entry.get("gloss", ""))), entry.get("tricks")
    code = {0: "no_trick", 1: "one_trick"}.get(tricks, "tricks")  # type: ignore[arg-type]
    number = pick_language(CONTRACTS[code], language).format(tricks=tricks)
    text = text.replace("{tricks}", number[0].upper() + number[1:])
    return text.replace("{points}", print_points(parse_thirds(entry.get("points")) or 0))


class _Builder:
    """Resolves a table's selectors once and builds the parts of a sheet."""

    def __init__(self, table: Table, options: Mapping[str, bool]) -> None:
        self.table = table
        self.options = options
        self.items = collect_items(table)
        self.selectors: dict[tuple[str, ...], Selector] = {}
        self.kontra: Table = table.get("kontra", {})
        self.covers = self.select(self.kontra["covers"])
        self.radl = self.select(table["radl"]["doubles"])
        self.renonce_pays = self.select(table["renonce"]["pays"])
        self.silent_lost = self.select(table["settle"]["silent_lost"])
        self.concede_pays = self.select(table.get("concede", {}).get("pays", []))
        self.concede_in = list_named_contracts(table, table.get("concede", {}).get("in", []))
        self.premiums = {name: self.build_premium(name, entry) for name, entry in table.get("premiums", {}).items()}

    def select(self, words: list[str]) -> Selector:
        key = tuple(words)
        if key not in self.selectors:
            self.selectors[key] = resolve(words, self.items)
        return self.selectors[key]

    def build_selector(self, entry: Table, key: str) -> Selector | None:
        return self.select(entry[key]) if key in entry else None

    def build_premium(self, name: str, entry: Table) -> Premium:
        label = str(entry.get("name", name))
        return Premium(
            id=name,
            name=label,
            name_en=str(entry.get("name_en", label)),
            gloss=_format_gloss(entry, "gloss", "de"),
            gloss_en=_format_gloss(entry, "gloss_en", "en"),
            ref=str(entry.get("ref", "")),
            side=entry.get("side"),
            once="once" in entry,
            points=parse_thirds(entry.get("points")),
            between_players=entry.get("between") == "players",
            multiplies=self.build_selector(entry, "multiplies"),
            multiplies_lost=self.build_selector(entry, "multiplies_lost") or self.build_selector(entry, "multiplies"),
            beside=self.build_selector(entry, "beside"),
            beside_lost=self.build_selector(entry, "beside_lost"),
            excludes=frozenset(entry.get("excludes", ())),
            excludes_announced=frozenset(entry.get("excludes_announced", ())),
            denies=self.build_selector(entry, "denies"),
            missed_denies=frozenset(entry.get("missed_denies", ())),
            left_in=list_named_contracts(self.table, entry.get("left_in", [])),
            wins_game="wins_game" in entry,
            all_points="all_points" in entry,
            takes_kontra="takes_kontra" in entry,
        )

    def build_item(
        self,
        key: Key,
        premium: Premium | None,
        value: int,
        times: int,
        kontra: int,
        contract: Table,
    ) -> Item:
        doubles = self.select(contract.get("doubles", []))
        return Item(
            key=key,
            premium=premium,
            value=value,
            times=times,
            decides=premium is not None and bool(times > 1 or premium.beside or premium.beside_lost),
            kontra=kontra,
            solo=(2 if doubles.is_picked(key, False) else 1, 2 if doubles.is_picked(key, True) else 1),
            radl=(self.radl.is_picked(key, False), self.radl.is_picked(key, True)),
            covered=self.covers.is_picked(key, False),
            king_lies=self.select(contract.get("king_lies", [])).is_picked(key, False),
            can_be_lost=key[1] or self.silent_lost.is_picked(key, False),
            conceded=self.concede_pays.is_picked(key, False),
            renonce=(self.renonce_pays.is_picked(key, False), self.renonce_pays.is_picked(key, True)),
        )

    def build_form(self, premium: Premium, form: str, announced: bool, contract: Table) -> Item:
        entry = self.table["premiums"][premium.id]
        worth = entry[form]
        multiplies = isinstance(worth, str) and worth.startswith("x")
        highest: int = entry.get("kontra", self.kontra.get("premium", self.kontra.get("game", 1))) if announced else 1
        times = int(worth[1:]) if multiplies else 1
        return self.build_item(
            (premium.id, announced),
            premium,
            0 if multiplies else parse_sixths(worth),
            times,
            highest,
            contract,
        )

    def build_forms(self, name: str, contract: Table) -> dict[Key, Item]:
        allowed = self.select(contract.get("premiums", ["all"]))
        forms: dict[Key, Item] = {}
        for premium in self.premiums.values():
            entry = self.table["premiums"][premium.id]
            if name not in list_named_contracts(self.table, entry.get("in", ["all"])):
                continue
            for form, announced in FORMS:
                if form in entry and allowed.is_picked((premium.id, announced), False):
                    forms[premium.id, announced] = self.build_form(premium, form, announced, contract)
        return forms

    def build_contract(self, name: str) -> Contract:
        entry = merge_contract_table(self.table, name)
        points = self.table["points"]
        value = parse_sixths(entry["value"])
        win = parse_thirds(entry.get("win", points["win"])) or 0
        label = str(entry.get("name", name))
        kontra = entry.get("defence_kontra", {})
        forms = self.build_forms(name, entry)
        return Contract(
            id=name,
            name=label,
            name_en=str(entry.get("name_en", label)),
            gloss=_format_gloss(entry, "gloss", "de"),
            gloss_en=_format_gloss(entry, "gloss_en", "en"),
            ref=str(entry.get("ref", "")),
            value=value,
            lost=parse_sixths(entry["lost"]) if "lost" in entry else value,
            by=entry.get("by"),
            partner=entry.get("partner"),
            self_call="self_call" in entry,
            tricks=entry.get("tricks"),
            is_trischaken=name == TRISCHAKEN,
            is_negative="tricks" in entry,
            groups=frozenset(entry.get("groups", ())),
            needs=tuple(entry.get("needs", ())),
            game=self.build_item(GAME, None, value, 1, int(entry.get("kontra") or self.kontra.get("game", 1)), entry),
            forms=forms,
            bei=list_named_contracts(self.table, entry["bei"]) if "bei" in entry else None,
            only_bei=list_named_contracts(self.table, entry.get("only_bei", [])),
            must_kontra=frozenset(premium for premium, how in kontra.items() if how == "must"),
            should_kontra=frozenset(premium for premium, how in kontra.items() if how == "should"),
            never_kontra=frozenset(premium for premium, how in kontra.items() if how == "never"),
            win=win,
            win_kontra=parse_thirds(entry.get("win_kontra", points.get("win_kontra"))) or win,
            can_concede=name in self.concede_in,
            multiplied=any(item.times > 1 for item in forms.values()),
        )

    def build_trischaken(self) -> Trischaken:
        if TRISCHAKEN not in self.table["contracts"]:
            return Trischaken(None, 0, (), ())
        rules = self.table["trischaken"]
        value = self.table["contracts"][TRISCHAKEN]["value"]
        rows = [_build_row(row, value) for row in rules["pays"]]
        renonce = [row for row in rows if "renonce" in row.when]
        return Trischaken(
            buergermeister=parse_thirds(rules.get("buergermeister")),
            jungfrauen=rules.get("jungfrauen", 0),
            rows=tuple(row for row in rows if "renonce" not in row.when),
            renonce=(*renonce, _build_row({"places": [-3, 1, 1, 1]}, value)),
        )

    def build_sheet(self) -> Sheet:
        table, kontra, radl, renonce = (
            self.table,
            self.kontra,
            self.table["radl"],
            self.table["renonce"],
        )
        pot: Table = table.get("pagatkassa", {})
        label = str(table.get("name", table["id"]))
        contracts = {name: self.build_contract(name) for name in table["contracts"]}
        doubling = _build_doubling(radl)
        return Sheet(
            id=table["id"],
            name=label,
            name_en=str(table.get("name_en", label)),
            source=table["source"],
            year=table.get("year"),
            evidence=table.get("evidence"),
            point=table.get("point"),
            hoch=table.get("hoch"),
            blank=list_named_contracts(table, table.get("blank", [])),
            total=table["points"]["total"] * BLATT,
            whole="whole" in table["points"],
            rounded="rounded" in table["points"],
            talon=parse_thirds(table["points"].get("talon")) or 0,
            contracts=contracts,
            premiums=self.premiums,
            written=kontra.get("written"),
            coins="coins" in kontra,
            radl_after=dict(radl.get("after", {})),
            radl_stacks="stacks" in radl,
            doubling=doubling,
            trischaken=self.build_trischaken(),
            renonce_beside="beside" in renonce,
            renonce_alone=renonce["alone"],
            renonce_early="early" in renonce,
            renonce_bird=renonce.get("bird"),
            blame_side=renonce["blame"] == "side",
            claims=renonce.get("claims"),
            round_down=table["settle"]["round"] == "down",
            pot_version=pot.get("version"),
            pot_premium=pot.get("premium"),
            options={
                name: _build_option(name, entry, self.options) for name, entry in table.get("options", {}).items()
            },
            reminders=build_reminders(table, lambda words: list_named_contracts(table, words), self.select),
            wordings=make_wordings([*self.premiums.values(), *contracts.values()], doubling.name),
        )


def _build_row(row: Table, value: object) -> TrischakenRow:
    when = frozenset(row.get("when", ()))
    unit = parse_amount(value) or Fraction(0)
    first, second, third, fourth = (
        int((parse_amount(place) or Fraction(0)) * unit * SIXTHS) for place in row["places"]
    )
    return TrischakenRow(when, (first, second, third, fourth), bool(when & WRITTEN_OUT))


def _build_option(name: str, entry: Table, defaults: Mapping[str, bool]) -> Option:
    label = str(entry.get("name", name))
    english, ref, text = str(entry.get("name_en", label)), str(entry.get("ref", "")), str(entry.get("text", ""))
    excludes = frozenset(entry.get("excludes", ()))
    return Option(name, label, english, ref, text, str(entry.get("text_en", text)), defaults[name], excludes)


def _build_doubling(radl: Table) -> Doubling:
    """The sheet's own words for it; where it has none they are those of the Radl, also in texts pinned long ago."""

    def get_names(key: str, usual: str) -> Names:
        german, english = DOUBLING[usual]
        return str(radl.get(key, german)), str(radl.get(f"{key}_en", radl.get(key, english)))

    # Where no game begins a Radl the deal was doubled otherwise: by a tournament's last round, or by hand.
    return Doubling(
        get_names("name", "name"),
        get_names("within", "within" if radl.get("after") else "by_hand"),
        get_names("last", "last"),
    )


def build(table: Table, defaults: Mapping[str, bool]) -> Sheet:
    """Build the typed sheet from a sound table; `defaults` says which of its options are on by themselves."""
    return _Builder(table, defaults).build_sheet()
