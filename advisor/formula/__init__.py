"""The formula model: pure functions of plain numbers (floats or numpy arrays alike), one family a file."""
