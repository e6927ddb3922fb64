"""L'Art de la Guerre for programs that learn: features of the orders that it lists."""
