"""The form by touch: every hand that the rules take can be tapped, and nothing can be tapped that they refuse."""

from collections.abc import Callable, Collection
from typing import Any, NamedTuple

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from playwright.sync_api import Page

from scoring.book.hand_form import MOST_PLAYS, fill_form
from scoring.engine.house_rules.library import BUILT_IN
from scoring.engine.house_rules.sheet import Sheet
from scoring.engine.points import print_points
from tests.scoring.engine.support.built_in import sheet_of
from tests.scoring.engine.support.strategies import Case, cases
from tests.scoring.support.every_game import codes, sheets
from tests.support.browser import PHONE
from tests.support.links import open_link
from tests.support.server import RunningServer

Fields = dict[str, str]

NEW_TABLES = """
from tests.scoring.support.tables import new_table
for sheet, options in {tables!r}:
    print("table", new_table(sheet, **options).slug)
"""
# What the tests of the form share: nothing is asked of the server, and the form is empty again.
EMPTY = """
  const form = document.getElementById("entry");
  window.fetch = () => new Promise(() => {});
  Element.prototype.scrollIntoView = () => {};
  form.reset();
  form.querySelector(".of-four")?.dispatchEvent(new Event("focusout")); // the fourth player's points are gone
  for (const root of form.querySelectorAll("[data-play]")) root.classList.remove("unfolded");
  form.dispatchEvent(new CustomEvent("renewed", { detail: {} }));
  const offered = (field) => !field.disabled && !field.closest("label[hidden], [hidden]");
  const say = (field) => {
    field.dispatchEvent(new Event("input", { bubbles: true }));
    field.dispatchEvent(new Event("change", { bubbles: true }));
  };
  const type = (field, text) => { if (field.value !== text) { field.value = text; say(field); } };
  const sent = () => Object.fromEntries(Array.from(new FormData(form)).filter(([, one]) => one !== ""));
"""
# Enters fields in their order by tapping; the names of those that are not offered.
TAP = f"""(fields) => {{
  {EMPTY}
  const missing = [];
  for (const [name, given] of fields) {{
    const found = Array.from(form.querySelectorAll(`[name="${{name}}"]`));
    const field = found[0].type === "radio" ? found.find((one) => one.value === given) : found[0];
    if (!field || !offered(field)) missing.push(`${{name}}=${{given}}`);
    else if (field.type !== "radio" && field.type !== "checkbox") type(field, given);
    else if (!field.checked) field.click();
  }}
  return [missing, sent()];
}}"""
# Taps and types at random among what is offered; points are chosen from a list.
WANDER = f"""([seed, steps, points]) => {{
  {EMPTY}
  let state = seed;
  const random = (below) => {{
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  }};
  const pick = (list) => list[random(list.length)];
  const games = Array.from(form.elements["p0-contract"]);
  pick(games.length ? games : [form.elements["p0-contract"]]).click();
  const taps = [];
  for (let step = 0; step < steps; step += 1) {{
    const fields = Array.from(form.elements).filter((one) => one.name && one.type !== "hidden" && offered(one));
    const names = Array.from(new Set(fields.map((one) => one.name)));
    const name = pick(names);
    const field = pick(fields.filter((one) => one.name === name));
    if (name === "p0-contract" && random(3)) continue;
    if (field.type === "radio" || field.type === "checkbox") field.click();
    else if (field.tagName === "SELECT") type(field, pick(Array.from(field.options)).value);
    else if (name.startsWith("claim")) type(field, String(random(4)));
    else type(field, pick(points));
    taps.push(`${{name}}=${{field.type === "checkbox" ? field.checked : field.value}}`);
  }}
  return [taps, sent()];
}}"""


class Form:
    """The entry form of one table on a phone."""

    def __init__(self, page: Page) -> None:
        self.page = page

    def tap(self, fields: list[tuple[str, str]]) -> tuple[list[str], Fields]:
        """Enter fields into the empty form: what could not be tapped, and what would be sent."""
        missing, sent = self.page.evaluate(TAP, fields)
        return missing, sent

    def wander(self, seed: int, steps: int, points: list[str]) -> tuple[list[str], Fields]:
        """Tap at random what is offered: what was tapped, and what would be sent."""
        taps, sent = self.page.evaluate(WANDER, [seed, steps, points])
        return taps, sent


def new_slugs(served: RunningServer, tables: list[tuple[str, dict[str, Any]]]) -> list[str]:
    """New tables of these sheets with their options, on the served club."""
    printed = served.manage("shell", "-c", NEW_TABLES.format(tables=tables))
    return [line.split()[1] for line in printed.splitlines() if line.startswith("table ")]


def open_table(page: Page, served: RunningServer, slug: str) -> Page:
    """Let a phone write at a table, and show it."""
    open_link(page.context, served.url, slug)
    page.goto(f"/tables/{slug}/")
    return page


pytestmark = pytest.mark.heavy

# What somebody has still to say is no contradiction.
UNSAID = {"result_missing", "points_missing", "partner_missing", "premium_missing", "points_sum", "missing_field"}
UNSAID |= {"losers_missing", "losers_impossible"}  # so far
# A premium stays although something that is said later speaks against it: then the hand says so.
STAYS = {"premium_points", "result_contradicts", "concede_with_premium"}
# As a hand is told: a Renonce first, for then it does not matter how the game would have ended.
ORDER = ("contract", "declarer", "partner", "renonce", "result", "points", "blatt", "kontra", "kontra_by", "prem", "")
OF_THE_PAGE = {"csrfmiddlewaretoken", "key", "previous", "seats"}
EXAMPLES = settings().max_examples // 2  # of each sheet
OFTEN = ("zwanzigerrufen",)  # the other sheets by a soak
OF_EACH_SHEET = pytest.mark.parametrize(
    "sheet_id", [pytest.param(name, marks=[] if name in OFTEN else [pytest.mark.soak]) for name in BUILT_IN]
)
FormOf = Callable[[str, dict[str, bool]], Form]


def options_of(sheet_id: str) -> list[dict[str, bool]]:
    """Every choice of a sheet's options."""
    return [options for sheet, options in sheets() if sheet == sheet_id]


@pytest.fixture
def form_of(served, page_factory, sheet_id) -> FormOf:
    """Return a function that shows the form of a table with these rules, each once."""
    tables = [(sheet, options) for sheet, options in sheets() if sheet == sheet_id]
    slugs = dict(zip([str(table) for table in tables], new_slugs(served, tables), strict=True))
    context = page_factory(**PHONE).context
    context.route("**/live/", lambda _route: None)  # nobody else plays at all these tables
    forms: dict[str, Form] = {}

    def open_form(sheet_id: str, options: dict[str, bool]) -> Form:
        name = str((sheet_id, options))
        if name not in forms:
            forms[name] = Form(open_table(context.new_page(), served, slugs[name]))
        return forms[name]

    return open_form


class TappedHand(NamedTuple):
    """A hand as somebody taps it: its fields in order, and the options of its table."""

    options: dict[str, bool]
    fields: list[tuple[str, str]]
    renonce: bool


def hands(sheet_id: str) -> st.SearchStrategy[TappedHand]:
    """Random hands that the rules take and that the form has room for; Anna is the forehand."""

    def fits(case: Case) -> bool:
        first = not case.contract.only_bei  # what is played beside another stands behind it
        return first and len(case.record.plays) <= MOST_PLAYS and not case.record.forehand

    return cases(sheet_id).filter(fits).map(list_taps)


def list_taps(case: Case) -> TappedHand:
    """The fields of a hand in the order in which it is told, without what says nothing."""
    posted = fill_form(case.record, case.sheet)
    if case.contract.by == "forehand" or case.contract.is_trischaken:
        del posted["p0-declarer"]  # goes without saying
    said = {name: value for name, value in posted.items() if not _says_nothing(name, value, posted)}
    return TappedHand(
        dict(case.record.options),
        sorted(said.items(), key=lambda field: _when(field, said)),
        case.record.renonce is not None,
    )


def _says_nothing(name: str, value: str, posted: dict[str, str]) -> bool:
    """No Blatt, no kontra, who said one that was none or no partner's, how a conceded premium went, a claim of 0."""
    kontra = name.removesuffix("_by")
    if "blatt" in name or name.startswith("claim"):
        return value == "0"
    if name.endswith("kontra_by"):
        lone = not posted.get("p0-partner", "").isdigit() and not name.endswith("-defence-kontra_by")
        return lone or posted.get(kontra, "1") == "1"
    if name.endswith("-lost"):
        return posted.get("p0-result") == "conceded"
    return "kontra" in name and value == "1"


def _when(field: tuple[str, str], names: Collection[str]) -> tuple[int, int, bool, bool, str]:
    name = field[0]
    play = int(name[1]) if name[0] == "p" and name[1].isdigit() else 0
    rest = name.partition("-")[2] if name[0] == "p" else name
    at = next(rank for rank, word in enumerate(ORDER) if rest.startswith(word) or (word == "prem" and name[:4] == word))
    # What was lost first: what stands there as won keeps the other side from winning it.
    is_lost = name.removesuffix("-lost") + "-lost" in names
    return play, len(ORDER) if name.startswith("prem") else at, not is_lost, "defence" in name, name


@OF_EACH_SHEET
def test_every_hand_that_the_rules_take_can_be_tapped(sheet_id, form_of):

    @settings(max_examples=EXAMPLES, suppress_health_check=[HealthCheck.too_slow])
    @given(hand=hands(sheet_id))
    def tap_hand(hand: TappedHand) -> None:
        missing, sent = form_of(sheet_id, hand.options).tap(hand.fields)
        assert missing == []
        assert dict(hand.fields).items() <= sent.items()
        added = _added(hand, sent)
        assert added <= OF_THE_PAGE | {"p0-result"}
        assert "p0-result" not in added or "p0-points" in sent or sent["p0-result"] == "lost"

    tap_hand()


def _added(hand: TappedHand, sent: Fields) -> set[str]:
    """Return the fields that are sent untapped: those that follow from it, and those that say nothing."""
    more = {name for name in sent.keys() - dict(hand.fields).keys() if not _says_nothing(name, sent[name], sent)}
    return {name for name in more if not (hand.renonce and name.endswith("-lost"))}


@OF_EACH_SHEET
def test_nothing_can_be_tapped_that_the_rules_refuse(sheet_id, form_of):
    some_options = st.sampled_from(options_of(sheet_id))

    @settings(max_examples=EXAMPLES, suppress_health_check=[HealthCheck.too_slow])
    @given(options=some_options, seed=st.integers(0, 2**32 - 1), steps=st.integers(1, 25))
    def tap_at_random(options: dict[str, bool], seed: int, steps: int) -> None:
        sheet = sheet_of(sheet_id, **options)
        taps, sent = form_of(sheet_id, options).wander(seed, steps, list_typed_points(sheet))
        found = {code for code in codes(sent, sheet, 0) if not code.endswith("_needs_kontra")}
        # Beside a Renonce two premiums may stand that exclude each other; who takes it back is told so.
        assert found <= UNSAID | STAYS | ({"premium_denied"} if "renonce=" in taps else set()), taps

    tap_at_random()


def list_typed_points(sheet: Sheet) -> list[str]:
    """Card points that somebody may type: around every limit of a sheet, and nothing at all."""
    limits = {premium.points for premium in sheet.premiums.values()} - {None}
    limits |= {contract.win for contract in sheet.contracts.values()} | {sheet.total // 2, sheet.total}
    near = {limit + more for limit in limits if limit for more in (-1, 0, 1) if limit + more <= sheet.total}
    both = near | {sheet.total - points for points in near}
    return ["", *(print_points(points) for points in sorted(both) if not sheet.whole or points % 3 == 0)]
