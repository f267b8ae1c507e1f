"""Static files have names that change with their content."""

import re
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from django.contrib.staticfiles.storage import staticfiles_storage
from django.test import Client

from tarockclub.platform.server import static_files
from tarockclub.platform.server.static_files import HashedFiles

STYLE = "tarockclub/club_usual.css"
PLAIN = f"/static/{STYLE}"


def address() -> str:
    """The address that pages name."""
    return staticfiles_storage.url(STYLE)


@pytest.fixture
def another_file(tmp_path, monkeypatch):
    """A style sheet whose content a test changes."""
    file = tmp_path / "style.css"
    file.write_text("body {}")
    monkeypatch.setattr("tarockclub.platform.server.static_files.finders.find", lambda name: str(file))
    static_files._hash_name.cache_clear()
    yield file
    static_files._hash_name.cache_clear()


def test_pages_name_a_file_by_its_content():
    assert re.fullmatch(r"/static/tarockclub/club_usual\.[0-9a-f]{12}\.css", address())
    assert address() in Client().get("/nirgends/").content.decode()


def test_such_a_file_is_kept_for_good_and_one_under_its_plain_name_only_for_a_minute():
    by_content, plain = Client().get(address()), Client().get(PLAIN)
    assert by_content.getvalue() == plain.getvalue() != b""
    assert by_content["Cache-Control"] == "max-age=315360000, public, immutable"
    assert plain["Cache-Control"] == "max-age=60, public"


@pytest.mark.parametrize(
    "url",
    [
        PLAIN.replace(".css", ".0123456789ab.css"),
        PLAIN.replace("club_usual", "../tarockclub/club_usual"),
        "/static/",
        "/static/tarockclub",
        "/static/tarockclub/",
        "/static//etc/passwd",
        "/static/../manage.py",
        "/static/%00.css",
        f"/static/{'x' * 5000}.css",
        "/static/tarockclub/no-such.0123456789ab.css",
    ],
)
def test_a_name_of_another_content_or_of_no_file_leads_nowhere(url):
    before = static_files._hash_name.cache_info().currsize
    assert Client().get(url).status_code in (404, 400)
    assert static_files._hash_name.cache_info().currsize <= before + 2  # of the page that says so, whatever is asked


def test_a_bundle_is_made_once_and_whole_for_many_who_ask_at_once(monkeypatch):
    made = []

    def join(name):
        made.append(name)
        return "x" * 500_000

    monkeypatch.setattr(static_files, "_join_parts", join)
    bundles = static_files.Bundles()
    with ThreadPoolExecutor(8) as pool:
        files = [*pool.map(lambda _: Path(bundles.find(STYLE)).stat().st_size, range(32))]
    assert files == [500_000] * 32
    assert made == [STYLE]
    bundles._folder.cleanup()


def test_a_server_makes_nothing_before_it_is_asked(monkeypatch):
    monkeypatch.setattr(static_files, "_join_parts", lambda name: pytest.fail(name))
    assert HashedFiles(lambda request: None).files == {}


def test_another_content_has_another_name_after_the_next_start(another_file):
    before = address()
    another_file.write_text("body { color: red }")
    assert address() == before
    static_files._hash_name.cache_clear()
    assert address() != before


def test_who_works_on_a_file_sees_the_change_at_once(another_file, settings):
    settings.DEBUG = True
    before = address()
    another_file.write_text("body { color: red }")
    assert address() != before


def test_while_somebody_works_on_it_a_file_is_found_under_both_names(settings):
    settings.DEBUG = True
    served = HashedFiles(lambda request: None)
    for url in (PLAIN, address()):
        assert served.find_file(url) is not None
    assert served.find_file("/static/tarockclub/no-such.css") is None


@pytest.mark.parametrize("name", ["tarockclub/no-such.css", ""])
def test_a_file_that_is_not_there_keeps_its_name(name):
    assert staticfiles_storage.url(name) == f"/static/{name}"
