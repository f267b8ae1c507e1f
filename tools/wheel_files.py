"""The fonts of the pages and the compiled German for the wheel, built as `make install` does it for a checkout."""

import os
import sys
import tempfile
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

MOMENT = "1580601600"  # the moment that hatchling gives to all files: the same sources are the same wheel


class FilesHook(BuildHookInterface[Any]):
    """A step of the build that adds these files to the package."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Compile the German, cut the fonts and name their places in the wheel."""
        sys.path.insert(0, self.root)
        from tarockclub.kit.fonts import get_folder, make_fonts
        from tools.catalog import compile_catalog

        compile_catalog()  # beside its source, where the wheel takes it from
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
