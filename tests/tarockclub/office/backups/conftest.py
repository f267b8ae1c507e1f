"""The data folder of tests of backups."""

from tests.support.backups import backups_of_its_own, no_proof

__all__ = ["backups_of_its_own", "no_proof"]
