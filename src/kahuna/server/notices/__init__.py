"""Tell players who are away that it is their turn: Web Push for browsers, webhooks for programs."""
