"""client_cli/solo"""
