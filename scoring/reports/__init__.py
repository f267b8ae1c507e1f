"""Statistics of hands, documents, and their ways out of the program and into it."""
