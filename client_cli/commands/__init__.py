"""client_cli/commands"""
