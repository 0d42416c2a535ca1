"""What a store is kept as, by a number: its schema. Who serves it has to know the number; a newer
program brings a store to its own, step by step, while older ones serve it."""
