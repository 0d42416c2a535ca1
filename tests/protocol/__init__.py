"""What servers and clients say to each other."""
