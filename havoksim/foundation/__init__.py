"""What every other part agrees upon: errors, near misses, seeds, and the one door to the compiler."""
