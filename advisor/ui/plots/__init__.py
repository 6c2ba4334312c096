"""Plots that follow the theme. Importing them loads pyqtgraph (and numpy): do it when a plot is first shown, not before."""
