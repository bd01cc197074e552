"""Study finished games and positions: reviews, advice and analysis."""
