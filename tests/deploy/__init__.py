"""Tests of an installation: packages pinned by hash, images by digest, and the ports it
publishes."""
