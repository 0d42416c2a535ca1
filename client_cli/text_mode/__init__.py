"""client_cli/text_mode"""
