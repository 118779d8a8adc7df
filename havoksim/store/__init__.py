"""Results on disk: tables, parts that are whole or absent, and the manifest that says what they answer."""
