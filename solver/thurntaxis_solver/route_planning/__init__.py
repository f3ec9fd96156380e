"""Routes, house placements and card odds, all exact."""
