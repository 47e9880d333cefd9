"""What the web table answers over HTTP, a module for each subject."""
