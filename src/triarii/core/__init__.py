"""What every game shares: the contract, records, chance and its proofs, texts, the registry, the conformance kit."""
