"""The sections of the handbook: their files in docs/de/ and docs/en/, in the order in which they are read."""

from typing import Final

LANGUAGES: Final = ("de", "en")
SECTIONS: Final = (
    "first-evening",
    "at-the-table",
    "without-network",
    "corrections",
    "settlement",
    "own-house-rules",
    "tournament-day",
    "cup-and-season",
    "treasury",
    "printing-and-spreadsheets",
    "backup-and-moving",
    "when-something-fails",
    "glossary",
)
# What somebody at a table needs when there is no network: phones keep these pages (scoring/table/offline).
KEPT_SECTIONS: Final = ("at-the-table", "without-network", "corrections", "when-something-fails")
