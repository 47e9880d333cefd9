"""On To Berlin!: the war in Europe, 1939 to 1945, for two players."""
