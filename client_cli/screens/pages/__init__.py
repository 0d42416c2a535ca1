"""client_cli/screens/pages"""
