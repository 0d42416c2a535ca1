"""server/ops"""
