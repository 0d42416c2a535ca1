"""client_cli/screens/widgets"""
