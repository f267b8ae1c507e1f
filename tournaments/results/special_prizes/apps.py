"""The app of special prizes and raffles."""

from typing import ClassVar

from tarockclub.platform.clubs import features


class SpecialPrizesConfig(features.FeatureConfig):
    """Special prizes and raffles, to which the page of prizes leads."""

    name = "tournaments.results.special_prizes"
    panels: ClassVar = {"prizes": "tournaments/results/special_prizes/_link.html"}
