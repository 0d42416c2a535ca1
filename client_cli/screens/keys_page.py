"""The page of keys at a table."""

KEYS_PAGE = """\
A pile has a letter, a cell of a square a letter and a number.

  a c        from pile a to pile c
  a a  or A  play the card of pile a to its only legal place;
             where there are several, they are numbered
  3 a c      exactly three cards
  a b1 c     in Auntie Allis: from a1 to b1, and what fills the place
  d 4        in a square: lay the card at column d, row 4
  Space      deal, turn, or what else the bottom line says
  Esc        put back what is picked up

  < >        choose a card of a fan, [ ] shift it; Space puts the fan back

  Arrows or Tab move a cursor, Enter picks what it is on; in a column of
  which several cards may go, it stands on each. Where choices are
  numbered, arrows and Enter choose too. Shift and an arrow shift the
  chosen card of a fan.
  Mouse: click a card, click where it goes, or drag it there; double-click
         plays it; the right button tilts it; the wheel tells the cards of a
         column too long to be seen; keys below can be clicked.

  t tilts what is picked, or what is named next: / - \\ and upright again.
  v lays the columns otherwise: sets squashed, sets aside, as it fits.
  While a deal is watched: a heap's letter, or a click, counts one more
  card of its number, the capital one less; t tilts heaps then, too.

  r rules   ? this page   x give up   Ctrl+Q leave the program
  F9 in one of the five great games: covers the board, a break of a run
  for a crown; F9 again plays on.
  u takes a move back: alone, and in races that allow it.
  Alone: ! advises, n deals anew, z the same again.
  Where a letter belongs to a pile, Ctrl with it is the command: ^R, ^X.
"""
