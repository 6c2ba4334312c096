"""What this machine is, and how fast a server answers: the only input and output beside the readers."""
