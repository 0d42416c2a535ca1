"""The load `patience load` puts on a server: bots that race, watch, think, lose their lines."""
