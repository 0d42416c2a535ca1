"""The `patience` command and its terminal screens."""
