"""What is heard: sounds made by the program itself, which event has which, and how they are played."""
