"""server/daily"""
