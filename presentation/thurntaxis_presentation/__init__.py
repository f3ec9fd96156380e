"""What the command and the site show: sentences in six languages, numbers, rulings, pictures and tables."""
