"""Static files: names that change with their content, and one script for a page, made of all that it imports."""

import re
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from django.conf import settings
from django.contrib.staticfiles import finders
from django.contrib.staticfiles.storage import staticfiles_storage
from django.templatetags.static import static
from django.test import Client

from tarockclub.platform.server import static_files
from tarockclub.platform.server.static_files import PARTS, SCRIPTS, HashedFiles, ModuleError, join_modules, list_modules

# The minifier would take the spaces of the inner string, and those of the expression.
MINIFIED_WRONGLY = re.compile(r"`[^`\n]*\$\{[^}`\n]*`|=> /[^/ ]* [^/]*/")
STATIC = re.compile(r"""\{% static ['"]((?:scoring|tarockclub|tournaments)/[a-z_/]+\.js)['"] %\}""")


@pytest.fixture
def write(tmp_path):
    """A function that writes a module, and returns where it stands."""

    def write_module(name, *lines):
        path = tmp_path / f"{name}.js"
        path.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
        return path

    return write_module


def read(name):
    return Path(str(finders.find(name))).read_text(encoding="utf-8")


def test_modules_stand_once_after_what_they_import_each_in_its_own_scope(write):
    write("floor", "export const floor = 1;", "const own = 2;", "export function stand() {}")
    write("wall", 'import { floor } from "./floor.js";', "export const wall = floor;")
    imports = 'import { floor, stand } from "./floor.js";', 'import { wall } from "./wall.js";'
    house = write("house", *imports, "stand(wall);")
    assert join_modules(house).split("\n")[2:-2] == [
        *("const { floor, stand } = (() => {", "const floor = 1;", "const own = 2;", "function stand() {}"),
        *("return { floor, stand };", "})();", "const { wall } = (() => {", "", "const wall = floor;"),
        *("return { wall };", "})();", "{", "", "", "stand(wall);", "}"),
    ]


@pytest.mark.parametrize(
    ("line", "problem"),
    [
        ('import { house } from "./house.js";', "imports itself"),
        ('import { roof } from "./floor.js";', "imports roof, which is not exported"),
        ('import { floor as ground } from "./floor.js";', "imports floor as ground, which is not exported"),
        ('import floor from "./floor.js";', "import floor"),
        ('import "./floor.js";', 'import "./floor.js"'),
        ('const floor = await import("./floor.js");', "import("),
        ('export { floor } from "./floor.js";', "export { floor }"),
        ("export default 1;", "export default"),
        ("export let floor = 1;", "export let"),
        ('import { floor } from "./floor.js";\nexport const floor = 2;', "exports floor, as another module does"),
    ],
)
def test_what_could_not_be_joined_is_refused(write, line, problem):
    write("floor", "export const floor = 1;")
    with pytest.raises(ModuleError, match=re.escape(problem)):
        join_modules(write("house", line))


def test_while_somebody_works_on_it_a_module_that_has_changed_is_in_the_script(write, monkeypatch, settings):
    settings.DEBUG = True
    monkeypatch.setitem(SCRIPTS, "scoring/pages/one.js", write("one", "let one = 1;"))
    assert read("scoring/pages/one.js").strip() == '(()=>{"use strict";{let one=1;}})();'
    write("one", "let two = 2;")
    assert "let two=2;" in read("scoring/pages/one.js")


def test_a_script_comes_under_a_name_of_its_content_and_is_kept_for_good(client):
    page = client.get("/counting/").content.decode()
    address = static("scoring/pages/any.js")
    assert f'src="{address}"' in page
    answer = client.get(address)
    assert answer.status_code == 200
    assert "immutable" in answer["Cache-Control"]
    assert b"".join(answer.streaming_content).decode() == read("scoring/pages/any.js")


def test_all_static_files_are_listed_with_the_scripts():
    listed = {name for finder in finders.get_finders() for name, _storage in finder.list([])}
    assert listed >= set(SCRIPTS) | PARTS
    assert finders.find("scoring/pages/table.js", find_all=True)[0] == finders.find("scoring/pages/table.js")
    assert finders.find("scoring/pages/nothing.js") is None


def test_each_module_is_imported_or_on_a_page():
    templates = (Path(settings.BASE_DIR) / "templates").rglob("*.html")
    on_pages = {name for page in templates for name in STATIC.findall(page.read_text(encoding="utf-8"))}
    assert on_pages | {"scoring/pages/worker.js"} == set(SCRIPTS)
    joined = "".join(join_modules(script) for script in SCRIPTS.values())
    modules = list_modules("**").values()
    assert [path for path in modules if path.read_text(encoding="utf-8").split("\n", 1)[0] not in joined] == []


def test_no_template_string_stands_within_another_and_no_regular_expression_after_an_arrow():
    modules = list_modules("**").values()
    assert len(modules) > 60
    assert [path.name for path in modules if MINIFIED_WRONGLY.search(path.read_text(encoding="utf-8"))] == []
    for line in ('text = `${side ? ` (${side})` : ""}`', "const find = () => /; a/.exec(text);"):
        assert MINIFIED_WRONGLY.search(line)


def test_a_server_has_its_finders_before_the_first_requests(monkeypatch):
    had: list[str] = []
    monkeypatch.setattr(finders, "get_finder", had.append)
    HashedFiles(lambda _request: None)
    assert had == settings.STATICFILES_FINDERS


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
