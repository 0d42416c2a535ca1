"""The browser client as it is served: its files, what is generated for it, and its pages."""
