"""What helps to answer: templates, standing orders, random play."""
