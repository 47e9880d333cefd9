"""Blitzkrieg General: the Second World War in quarters on two maps, for one to eight players."""
