"""client_cli/features"""
