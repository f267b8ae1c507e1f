"""The players of the states; apart from what makes them, which needs a clock that stands still."""

SIX = ("Anna", "Berta", "Cäsar", "Dora", "Emil", "Friederike")
# Every table of a sheet seats others of these.
LONG_NAMES = ("Maximilian", "Anna-Katharina", "Bernadette", "Hans-Joachim", "Kunigunde", "Leopoldine", "Wolfgang")
