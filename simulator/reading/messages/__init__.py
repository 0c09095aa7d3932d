"""Reads messages and fields of records: do they say what a goal asks for?"""
