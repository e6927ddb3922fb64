"""Where rooms are kept: tables, migrations, and the one thread that writes."""
