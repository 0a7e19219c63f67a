"""Who knows what, in one place; and how we prove that nobody is told more.

The public part of the State is everyone's, a seat's part its own, the sealed part nobody's.  All of
the following is public unless it says otherwise:

- **Blocks.**  How many blocks of each seat and colour are in each place.  Only their owner knows
  which, and whether a block in port is a fleet.  A block is named when a battle turns it face up,
  when Jupiter's draw falls on it, and when it is lost or changes sides (also when Cleopatra goes
  home).  From then on it is face up, or you see where it goes, until it moves unseen.
- **Roads.**  How many blocks came by which road into a contested place, and which road is that of
  the Main Attack; only their owner knows which blocks.
- **Strengths.**  Only the owner knows them, except for face-up blocks in a battle and the block
  that Jupiter takes.
- **Levy Pools.**  How many blocks they have.  Only their player knows which, because disbanded
  blocks of his own colours return unseen.  Eliminated blocks and killed leaders are face up.
- **Cards.**  Only their seat knows a hand and a discard.  Both cards of a turn are seen once both
  are played.  Nobody knows what was not dealt, and the draw pile has no order.
- **Draws.**  Deals and Jupiter's draw are sealed: a public die that points into a list would show
  who else is in it.
- **Orders.**  Only its seat knows an answer.  The others see what comes of it, but never the order
  of lines if that makes no difference: moves one by one with their colours, new blocks and steps by
  place, hits with the strongest first, groups that regroup or go home in map order, disbanded
  blocks by place, and of a free deployment only that it was made.

Public information alone decides what is asked.  `variation` makes games that differ in what one
seat knows and no other may notice, with answers that look the same from outside; the blind test
plays both.  `board.setup` counts every block and card.
"""
