"""Month simulation: a server, its store and hundreds of users for a simulated month, in about an
hour of real time, on one simulated clock."""
