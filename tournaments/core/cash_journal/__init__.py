"""Cash as a journal of a tournament or season: lines, their words, receipts."""
