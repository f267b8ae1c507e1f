"""The script of a page: its module and all that this one imports, in one file that needs no request for each."""

import re
from pathlib import Path

from tarockclub.platform.server.installation import ROOT, list_sources

_APPS = ("scoring", "tarockclub", "tournaments")
# All that is known of the language of modules; whatever else begins with one of the two words is refused.
_IMPORT = re.compile(r'^import \{([\w\s,]+)\} from "(\.\.?/[\w./]+\.js)";$', re.M)
_EXPORT = re.compile(r"^export (?=(?:(?:async )?function|const|class) (\w+))", re.M)
_UNKNOWN = re.compile(r"^\s*(?:import|export)\b.*|\bimport\(.*", re.M)


class ModuleError(ValueError):
    """A module that cannot be joined with others."""


def list_modules(folder: str) -> dict[str, Path]:
    """Return our modules in the folders of this name ("**": in all), by their names as static files."""
    paths = list_sources(*(f"{app}/static/{app}/{folder}/*.js" for app in _APPS))
    return {path.relative_to(ROOT).as_posix().partition("/static/")[2]: path for path in paths}


def join_modules(module: Path) -> str:
    """Return a script in which each module stands once, after those that it imports, in a scope of its own.

    Raises ModuleError for a circle, a form of import or export that is not known, a name that nobody exports, and one
    that two modules export.
    """
    exports: dict[Path, list[str]] = {}
    pieces: list[str] = []

    def join(path: Path, importers: tuple[Path, ...]) -> list[str]:
        if path in importers:
            raise ModuleError(f"{path} imports itself, by {importers[-1]}")
        if path not in exports:
            text = path.read_text(encoding="utf-8")
            for names, address in _IMPORT.findall(text):
                _require_names(path, names, join((path.parent / address).resolve(), (*importers, path)))
            own = _EXPORT.findall(text)
            if twice := {name for names in exports.values() for name in names} & {*own}:
                raise ModuleError(f"{path} exports {', '.join(twice)}, as another module does")
            exports[path] = own
            pieces.append(_build_block(path, text, own))
        return exports[path]

    join(module.resolve(), ())
    return '(() => {\n"use strict";\n' + "".join(pieces) + "})();\n"


def _require_names(path: Path, names: str, exports: list[str]) -> None:
    missing = {name.strip() for name in names.split(",")} - {*exports, ""}
    if missing:
        raise ModuleError(f"{path} imports {', '.join(missing)}, which is not exported")


def _build_block(path: Path, text: str, exports: list[str]) -> str:
    """Return a module as a block of its own that gives what it exports."""
    body = _EXPORT.sub("", _IMPORT.sub("", text))
    if unknown := _UNKNOWN.search(body):
        raise ModuleError(f"{path}: {unknown[0].strip()}")
    if not exports:
        return f"{{\n{body}}}\n"
    names = ", ".join(exports)
    return f"const {{ {names} }} = (() => {{\n{body}return {{ {names} }};\n}})();\n"
