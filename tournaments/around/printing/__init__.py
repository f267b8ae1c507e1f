"""All printed papers of a tournament, as PDF."""
