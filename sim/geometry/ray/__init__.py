"""What rays meet: Embree for batches, our own exact ray trees for proofs."""
