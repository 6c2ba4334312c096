"""What leaves the window as files: the report, plots, tables."""
