"""client_cli/terminal"""
