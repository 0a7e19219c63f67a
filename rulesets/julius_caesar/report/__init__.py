"""What reports say: `telling`, events in words; `situation`, what a seat holds and sees."""
