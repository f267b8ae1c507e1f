"""The engine and the sheets of the repository as parts of the package `tarock_engine`."""

import shutil
import tempfile
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

HERE, THERE = "scoring.engine", "tarock_engine.engine"
PAGES = ("house_rules", "own_sheets")


class EngineHook(BuildHookInterface[Any]):
    """A step of the build that copies both folders; a source distribution has the copies already."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Copy the folders, with the names under which the modules import each other there."""
        self._copies = tempfile.TemporaryDirectory(prefix="tarock-engine-")
        if (Path(self.root) / "tarock_engine" / "engine").is_dir():
            return
        source, target = Path(self.root).parents[1] / "scoring", Path(self._copies.name)
        for folder in ("engine", "sheets"):
            # Beside the sheets stand the pages about them, which need Django.
            others = ("*.py", *PAGES) if folder == "sheets" else ()
            shutil.copytree(source / folder, target / folder, ignore=shutil.ignore_patterns("__pycache__", *others))
            build_data["force_include"][str(target / folder)] = f"tarock_engine/{folder}"
        for file in (target / "engine").rglob("*.py"):
            text = file.read_text(encoding="utf-8")
            file.write_text(text.replace(HERE, THERE), encoding="utf-8", newline="\n")

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:
        """Delete the copies."""
        self._copies.cleanup()
