"""The page of licences says of each locked package what it says of itself, and nothing that is not allowed."""

import re
from importlib.metadata import Distribution, PackageNotFoundError, distribution

from tests.ground.test_lock_files import requirements
from tests.support.paths import ROOT
from tools import paths

PAGE = (ROOT / "docs/dev/licences.md").read_text(encoding="utf-8")
LISTS = re.findall(r"^\* \*\*(.+)\*\*: (.+(?:\n  .+)*)$", PAGE, re.MULTILINE)
LICENCES = {package: licence for licence, packages in LISTS for package in re.split(r",\s+", packages)}
PACKAGES = {**requirements(paths.LOCK), **requirements(paths.UV_LOCK)}
ALLOWED = {
    *("Apache-2.0", "BSD-2-Clause", "BSD-3-Clause", "ISC", "MIT", "MIT-0", "MIT-CMU", "PSF-2.0"),
    *("LGPL-3.0-only", "MPL-2.0", "OFL-1.1", "ZPL-2.1", "LicenseRef-PDFium"),
}
# What packages without an SPDX expression say, and what they may mean by it.
WORDS = {
    "Apache 2.0": {"Apache-2.0"},
    "Apache Software License": {"Apache-2.0"},
    "BSD License": {"BSD-2-Clause", "BSD-3-Clause"},
    "BSD-3-Clause, Apache-2.0, dependency licenses": {"BSD-3-Clause"},
    "ISC License (ISCL)": {"ISC"},
    "MIT License": {"MIT"},
    "Mozilla Public License 2.0 (MPL 2.0)": {"MPL-2.0"},
    "Python Software Foundation License": {"PSF-2.0"},
    "SIL OFL V1.1": {"OFL-1.1"},
    "Zope Public License": {"ZPL-2.1"},
}
MIT_BEGINS = "Permission is hereby granted, free of charge"


def split_expression(expression):
    """Return the licences of which an expression consists."""
    return set(re.split(r" AND | OR ", expression.replace("(", "").replace(")", "")))


def list_values(found, field):
    """Return what the metadata of a package have for a field."""
    return [value.strip() for value in found.metadata.get_all(field) or []]


def list_words(found: Distribution):
    """Return what the metadata of a package without an expression call its licence, if it is short."""
    named = [text.split(" :: ")[-1] for text in list_values(found, "Classifier") if text.startswith("License")]
    return named or [text for text in list_values(found, "License") if text and "\n" not in text]


def agrees(found, written):
    """Return whether a package says of itself what is written of it."""
    if expression := list_values(found, "License-Expression"):
        return expression == [written]
    licences = split_expression(written)
    if words := list_words(found):
        return all(licences & WORDS.get(word, {word}) for word in words)
    texts = [file.read_text(encoding="utf-8") for file in found.files or () if "LICENSE" in file.name.upper()]
    return "MIT" in licences and any(MIT_BEGINS in text for text in texts)


def test_the_lists_have_exactly_the_locked_packages():
    assert sorted(LICENCES) == sorted(PACKAGES)


def test_each_package_says_of_itself_what_the_lists_say_and_may_be_used():
    installed = 0
    for name, written in LICENCES.items():
        assert split_expression(written) <= ALLOWED, name
        try:
            found = distribution(name)
        except PackageNotFoundError:
            continue  # of another system
        assert agrees(found, written), name
        installed += 1
    assert installed > 60
