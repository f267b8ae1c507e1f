"""Winners of earlier editions."""
