"""What the server is to reach, measured beside the bare echo in one run: `python -m bench aims`."""
