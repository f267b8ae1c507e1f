"""A page misses no part of the stylesheet: what a part means to style stands on no page that lacks it."""

import re
from functools import cache

from playwright.sync_api import Page

from tarockclub.platform.server.static_files import GROUPS, ORDER, TABLE
from tests.support.paths import ROOT

_STYLES = ROOT / "tarockclub" / "static" / "tarockclub" / "styles"
_EVERYWHERE = {"fonts"}  # what it means may be missing at tables
_COMES_LATER = {"over_table"}  # with the group OVER, as soon as something opens over the table
_ADDRESS = re.compile(r"/tarockclub/([a-z]+)_[a-z]+\.")
# The selectors of rules, also within conditions, that match something; pseudo-elements stand with their element.
_MATCHED = """(parts) => {
  const selectors = (rules) => [...rules].flatMap((rule) => rule.selectorText === undefined
    ? (rule.cssRules ? selectors(rule.cssRules) : []) : [rule.selectorText]);
  const matches = (selector) => {
    try {
      return document.querySelector(selector.replace(/::[a-z-]+(\\([^)]*\\))?/g, "")) !== null;
    } catch (unfinished) { return false; }
  };
  return Object.entries(parts).flatMap(([part, rules]) => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(rules);
    return selectors(sheet.cssRules).filter(matches).map((selector) => `${part}: ${selector}`);
  });
}"""


@cache
def _read_missing_parts(groups: frozenset[str]) -> dict[str, str]:
    there = {part for group in groups for part in GROUPS[group]}
    missing = set(ORDER) - there - _EVERYWHERE - (_COMES_LATER if TABLE in groups else set())
    return {part: (_STYLES / f"{part}.css").read_text("utf-8") for part in sorted(missing)}


def list_missed_rules(page: Page) -> list[str]:
    """Return the rules that mean something on the page and are not in its stylesheet."""
    addresses = page.locator("link[rel=stylesheet]").evaluate_all("links => links.map((link) => link.href)")
    groups = frozenset(found[1] for address in addresses for found in [_ADDRESS.search(address)] if found)
    matched: list[str] = page.evaluate(_MATCHED, _read_missing_parts(groups))
    return matched
