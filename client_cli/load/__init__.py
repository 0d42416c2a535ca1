"""The load generator `patience load`: bots that race, watch, and lose their connections.

Of `client_cli`, this package imports `net`, `terminal` and `exit_codes`. Begin with `command.py`,
then `plan.py` and `scenario.py`.
"""
