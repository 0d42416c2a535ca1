"""Redis streams: reading what other processes have stored, and sending it to the clients that need
it.

Begin to read with `stream_follower.py`; `stream_reader.py` and `room_feed.py` use it.
"""
