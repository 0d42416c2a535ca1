"""The browser client, in the operating system's Chromium."""
