"""The script of a page is one file, made of its module and of all that this one imports."""

import re
from pathlib import Path

import pytest
from django.conf import settings
from django.contrib.staticfiles import finders
from django.templatetags.static import static

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
