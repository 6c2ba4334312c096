"""What happens when they all ask: the questions behind the simulator's view and their answers, without a window (no Qt)."""
