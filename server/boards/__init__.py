"""server/boards"""
