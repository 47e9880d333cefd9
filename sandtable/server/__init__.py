"""The web table: pages, live channel, store and accounts."""
