"""Small games that the tests are run with, shaped like real ones."""
