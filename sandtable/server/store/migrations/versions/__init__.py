"""One module for each change of the tables, oldest first; written by hand, never changed once released."""
