"""The app of the walls."""

from tarockclub.platform.clubs import features


class ProjectorConfig(features.FeatureConfig):
    """The walls of the hall, and prize giving."""

    name = "tournaments.results.projector"
