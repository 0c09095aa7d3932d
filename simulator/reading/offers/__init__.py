"""Reads offers: do they name the help that a need asks for?"""
