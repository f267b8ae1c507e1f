"""The cash box of a tournament: fees, donations, receipts."""
