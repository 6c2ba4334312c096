"""What this machine is and which servers run on it: the only input and output beside the readers."""
