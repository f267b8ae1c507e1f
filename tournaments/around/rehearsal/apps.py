"""The app of rehearsals: what they add elsewhere."""

from typing import ClassVar

from django.utils.translation import gettext_lazy as _

from tarockclub.platform.clubs import features


class RehearsalConfig(features.FeatureConfig):
    """Tournaments of its own, with robots; buttons, marks, and a job."""

    name = "tournaments.around.rehearsal"
    panels: ClassVar = {
        **dict.fromkeys(("page", "table", "wall"), "tournaments/around/rehearsal/_mark.html"),
        "tournament": "tournaments/around/rehearsal/_begin.html",
    }
    job_work: ClassVar = {"rehearse": "tournaments.around.rehearsal.robots.play_rehearsal"}
    watch_parts = ("tournaments.around.rehearsal.robots.resume_rehearsals",)
    own_key = "rehearsal_of"
    mark = _("Rehearsal – counts nothing")
