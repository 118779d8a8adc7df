"""What the game is made of: warrior types, army lists, forces, rulesets, proposals, sweeps. No dice."""
