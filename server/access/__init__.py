"""server/access"""
