"""Stories of commands: what is typed, what is printed, how it ends; one text file each."""
