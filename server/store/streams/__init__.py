"""Redis streams: reading what any process has stored, and telling those who follow it.

Begin with `stream_follower.py`; `stream_reader.py` and `room_feed.py` use it.
"""
