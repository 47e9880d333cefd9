"""Movement of Armies and of Air/Naval Control."""
