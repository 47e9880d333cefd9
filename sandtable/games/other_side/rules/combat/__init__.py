"""Land Combat and Amphibious Combat."""
