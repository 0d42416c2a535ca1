"""Messages about tournaments: the plan, requests, the state that followers are sent, and tables.

Begin with `plan.py`.
"""
