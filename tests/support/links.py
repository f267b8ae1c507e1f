"""The links that tests know of their tables, in every process: for wire clients and browsers, which have no Django."""

import hashlib

from playwright.sync_api import BrowserContext

COOKIE = "right"


def find_secret(slug: object) -> str:
    """The secret of a table's link, if `tests.support.phones.let_write` has made it."""
    return hashlib.sha256(f"a link of tests: {slug}".encode()).hexdigest()[:32]


def open_link(context: BrowserContext, site: str, slug: str) -> None:
    """Let a browser write at a table, without opening the link."""
    context.add_cookies([{"name": COOKIE, "value": find_secret(slug), "url": f"{site}/tables/{slug}/"}])
