"""The full-screen client: one file a screen or a widget, and pure drawing beneath them."""
