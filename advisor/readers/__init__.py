"""Files and pasted text of others, read into our types. Everything is hostile until parsed."""
