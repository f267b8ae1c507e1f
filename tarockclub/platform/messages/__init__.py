"""Messages to people about what concerns them: by mail, and by other channels that are added to CHANNELS."""
