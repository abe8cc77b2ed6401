"""What it takes to keep a database for years: check it, copy it, bring it back, and throw away what is nobody's."""
