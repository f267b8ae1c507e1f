"""Paths of the project, for tests that read its files."""

from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
DATA = ROOT / "tests" / "data"
DOCS = ROOT / "docs"
DEV_DOCS = DOCS / "dev"
