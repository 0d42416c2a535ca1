"""client_cli/tournament"""
