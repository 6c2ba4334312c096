"""Pieces that several views are made of; each paints itself from the theme table and names itself to screen readers."""
