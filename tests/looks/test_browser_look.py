"""The measure of the look finds what it looks for, and excuses nothing that is not there."""

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page

from tests.looks.look import EXCUSES, MEASURES, measure_focus, measure_look
from tests.support.browser import PHONE
from tests.support.states.registry import STATES

GOOD = f"""<!doctype html>
<html lang="de">
<meta name="viewport" content="width=device-width">
<style>
  body {{ margin: 0; font: 16px/20px sans-serif; color: #111; background: #fff; }}
  header, main, footer {{ padding: 0 16px; }}
  main {{ max-width: 1120px; }}
  h1, h2, p, ul {{ margin: 0 0 24px; padding: 0; font-size: 20px; line-height: 24px; }}
  p {{ font-size: 16px; }}
  .facts {{ display: flex; justify-content: space-between; }}
  li {{ list-style: none; height: 44px; }}
  a {{ color: inherit; display: block; line-height: 44px; }}
  [aria-pressed] {{ height: 44px; border: 0; font: inherit; color: #111; background: #ddd; }}
  :focus-visible {{ outline: 2px solid #36d; }}
  @media (prefers-color-scheme: dark) {{ body {{ color: #eee; background: #111; }} }}
</style>
<header><a href="#">Verein</a></header>
<main>
  <h1>Abende</h1>
  <h2>Alle Abende</h2>
  <p>Zwölf Abende.</p>
  <p class="facts"><b>von Jänner</b><b>bis</b><b>Dezember</b></p>
  <button aria-pressed="false">Nur offene</button>
  <p class="tools"><a href="#">Drucken</a><a href="#">Teilen</a><a href="#">Ändern</a></p>
  <ul>{"".join(f'<li><a href="#">{number}. Abend</a></li>' for number in range(1, 13))}</ul>
</main>
<footer>Datenschutz</footer>"""
FAULTS = (
    ("edges", "footer { padding-left: 20px; }"),
    ("width", "main { max-width: none; } p { width: 1130px; text-align: justify; text-align-last: justify; }"),
    ("letters", "".join(f"li:nth-child({number}) {{ font-size: {number + 10}px; }}" for number in range(1, 6))),
    ("rows", "@media (min-width: 1000px) { li { height: 60px; } }"),
    ("length", "li { height: 80px; }"),
    ("beyond", "p { width: 1300px; }"),
    ("overlap", "h2 { margin-bottom: -22px; }"),
    ("broken", "p { width: 40px; overflow-wrap: anywhere; }"),
    ("narrow", "p { width: 20px; overflow-wrap: anywhere; }"),
    ("cut", "h2 { width: 3em; overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }"),
    ("acts", ".tools a { display: inline-block; border: 1px solid; }"),
    ("empty", "main > * { width: 300px; }"),
    ("contrast", "@media (prefers-color-scheme: dark) { p { color: #666; } }"),
    ("targets", "a { line-height: 30px; }"),
    ("focus", ":focus-visible { outline: 2px solid #ddd; }"),
    ("contrast", "@media (hover: hover) { a:hover { color: #ccc; } }"),
    ("contrast", "li:focus-within { background: #222; }"),
    ("contrast", "a:active { color: #ccc; }"),
    ("contrast", "[aria-pressed=true] { color: #fff; background: #333; } [aria-pressed]:hover { background: #ddd; }"),
)


@pytest.fixture
def page(chromium: Browser) -> Iterator[Page]:
    """Return a page on a phone."""
    context = chromium.new_context(**PHONE)
    yield context.new_page()
    context.close()


def list_missed(page: Page, style: str) -> list[str]:
    """Return the measures that a page with one more style misses."""
    page.set_content(f"{GOOD}<style>{style}</style>")
    missed = {miss.measure for miss in [*measure_look(page), *measure_focus(page)]}
    return [measure for measure in MEASURES if measure in missed]


@pytest.mark.heavy
@pytest.mark.parametrize(("measure", "fault"), FAULTS)
def test_each_measure_misses_nothing_of_a_good_page_and_finds_its_fault(page, measure, fault):
    assert list_missed(page, "") == []
    assert measure in list_missed(page, fault)


def test_what_is_excused_is_there_and_says_why():
    addresses = {re.sub(r"\{[^}]*\}", "1", state.path).partition("#")[0] for state in STATES}
    paths = addresses | {address.partition("?")[0] for address in addresses}
    for excuse in EXCUSES:
        assert any(re.fullmatch(excuse.pages, path) for path in paths), excuse
        assert set(excuse.measures) <= set(MEASURES)
        assert len(excuse.reason) > 20
