"""The rules about combat."""
