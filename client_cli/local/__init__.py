"""client_cli/local"""
