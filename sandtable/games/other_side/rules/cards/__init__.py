"""Cards: playing them and carrying out their effects."""
