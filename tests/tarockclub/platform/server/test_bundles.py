"""Scripts that go together come in one file."""

import re
from pathlib import Path

import pytest
from django.conf import settings
from django.contrib.staticfiles import finders
from rjsmin import jsmin  # type: ignore[import-untyped]

from tarockclub.platform.server.static_files import BUNDLES, PARTS

SCRIPTS = Path(settings.BASE_DIR) / "scoring" / "static" / "scoring"
NESTED = re.compile(r"`[^`\n]*\$\{[^}`\n]*`")
STATIC = re.compile(r"""\{% static ['"](scoring/[a-z_]+\.js)['"] %\}""")


def read(name):
    return Path(str(finders.find(name))).read_text(encoding="utf-8")


@pytest.mark.parametrize("name", BUNDLES)
def test_a_bundle_is_its_parts_in_their_order_and_smaller(name):
    parts = [jsmin(read(part)) for part in BUNDLES[name]]
    bundle = read(name)
    at = [bundle.index(part.strip().removeprefix('"use strict";')) for part in parts]
    assert at == sorted(at)
    assert len(bundle) < 0.9 * sum(len(read(part)) for part in BUNDLES[name])


def test_a_part_that_has_changed_is_in_the_bundle(tmp_path, monkeypatch):
    part = tmp_path / "one.js"
    part.write_text("let one = 1;", encoding="utf-8")
    monkeypatch.setitem(BUNDLES, "scoring/both.js", ("one.js", "one.js"))
    monkeypatch.setattr(
        "tarockclub.platform.server.static_files._read_part", lambda _name: part.read_text(encoding="utf-8")
    )
    assert read("scoring/both.js") == "let one=1;let one=1;"
    part.write_text("let two = 2;", encoding="utf-8")
    assert read("scoring/both.js") == "let two=2;let two=2;"


def test_a_bundle_comes_under_a_name_of_its_content_and_is_kept_for_good(client):
    page = client.get("/counting/").content.decode()
    assert "/static/scoring/outbox." in page
    from django.templatetags.static import static

    answer = client.get(static("scoring/table_page.js"))
    assert answer.status_code == 200
    assert "immutable" in answer["Cache-Control"]
    assert b"".join(answer.streaming_content).decode() == read("scoring/table_page.js")


def test_all_static_files_are_listed_with_the_bundles():
    listed = {name for finder in finders.get_finders() for name, _storage in finder.list([])}
    assert listed >= set(BUNDLES) | PARTS
    assert finders.find("scoring/table_page.js", find_all=True) == [finders.find("scoring/table_page.js")]
    assert finders.find("scoring/nothing.js") is None


def test_each_script_is_in_a_bundle_or_on_a_page():
    templates = (Path(settings.BASE_DIR) / "templates").rglob("*.html")
    on_pages = {name for page in templates for name in STATIC.findall(page.read_text(encoding="utf-8"))}
    scripts = {f"scoring/{script.name}" for script in SCRIPTS.glob("*.js")}
    assert scripts - PARTS - {"scoring/worker.js"} <= on_pages
    assert on_pages <= scripts | set(BUNDLES)


def test_no_template_string_stands_within_another():
    """The minifier would take the spaces of the inner one."""
    scripts = list(SCRIPTS.rglob("*.js"))
    assert len(scripts) > 40
    assert [script.name for script in scripts if NESTED.search(script.read_text(encoding="utf-8"))] == []
    assert NESTED.search('text = `${side ? ` (${side})` : ""}`')
