"""The rules about cards."""
