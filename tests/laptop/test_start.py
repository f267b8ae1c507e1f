"""The start icon: its sentences in the language of the system, and a window that says what is wrong."""

import pytest

from tarockclub.office.laptop import __main__ as laptop


@pytest.mark.parametrize(
    ("variables", "language"),
    [
        ({"LANG": "de_AT.UTF-8"}, "de"),
        ({"LANG": "en_GB.UTF-8"}, "en"),
        ({"LANG": "de_AT.UTF-8", "LC_ALL": "hu_HU.UTF-8"}, "en"),
        ({"LANG": "C.UTF-8"}, "de"),
        ({}, "de"),
    ],
)
def test_the_language_is_that_of_the_system(monkeypatch, variables, language):
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        monkeypatch.delenv(name, raising=False)
    for name, value in variables.items():
        monkeypatch.setenv(name, value)
    assert laptop.find_language() == language


@pytest.mark.parametrize(("number", "language"), [(0x0407, "de"), (0x0C07, "de"), (0x0409, "en")])
def test_windows_names_its_language_by_a_number(number, language):
    assert laptop.choose_language(number) == language


def test_every_sentence_names_the_same_facts_in_both_languages():
    def list_facts(text):
        return sorted(part.partition("}")[0] for part in text.split("{")[1:])

    for sentence in laptop.SENTENCES.values():
        assert list_facts(sentence["de"]) == list_facts(sentence["en"])


@pytest.mark.parametrize(("language", "words"), [("de", "Ordner nicht schreiben"), ("en", "cannot write")])
def test_a_folder_that_cannot_be_written_to_is_named_with_the_reason(tmp_path, monkeypatch, capsys, language, words):
    (tmp_path / "Stick").write_text("a file, no folder")
    monkeypatch.setenv("TAROCKCLUB_DATA", str(tmp_path / "Stick" / "Tarock"))
    assert laptop.start([], language) == 1
    said = capsys.readouterr().err
    assert words in said
    assert str(tmp_path / "Stick" / "Tarock") in said
    assert "Not a directory" in said


def test_an_unexpected_error_is_one_sentence_in_the_window_and_a_report_in_a_file(tmp_path, monkeypatch, capsys):
    def fail(arguments, language):
        raise RuntimeError("nobody thought of it")

    monkeypatch.setenv("TAROCKCLUB_DATA", str(tmp_path))
    monkeypatch.setattr(laptop, "run_program", fail)
    assert laptop.start([], "de") == 1
    said = capsys.readouterr().err
    assert "nobody thought of it" in said
    assert "Traceback" not in said
    assert "Traceback" in (tmp_path / laptop.REPORT).read_text("utf-8")


@pytest.mark.parametrize(
    ("arguments", "run"),
    [
        ([], ["serve", "--open"]),
        (["--port", "8001"], ["serve", "--open", "--port", "8001"]),
        (["restore", "a.zip"], ["restore", "a.zip"]),
        (["--version"], ["--version"]),
    ],
)
def test_the_icon_serves_and_on_the_command_line_it_takes_commands(tmp_path, monkeypatch, arguments, run):
    runs: list[list[str]] = []

    def note(given, language):
        runs.append(given)
        return 0

    monkeypatch.setenv("TAROCKCLUB_DATA", str(tmp_path))
    monkeypatch.setattr(laptop, "run_program", note)
    assert laptop.start(arguments, "de") == 0
    assert runs == [run]
