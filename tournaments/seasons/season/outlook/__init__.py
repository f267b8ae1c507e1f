"""The outlook of a season before its last days: who can still reach which place, and what that takes."""
