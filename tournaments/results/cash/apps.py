"""The app of cash boxes."""

from tarockclub.platform.clubs import features


class CashConfig(features.FeatureConfig):
    """The cash box of a tournament, its receipts and payments."""

    name = "tournaments.results.cash"
