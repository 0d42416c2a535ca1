"""Whatever is read from others, with anything in it: nothing comes out but what is documented."""
