"""server/observability"""
