"""L'Art de la Guerre, a gridless miniature war game by H. Caille, from its reference sheet: so far its combat half."""
