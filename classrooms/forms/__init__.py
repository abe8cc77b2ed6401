"""What is typed and chosen on the pages of classes."""
