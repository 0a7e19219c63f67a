"""Boards as pictures and as text: from what a seat may know, and nothing else."""
