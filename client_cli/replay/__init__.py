"""client_cli/replay"""
