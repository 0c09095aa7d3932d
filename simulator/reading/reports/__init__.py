"""Reads reports: do they tell what was done, and nothing else?"""
