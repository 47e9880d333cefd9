"""What points of a card are spent on."""
