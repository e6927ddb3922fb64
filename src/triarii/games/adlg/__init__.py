"""L'Art de la Guerre, a gridless miniature war game by H. Caille: whole battles, from its reference sheet."""
