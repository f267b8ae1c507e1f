"""Who pays whom at the end, and the Pagat pot."""
