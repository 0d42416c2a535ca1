"""client_cli/net"""
