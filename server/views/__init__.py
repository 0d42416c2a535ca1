"""server/views"""
