"""server/live_rooms"""
