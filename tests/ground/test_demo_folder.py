"""A demo stays out of the data of a club."""

import os

import pytest

from tools import commands


@pytest.mark.parametrize(("given", "ends"), [(None, "demo"), (" ", "demo"), ("/elsewhere", "elsewhere")])
def test_an_empty_name_of_the_data_folder_is_none(monkeypatch, given, ends):
    monkeypatch.delenv("DATABASE_URL", raising=False)
    monkeypatch.delenv("TAROCKCLUB_DATA")
    if given is not None:
        monkeypatch.setenv("TAROCKCLUB_DATA", given)
    commands._choose_demo_folder()
    assert os.environ["TAROCKCLUB_DATA"].endswith(ends)
