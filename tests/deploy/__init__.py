"""What an installation trusts: packages by hash, images by digest; and what it publishes."""
