"""Files that people write and mail: their bytes, their letters, their YAML."""
