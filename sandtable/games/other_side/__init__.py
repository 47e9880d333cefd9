"""The Other Side of the Hill: the German High Command from 1939 to 1945, for one to four players together."""
