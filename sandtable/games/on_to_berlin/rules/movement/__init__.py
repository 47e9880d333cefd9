"""The rules about movement."""
