"""Files that people write and mail: bytes, characters, YAML."""
