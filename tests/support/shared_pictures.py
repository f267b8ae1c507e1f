"""A fixture that keeps the content of shared pictures, which are not drawn."""

import json
from typing import Any

import pytest


@pytest.fixture
def pictures(monkeypatch):
    """The pictures' content, as JSON."""
    found: list[str] = []

    def draw(_tag: str, picture: dict[str, Any]) -> bytes:
        found.append(json.dumps(picture, ensure_ascii=False))
        return b"\x89PNG"

    monkeypatch.setattr("tarockclub.platform.sharing.responses.make_png", draw)
    return found
