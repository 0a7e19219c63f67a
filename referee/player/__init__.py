"""The player: signs order files, tries standing orders."""
