"""What a player and a host remember outside the game's folder: referee-record(5).

A host who signs contradictory reports could get links of a seat's chain out of turn, or two files
for one run.  So each signer keeps a record, and compares reports with it.  A host keeps one too, to
recognise an old copy of the folder.
"""
