"""L'Art de la Guerre, a gridless miniature war game by H. Caille on a table: whole battles, from its reference sheet."""
