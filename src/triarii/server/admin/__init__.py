"""What whoever runs a server does with all games at once: list, delete, copy, move; on a file or in PostgreSQL."""
