"""Migrations of the tables of annotation."""
