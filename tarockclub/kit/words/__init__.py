"""Words in German and English: their order, their syllables, the language of a page."""
