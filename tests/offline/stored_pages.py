"""The pages that a phone has kept, and a hand that comes from another phone."""

from typing import Any
from urllib.parse import urlsplit

from playwright.sync_api import Page

from tests.offline.keeping import until
from tests.scoring.support.scripts import STORE, build_call

PATIENCE = 60.0  # seconds; a page that has just been kept is kept again after five at the earliest

# Names and text of all pages that are kept, by their paths.
_READ_CACHES = """async () => {
  const kept = {};
  for (const name of await caches.keys()) {
    if (!name.startsWith("pages-")) continue;
    const cache = await caches.open(name);
    for (const asked of await cache.keys()) kept[new URL(asked.url).pathname] = await (await cache.match(asked)).text();
  }
  return kept;
}"""
_SEND = build_call(
    STORE,
    """async (fields) => {
  const { previous, seats } = document.getElementById("entry").elements;
  const numbers = seats.value.split(",").map(Number);
  const answer = await fetch(`${location.pathname}hands/`, {
    method: "POST",
    headers: { "Content-Type": "application/json", "X-CSRFToken": /csrftoken=([^;]+)/.exec(document.cookie)[1] },
    body: JSON.stringify({
      key: newKey(), previous: previous.value, seats: numbers.slice(0, 5), sittings: numbers.slice(5), fields,
    }),
  });
  return (await answer.json()).saved;
}""",
)
DREIER = {"p0-contract": "dreier", "p0-declarer": "0", "p0-result": "won"}


def path_of(address: str) -> str:
    """The path of an address."""
    return urlsplit(address).path


def kept_by(page: Page) -> dict[str, str]:
    """The pages that this phone has kept, by their paths."""
    found: dict[str, Any] = page.evaluate(_READ_CACHES)
    return found


def wait_until_kept(page: Page, address: str, text: str = "<html") -> None:
    """Wait until the phone has kept the page of a table, with this text on it."""
    path = path_of(address)
    until(lambda: text in kept_by(page).get(path, ""), PATIENCE, lambda: f"{text!r} is not kept of {path}")


def send_dreier(page: Page) -> None:
    """Write a Dreier that the first player has won, as another program would: the page itself learns of it later."""
    assert page.evaluate(_SEND, DREIER) is True
