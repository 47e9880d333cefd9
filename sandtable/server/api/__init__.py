"""The HTTP interface of the web table, with a module for each subject."""
