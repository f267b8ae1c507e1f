"""Parts of pages shared by several packages of tournaments."""
