"""The telephone: whoever wins a crown may ring everybody, or chosen people, and say a line."""
