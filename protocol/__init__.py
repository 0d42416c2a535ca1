"""What client and server say to each other, and the record of a race."""
