"""Deployment, cards, events that move nothing, winter (5.3, 2.1, 8.0)."""
