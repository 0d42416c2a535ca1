"""server/archive"""
