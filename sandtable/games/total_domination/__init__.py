"""Total Domination: the Second World War over the whole globe, 1939 to 1945, for one to four players."""
