"""server/rooms"""
