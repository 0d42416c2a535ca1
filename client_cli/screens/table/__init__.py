"""client_cli/screens/table"""
