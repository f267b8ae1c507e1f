"""The gallery of formats: cards to choose from, and a worked example for each."""
