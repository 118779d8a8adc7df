"""The compiled game: geometry, movement, attacks and the turn loop, on flat arrays of whole numbers."""
