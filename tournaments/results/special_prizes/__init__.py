"""Special prizes by what the books know, and raffles."""
