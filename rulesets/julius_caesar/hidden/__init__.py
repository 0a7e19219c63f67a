"""Who knows what, in one place; and what proves that nobody is told more.

The public part of the State is everybody's, a seat's part its own, the sealed part nobody's.  What
follows is public but for what is said:

- **Blocks.**  Of each place how many blocks of which seat and colour stand there; which they are
  only their owner knows, a fleet in port from a land block too.  A block is named when a battle
  turns it up, when Jupiter's lot falls on it, and when it is lost or changes sides (Cleopatra, too,
  when she goes home); from then on it lies open, or is seen where it goes till it moves unseen.
- **Roads.**  How many came by which road into a place that is fought for, and which is the main
  force's; which blocks came by it their owner alone.
- **Strengths.**  The owner's alone, but of blocks that lie face up in a battle and of the one that
  Jupiter takes.
- **Reserves.**  How many blocks wait; which, only their player, to whom disbanded blocks of his own
  colours come back unseen.  Eliminated blocks and leaders killed lie open.
- **Cards.**  A hand and a discard are their seat's alone; both cards of a turn are seen
  when both are played.  What was not dealt nobody knows, and the deck has no order.
- **Lots.**  Deals and Jupiter's lot are sealed draws: a public die that points into a list would
  tell who else is in it.
- **Orders.**  An answer is its seat's alone; seen is what comes of it, never the order of lines
  that comes to the same: moves one by one with their colours, new blocks and steps by place, hits
  with the strongest first, groups that regroup or go home by the map, blocks disbanded by place,
  of a free deployment nothing but that it was made.

Questions are asked by what is public alone.  `variation` makes games that differ in what one seat
knows and no other may tell, with answers that look the same from outside; the blind test
plays both.  `board.setup` counts every block and card.
"""
