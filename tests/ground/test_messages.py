"""Everything that is said in English has its German, and Django finds it."""

import gettext
import os
import re
from io import BytesIO

import pytest
from django.core.management import CommandError, call_command
from django.template import engines
from django.utils import translation

from tarockclub.management.commands.serve import Command
from tools import catalog, translations

PYTHON = """
from django.utils.translation import gettext as _, gettext_lazy, ngettext, npgettext, pgettext
ONE = _("one %(name)s " "text")
TWO = gettext_lazy("later {name}")
THREE = ngettext("%(n)s hand", "%(n)s hands", 2)
FOUR = pgettext("colour", "Hearts")
FIVE = npgettext("seat", "place", "%(n)s places", 2)
"""

TEMPLATE = """{% load i18n %}
   {% if a %}
  <p title="{% translate 'A title' %}">{% translate "50 % more" as more %}{{ more }}</p>
 {% endif %}
    {# Translators: a kind of deal #}
    {% translate "Void" context "deal" %}
  {% include "x.html" with label=_("A label") %}
{% blocktranslate trimmed count n=deals %}
    {{ n }} deal
    of this evening
  {% plural %}
    {{ n }} deals
    of this evening
{% endblocktranslate %}
{% blocktranslate with name=a context "greeting" %}Hello
 {{ name }}{% endblocktranslate %}
"""


@pytest.fixture
def project(tmp_path):
    """A project with one app, one template and no translations."""
    (tmp_path / "club" / "deep").mkdir(parents=True)
    (tmp_path / "club" / "apps.py").write_text("")
    (tmp_path / "club" / "deep" / "words.py").write_text(PYTHON)
    (tmp_path / "templates" / "club").mkdir(parents=True)
    (tmp_path / "templates" / "club" / "page.html").write_text(TEMPLATE)
    (tmp_path / "tools.py").write_text("_('of no app')")
    return tmp_path


def translated(project, **german):
    """Give texts of the project their German and bring the catalogue up to date."""
    file = project / translations.PO_FILE
    words = translations.collect_texts(project)
    for message in words:
        key = message.id if isinstance(message.id, str) else message.id[0]
        if key in german:
            message.string = german[key]
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_bytes(translations.render_po(words))
    return translations.main(project)


def ids(project):
    return {(message.context, message.id) for message in translations.collect_texts(project) if message.id}


def test_the_catalogue_holds_exactly_what_the_sources_say_and_all_of_it_in_german():
    words = translations.collect_texts()
    assert translations.list_unfinished(words) == []
    assert (translations.ROOT / translations.PO_FILE).read_bytes() == translations.render_po(words), (
        "run `make messages`"
    )


def test_no_text_hides_within_another_where_the_collector_does_not_look():
    apps = (
        file for app in ("scoring", "tarockclub", "tournaments") for file in (translations.ROOT / app).rglob("*.py")
    )
    called = re.compile(r"""\bf["'].*\{[^}]*\b(_|n?p?gettext(_lazy)?)\(""")
    assert [file.name for file in apps if called.search(file.read_text(encoding="utf-8"))] == []


def test_the_files_carry_no_dates_versions_or_places():
    text = (translations.ROOT / translations.PO_FILE).read_text(encoding="utf-8")
    assert not any(word in text for word in ("-Date:", "Babel", "#:", "PROJECT", "EMAIL", "fuzzy", "#~"))


def test_every_call_and_every_tag_is_found_as_django_asks_for_it(project):
    assert ids(project) == {
        (None, "one %(name)s text"),
        (None, "later {name}"),
        (None, ("%(n)s hand", "%(n)s hands")),
        ("colour", "Hearts"),
        ("seat", ("place", "%(n)s places")),
        (None, "A title"),
        (None, "50 %% more"),
        ("deal", "Void"),
        (None, "A label"),
        (None, ("%(n)s deal of this evening", "%(n)s deals of this evening")),
        ("greeting", "Hello\n %(name)s"),
    }


def test_a_template_shows_the_words_of_the_catalogue(project, settings):
    german = {
        "50 %% more": "50 %% mehr",
        "A title": "Ein Titel",
        "Void": "Ungültig",
        "%(n)s deal of this evening": ("%(n)s Spiel dieses Abends", "%(n)s Spiele dieses Abends"),
        "Hello\n %(name)s": "Servus\n %(name)s",
    }
    translated(project, **german)
    settings.LOCALE_PATHS = [(project / translations.PO_FILE).parents[2]]
    page = engines["django"].from_string(TEMPLATE.replace('{% include "x.html" with label=_("A label") %}', ""))
    with translation.override("de"):
        text = page.render({"a": "Xaver", "deals": 3})
        assert "1 Spiel dieses Abends" in page.render({"deals": 1})
    for words in ("50 % mehr", 'title="Ein Titel"', "Ungültig", "3 Spiele dieses Abends", "Servus\n Xaver"):
        assert words in text
    with translation.override("en"):
        text = page.render({"a": "Xaver", "deals": 3})
    for words in ("50 % more", 'title="A title"', "Void", "3 deals of this evening", "Hello\n Xaver"):
        assert words in text


def test_what_is_untranslated_is_listed_and_fails(project, capsys):
    assert translations.main(project) == 1
    out = capsys.readouterr().out
    assert 'untranslated: "Void" (deal)\n' in out
    assert 'untranslated: "%(n)s hand / %(n)s hands"\n' in out
    assert "11 texts, 11 to be done." in out


def test_a_complete_catalogue_succeeds_and_a_second_run_changes_nothing(project, capsys):
    german = {
        (key if isinstance(key, str) else key[0]): (f"de: {key}" if isinstance(key, str) else key)
        for _, key in ids(project)
    }
    assert translated(project, **german) == 0
    files = [project / translations.PO_FILE, (project / translations.PO_FILE).with_suffix(".mo")]
    before = [file.read_bytes() for file in files]
    assert translations.main(project) == 0
    assert [file.read_bytes() for file in files] == before
    assert "0 to be done" in capsys.readouterr().out


def test_translations_and_remarks_stay_and_what_nobody_says_goes(project):
    translated(project, Hearts="Herz", Void="Ungültig")
    file = project / translations.PO_FILE
    file.write_text(file.read_text().replace('msgctxt "colour"', '# not a suit of hearts\nmsgctxt "colour"'))
    (project / "templates" / "club" / "page.html").write_text("")
    translations.main(project)
    text = file.read_text()
    assert '# not a suit of hearts\nmsgctxt "colour"\nmsgid "Hearts"\nmsgstr "Herz"' in text
    assert "Void" not in text


def test_remarks_for_translators_reach_the_catalogue(project):
    translations.main(project)
    assert '#. Translators: a kind of deal\nmsgctxt "deal"' in (project / translations.PO_FILE).read_text()


def test_what_was_marked_as_doubtful_counts_as_untranslated(project):
    translated(project, Hearts="Herz")
    file = project / translations.PO_FILE
    file.write_text(file.read_text().replace('msgctxt "colour"', '#, fuzzy\nmsgctxt "colour"'))
    assert 'untranslated: "Hearts" (colour)' in translations.list_unfinished(translations.collect_texts(project))


def test_a_text_that_got_a_plural_is_to_be_translated_again(project):
    translated(project, **{"%(n)s hand": ("%(n)s Spiel", "%(n)s Spiele")})
    words = project / "club" / "deep" / "words.py"
    words.write_text(PYTHON.replace('ngettext("%(n)s hand", "%(n)s hands", 2)', '_("%(n)s hand")'))
    assert 'untranslated: "%(n)s hand"' in translations.list_unfinished(translations.collect_texts(project))


@pytest.mark.parametrize(
    ("english", "german", "agree"),
    [
        ("one %(name)s text", "ein Text %(name)s", True),
        ("one %(name)s text", "ein Text", False),
        ("one %(name)s text", "ein Text %(nam)s", False),
        ("one %(name)s text", "ein Text %(name)s %(more)s", False),
        ("later {name}", "später {name}", True),
        ("later {name}", "später {Name}", False),
        ("50 %% more", "50 %% mehr", True),
        ("%(n)s hand", ("ein Spiel", "%(n)s Spiele"), True),
        ("%(n)s hand", ("%(n)s Spiel", "viele Spiele"), False),
        ("%(n)s hand", ("%(m)s Spiel", "%(n)s Spiele"), False),
    ],
)
def test_a_translation_has_the_placeholders_of_its_text(project, english, german, agree):
    translated(project, **{english: german})
    faults = translations.list_unfinished(translations.collect_texts(project))
    assert any(fault.startswith(f'other placeholders: "{english}') for fault in faults) is not agree
    assert not any(fault.startswith(f'untranslated: "{english}') for fault in faults)


def test_what_is_compiled_is_what_is_written_and_again_only_where_that_is_newer(project):
    translated(project, Hearts="Herz")
    file = project / translations.PO_FILE
    compiled = file.with_suffix(".mo")
    first = compiled.read_bytes()
    file.write_text(file.read_text().replace('"Herz"', '"Cœur"'))
    os.utime(file, (0, 0))
    catalog.compile_catalog(file)
    assert compiled.read_bytes() == first
    file.touch()
    catalog.compile_catalog(file)
    assert gettext.GNUTranslations(BytesIO(compiled.read_bytes())).pgettext("colour", "Hearts") == "Cœur"


@pytest.mark.parametrize(
    ("language", "running", "stop"),
    [
        ("de", "Tarockclub läuft. Auf diesem Computer:", "Beenden mit Strg+C."),
        ("en", "Tarockclub is running. On this computer:", "Stop it with Ctrl+C."),
    ],
)
def test_the_server_greets_in_the_language_of_the_house(capsys, language, running, stop):
    with translation.override(language):
        Command().greet("127.0.0.1", 8000)
    assert capsys.readouterr().out == f"{running}\n  http://127.0.0.1:8000/\n{stop}\n"


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("language", "sentence"),
    [("de", "Die Hausregeln „nowhere“ gibt es nicht."), ("en", "There are no house rules “nowhere”.")],
)
def test_a_command_refuses_in_the_language_of_the_house(language, sentence):
    with translation.override(language), pytest.raises(CommandError) as refused:
        call_command("score", sheet="nowhere")
    assert str(refused.value) == sentence
