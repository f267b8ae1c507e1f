"""Paths of the project, for tests that read its files."""

import tarfile
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
DATA = ROOT / "tests" / "data"
DOCS = ROOT / "docs"
DEV_DOCS = DOCS / "dev"
# How an archive of ours is unpacked; Debian 12's Python 3.11.2 knows no other way than the old one.
SAFELY: dict[str, Any] = {"filter": "data"} if hasattr(tarfile, "data_filter") else {}
