"""Fuzz tests of every parser of foreign input: it raises nothing but its documented errors."""
