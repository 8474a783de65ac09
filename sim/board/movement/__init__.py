"""Where figures stand, fall, walk, climb, jump, row and are pushed."""
