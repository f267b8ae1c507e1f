"""The app of federations."""

from tarockclub.platform.clubs import features


class FederationConfig(features.FeatureConfig):
    """Federations of clubs, with results for their seasons."""

    name = "tournaments.seasons.federation"
    begins = ""
    name_keepers = ("tournaments.seasons.federation.offers.follow_names",)
