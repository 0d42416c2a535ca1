"""client_cli/messages"""
