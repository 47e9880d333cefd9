"""Ships, searches and landings."""
