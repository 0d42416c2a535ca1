"""client_cli/state"""
