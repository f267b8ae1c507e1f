"""The entry form of a page in Chromium, tapped by a script: quick enough for hundreds of hands."""

from typing import Any

from playwright.sync_api import Page

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
