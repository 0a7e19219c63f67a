"""What a player and a host remember outside of a game's folder: referee-record(5).

A host who signs reports that contradict each other could get links of a seat's chain out of turn,
or two files for one run.  So whoever signs keeps a record of it, and holds the reports against it.
A host keeps one too: an old copy of the folder, put back, shows by it.
"""
