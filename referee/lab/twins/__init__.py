"""Two games that differ in what one seat may not know, played side by side."""
