"""What limits the server: where its CPU goes, and where an answer's time."""
