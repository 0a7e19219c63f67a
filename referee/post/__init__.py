"""The mail room: files, signatures, refusals."""
