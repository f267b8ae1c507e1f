"""Everything that is kept about a person, as one readable file (Art. 15 GDPR)."""
