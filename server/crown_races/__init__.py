"""Crown races: candidates who set off on the same five deals, dealt from one commitment."""
