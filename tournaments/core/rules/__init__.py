"""Pure rules of tournaments: capital, place points, ranking, seeded random numbers."""
