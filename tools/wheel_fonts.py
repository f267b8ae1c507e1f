"""The fonts of the pages for the wheel: cut while it is built, as `make install` cuts them for a checkout."""

import os
import sys
import tempfile
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

MOMENT = "1580601600"  # the moment that hatchling gives to all files: the same sources are the same wheel


class FontHook(BuildHookInterface[Any]):
    """A step of the build that adds the fonts to the package."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Cut the fonts and name their places in the wheel."""
        sys.path.insert(0, self.root)
        from tarockclub.kit.fonts import get_folder, make_fonts

        os.environ.setdefault("SOURCE_DATE_EPOCH", MOMENT)
        self._cut = tempfile.TemporaryDirectory(prefix="tarockclub-fonts-")
        folder = Path(self._cut.name) / "fonts"
        make_fonts(folder)
        place = get_folder(Path("tarockclub"))
        build_data["force_include"] |= {
            str(file): (place / file.name).as_posix() for file in sorted(folder.glob("*.woff2"))
        }

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:
        """Delete the fonts."""
        self._cut.cleanup()
