"""Production, replacements and tracks."""
